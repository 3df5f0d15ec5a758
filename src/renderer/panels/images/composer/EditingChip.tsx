// Shows what the next step does: edit a picture, or start a new one.
import { Undo2, X } from 'lucide-react'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { writeAfter } from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { findTurn, isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { describeStep, findFinalPicture } from '../state/drawing-steps'
import { chooseTarget } from '../state/next-step'

interface EditingChipProps {
  readonly drawingId: string
  /** Of the draft. */
  readonly draftKey: string
  /** The answer that is edited; null starts a new picture. */
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
  if (!picture && !couldEdit && !isWaiting) return null
  const consequence = couldEdit
    ? ': the last picture stays as it is'
    : ': the picture to be edited has not come yet'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own.
    <div
      role="group"
      aria-label={picture ? 'Editing' : 'Beginning'}
      className={joinClasses(
        'flex h-[41px] items-center gap-2 border-line border-b pr-1.5',
        picture ? 'pl-2' : 'pl-3',
      )}
    >
      {picture && (
        <Thumbnail
          media={picture.media}
          mimeType={picture.mimeType}
          alt=""
          size={28}
          className="shrink-0 rounded-sm border border-line bg-sunken"
        />
      )}
      <span className="min-w-0 flex-1 truncate text-soft text-sm">
        <span className="font-medium text-ink">{picture ? 'Editing: ' : 'Beginning anew'}</span>
        {picture ? describeStep(prompt) : consequence}
      </span>
      {picture && <IconButton size="small" label="Begin anew instead" icon={X} onClick={() => write(null)} />}
      {!picture && couldEdit && (
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
