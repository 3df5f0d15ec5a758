// The follow-ups of an image that is being generated, above the prompt.
import { Pencil, X } from 'lucide-react'
import { useEffect } from 'react'
import type { QueuedPrompt } from '#shared/schemas/chat'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { useAttachments } from '../../../state/attachments'
import { useDrafts } from '../../../state/draft-store'
import { useDraft } from '../../../state/drafts'
import { isRunning } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'
import { readPartFile } from '../../../state/turn-parts'
import {
  clearReturned,
  describeMissingResult,
  editFollowUp,
  removeFollowUp,
  returnFollowUp,
  useReturned,
} from '../state/follow-ups'

const none: readonly QueuedPrompt[] = []

interface FollowUpsProps {
  readonly drawingId: string
  /** Key of the draft. */
  readonly draftKey: string
}

/** Returns the first one to an empty composer once there is no image that it could edit. */
export function FollowUps({ drawingId, draftKey }: FollowUpsProps) {
  const queued = useChat(drawingId, (chat) => chat.conversation?.queued ?? none)
  const isIdle = useChat(drawingId, (chat) => chat.status === 'live' && !isRunning(chat))
  const isLoaded = useDrafts((state) => state.isLoaded)
  const isBlank = useDraft(draftKey, ({ text, attachments }) => !text && attachments.length === 0)
  const isUploading = useAttachments(({ uploads }) => uploads.some(({ key }) => key === draftKey))
  const [first] = queued
  useEffect(() => {
    if (first && isIdle && isLoaded && isBlank && !isUploading) toastOutcome(returnFollowUp(drawingId, first))
  }, [drawingId, first, isIdle, isLoaded, isBlank, isUploading])
  return (
    <>
      {queued.length > 0 && (
        <ul
          aria-label="Queued prompts"
          className="flex max-h-28 min-h-9 shrink-0 flex-col gap-1 overflow-y-auto"
        >
          {queued.map((prompt) => (
            <FollowUp key={prompt.id} drawingId={drawingId} prompt={prompt} isHeld={isIdle} />
          ))}
        </ul>
      )}
      <ReturnedNotice draftKey={draftKey} />
    </>
  )
}

interface FollowUpProps {
  readonly drawingId: string
  readonly prompt: QueuedPrompt
  /** Nothing is being generated, so there is nothing to wait for. */
  readonly isHeld: boolean
}

function FollowUp({ drawingId, prompt, isHeld }: FollowUpProps) {
  const reason = useChat(drawingId, (chat) => (isHeld ? describeMissingResult(chat, prompt) : null))
  const texts = prompt.parts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const references = prompt.parts.filter((part) => readPartFile(part) !== null).length
  const count = prompt.step?.variations ?? 1
  const facts = [
    count > 1 && `${count} images`,
    references > 0 && (references === 1 ? '1 reference' : `${references} references`),
    reason ?? 'edits the image in progress',
  ]
  return (
    <li className="flex h-9 shrink-0 items-center gap-2 rounded-lg border border-line bg-sunken pr-1 pl-3">
      <Badge tone={isHeld ? 'warn' : 'quiet'}>{isHeld ? 'Not sent' : 'Queued'}</Badge>
      <span className="min-w-0 flex-1 truncate text-soft">{texts.join(' ').trim().slice(0, 300)}</span>
      <span className="max-w-[55%] truncate text-faint text-xs">{facts.filter(Boolean).join(' · ')}</span>
      <IconButton
        size="small"
        label="Edit queued prompt"
        icon={Pencil}
        onClick={() => toastOutcome(editFollowUp(drawingId, prompt))}
      />
      <IconButton
        size="small"
        label="Remove queued prompt"
        icon={X}
        onClick={() => toastOutcome(removeFollowUp(drawingId, prompt))}
      />
    </li>
  )
}

function ReturnedNotice({ draftKey }: Pick<FollowUpsProps, 'draftKey'>) {
  const reason = useReturned(({ reasons }) => reasons[draftKey])
  if (!reason) return null
  return (
    <Notice
      tone="warn"
      title="Queued prompt wasn’t sent"
      actions={<IconButton size="small" label="Dismiss" icon={X} onClick={() => clearReturned(draftKey)} />}
    >
      {`${reason} The prompt is back in the composer and wasn’t billed.`}
    </Notice>
  )
}
