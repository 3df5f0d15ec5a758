// What the next step is about: the picture that it edits, or a new beginning.
import { Undo2, X } from 'lucide-react'
import { IconButton } from '../../../components/IconButton'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { writeAfter } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { findTurn, isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { nameStep } from '../steps/list-pictures'
import { findFinalPicture } from '../steps/read-variation'
import { chooseTarget } from './choose-target'

interface EditingChipProps {
  readonly drawingId: string
  /** Of the draft. */
  readonly draftKey: string
  /** The answer that is edited; null begins anew. */
  readonly target: string | null
}

export function EditingChip({ drawingId, draftKey, target }: EditingChipProps) {
  const turn = useChat(drawingId, (chat) => (target ? findTurn(chat, target) : undefined))
  const prompt = useChat(drawingId, (chat) => (turn?.parentId ? findTurn(chat, turn.parentId) : undefined))
  const couldEdit = useChat(drawingId, (chat) => chooseTarget(chat, undefined) !== null)
  const isWaiting = useChat(drawingId, isRunning)
  const picture = findFinalPicture(turn)
  const write = (after: string | null | undefined) => {
    writeAfter(draftKey, after)
    focusPrompt()
  }
  if (picture) {
    const title = nameStep(prompt)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame.
      <div
        role="group"
        aria-label="Editing"
        className="flex items-center gap-2 border-line border-b py-1.5 pr-1.5 pl-2"
      >
        <Thumbnail
          media={picture.media}
          mimeType={picture.mimeType}
          alt=""
          size={28}
          className="shrink-0 rounded-sm border border-line bg-sunken"
        />
        <span className="min-w-0 flex-1 truncate text-soft text-sm">
          <span className="font-medium text-ink">Editing: </span>
          {title}
        </span>
        <IconButton size="small" label="Begin anew instead" icon={X} onClick={() => write(null)} />
      </div>
    )
  }
  if (!couldEdit && !isWaiting) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame.
    <div
      role="group"
      aria-label="Beginning"
      className="flex h-[41px] items-center gap-2 border-line border-b pr-1.5 pl-3"
    >
      <span className="min-w-0 flex-1 truncate text-soft text-sm">
        <span className="font-medium text-ink">Beginning anew</span>
        {couldEdit ? ': the last picture stays as it is' : ': the picture to be edited has not come yet'}
      </span>
      {couldEdit && (
        <IconButton
          size="small"
          label="Edit the last picture instead"
          icon={Undo2}
          onClick={() => write(undefined)}
        />
      )}
    </div>
  )
}
