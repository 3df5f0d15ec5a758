// The buttons for one item.
import { MoreHorizontal, RotateCcw, Trash2 } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import {
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
import { listIconActions, listMoreActions } from '../actions/item-menu'

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
        <Button look="primary" onClick={() => toastOutcome(restoreItems([item.id]))}>
          <RotateCcw size={14} aria-hidden="true" />
          Restore
        </Button>
      </div>
    )
  }
  const further = listMoreActions(item)
  const made = isVideo(item) || isTranscript(item) ? item : null
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        {made && <JobResultActions item={made} isKnown={isKnown} />}
        {(item.conversationId || item.kind === 'embeddings') && (
          <Button look="primary" className="flex-1" onClick={() => toastOutcome(openInPanel(item))}>
            Open
          </Button>
        )}
        {isPicture(item) && (
          <Button className="flex-1" disabled={!isKnown} onClick={() => toastOutcome(drawItemAgain(item))}>
            Draw again
          </Button>
        )}
      </div>
      <div className="-mx-1.5 flex justify-between gap-1">
        {listIconActions(item).map(({ name, icon, disabled, onSelect }) => (
          <IconButton key={name} label={name} icon={icon} disabled={disabled} onClick={onSelect} />
        ))}
        <IconButton
          label="Delete"
          icon={Trash2}
          keys="delete"
          onClick={() => toastOutcome(deleteItems([item.id]))}
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
        <Button look="primary" className="flex-1" onClick={() => toastOutcome(openInPanel(item))}>
          Open in {toJobPanel(item)}
        </Button>
      )}
      {isVideo(item) ? (
        <Button className="flex-1" disabled={!isKnown} onClick={() => toastOutcome(reuseVideoPrompt(item))}>
          Reuse prompt
        </Button>
      ) : (
        <Button
          className="flex-1"
          disabled={file === 'missing'}
          onClick={() => toastOutcome(copyTranscript(item))}
        >
          Copy text
        </Button>
      )}
    </>
  )
}
