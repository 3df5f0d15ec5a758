// The buttons for one item.
import {
  Copy,
  Download,
  FolderOpen,
  ImagePlus,
  Maximize2,
  MoreHorizontal,
  RotateCcw,
  Trash2,
} from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { copyPicture, revealPicture, savePicture } from '../../../media-viewer/picture-actions'
import { exportItems } from '../actions/export-items'
import {
  addAsReferences,
  copyTranscript,
  deleteItems,
  drawItemAgain,
  isPicture,
  isTranscript,
  isVideo,
  openInPanel,
  openItem,
  restoreItems,
  reuseVideoPrompt,
  toJobPanel,
} from '../actions/item-actions'
import { listMoreActions } from '../actions/item-menu'
import { toFileTitle } from '../describe-item'

interface ItemActionsProps {
  readonly item: LibraryItem
  readonly isBin: boolean
  /** There is generation metadata. */
  readonly isKnown: boolean
}

export function ItemActions({ item, isBin, isKnown }: ItemActionsProps) {
  if (isBin) {
    return (
      <div className="flex gap-2">
        <Button look="primary" onClick={() => tellOutcome(restoreItems([item.id]))}>
          <RotateCcw size={14} aria-hidden="true" />
          Restore
        </Button>
      </div>
    )
  }
  const isMissing = item.file === 'missing'
  const further = listMoreActions(item)
  const picture = isPicture(item) ? item : null
  const made = isVideo(item) || isTranscript(item) ? item : null
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        {made && <JobResultActions item={made} isKnown={isKnown} />}
        {(item.conversationId || item.kind === 'embeddings') && (
          <Button look="primary" className="flex-1" onClick={() => tellOutcome(openInPanel(item))}>
            Open
          </Button>
        )}
        {picture && (
          <Button className="flex-1" disabled={!isKnown} onClick={() => tellOutcome(drawItemAgain(item))}>
            Draw again
          </Button>
        )}
      </div>
      <div className="-mx-1.5 flex justify-between gap-1">
        {picture ? (
          <>
            <IconButton
              label="Use as reference"
              icon={ImagePlus}
              disabled={isMissing}
              onClick={() => tellOutcome(addAsReferences([item]))}
            />
            <IconButton label="Copy" icon={Copy} disabled={isMissing} onClick={() => copyPicture(picture)} />
            <IconButton
              label="Save as…"
              icon={Download}
              disabled={isMissing}
              onClick={() => savePicture(picture)}
            />
            <IconButton
              label="Reveal in folder"
              icon={FolderOpen}
              disabled={isMissing}
              onClick={() => revealPicture(picture)}
            />
          </>
        ) : made ? (
          <JobResultFile item={made} />
        ) : (
          <IconButton
            label="Export…"
            icon={Download}
            disabled={isMissing}
            onClick={() => void exportItems([item.id])}
          />
        )}
        <IconButton
          label="Delete"
          icon={Trash2}
          keys="delete"
          onClick={() => tellOutcome(deleteItems([item.id]))}
        />
        {further.length > 0 && (
          <Menu label="More" trigger={<IconButton label="More" icon={MoreHorizontal} />} items={further} />
        )}
      </div>
    </div>
  )
}

interface JobResultActionsProps {
  readonly item: LibraryItem & { readonly media: string }
  /** There is generation metadata. */
  readonly isKnown: boolean
}

function JobResultActions({ item, isKnown }: JobResultActionsProps) {
  const { jobId, file } = item
  return (
    <>
      {jobId === null ? (
        <Button look="primary" className="flex-1" onClick={() => openItem(item)}>
          View in large
        </Button>
      ) : (
        <Button look="primary" className="flex-1" onClick={() => tellOutcome(openInPanel(item))}>
          Open in {toJobPanel(item)}
        </Button>
      )}
      {isVideo(item) ? (
        <Button className="flex-1" disabled={!isKnown} onClick={() => tellOutcome(reuseVideoPrompt(item))}>
          Reuse prompt
        </Button>
      ) : (
        <Button
          className="flex-1"
          disabled={file === 'missing'}
          onClick={() => tellOutcome(copyTranscript(item))}
        >
          Copy text
        </Button>
      )}
    </>
  )
}

function JobResultFile({ item }: { item: LibraryItem & { readonly media: string } }) {
  const disabled = item.file === 'missing'
  return (
    <>
      {isVideo(item) && (
        <IconButton
          label="View in large"
          icon={Maximize2}
          disabled={disabled}
          onClick={() => openItem(item)}
        />
      )}
      <IconButton
        label="Save as…"
        icon={Download}
        disabled={disabled}
        onClick={() => savePicture({ ...item, title: toFileTitle(item) })}
      />
      <IconButton
        label="Reveal in folder"
        icon={FolderOpen}
        disabled={disabled}
        onClick={() => revealPicture(item)}
      />
    </>
  )
}
