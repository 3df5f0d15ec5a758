// What can be done with one item.
import { Copy, Download, FolderOpen, ImagePlus, MoreHorizontal, RotateCcw, Trash2 } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { copyPicture, revealPicture, savePicture } from '../../../media-viewer/picture-actions'
import { exportItems } from '../actions/export-items'
import {
  deleteItems,
  drawItemAgain,
  isPicture,
  openInPanel,
  referTo,
  restoreItems,
} from '../actions/item-verbs'
import { isTranscript, isVideo } from '../actions/job-verbs'
import { listFurtherActions } from '../actions/list-actions'
import { JobMadeActions } from './JobMadeActions'
import { JobMadeFile } from './JobMadeFile'

interface ItemActionsProps {
  readonly item: LibraryItem
  readonly isBin: boolean
  /** Something tells how it was made. */
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
  const further = listFurtherActions(item)
  const picture = isPicture(item) ? item : null
  const made = isVideo(item) || isTranscript(item) ? item : null
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        {made && <JobMadeActions item={made} isKnown={isKnown} />}
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
              onClick={() => tellOutcome(referTo([item]))}
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
          <JobMadeFile item={made} />
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
