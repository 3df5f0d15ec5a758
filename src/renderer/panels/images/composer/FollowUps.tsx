// The follow-ups of an image that is being generated: steps that are queued until it is ready.
import { Pencil, X } from 'lucide-react'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { QueuedPrompt } from '#shared/schemas/chat'
import { readErrorCode } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { toPriorAttachment, useAttachments } from '../../../state/attachments'
import { useDrafts } from '../../../state/draft-store'
import {
  addAttachment,
  readDraft,
  replaceDraft,
  toDrawingKey,
  useDraft,
  writeParameters,
  writeText,
  writeVariations,
} from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { isRunning, type LiveChat } from '../../../state/fold-chat'
import { readChat, useChat } from '../../../state/live-chat'
import { readPartFile, readParts } from '../../../state/turn-parts'
import { toastUndo } from '../../../state/undo'
import { findFinalPicture } from '../state/drawing-steps'

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

/** Why a follow-up was returned to the composer, by the key of its draft. */
export const useReturned = create<{ readonly reasons: Readonly<Record<string, string>> }>()(() => ({
  reasons: {},
}))

export function clearReturned(key: string) {
  if (!(key in useReturned.getState().reasons)) return
  useReturned.setState(({ reasons: { [key]: _cleared, ...others } }) => ({ reasons: others }))
}

/** Moves a follow-up into the composer, after the text that is already there. */
export async function editFollowUp(drawingId: string, queued: QueuedPrompt): Promise<void> {
  await moveToComposer(drawingId, queued)
  focusPrompt()
}

/** The queue has the only stored copy, so the draft is saved before the follow-up is removed from it. */
async function moveToComposer(drawingId: string, queued: QueuedPrompt): Promise<void> {
  const restoreDraft = await prepareDraft(drawingId, queued)
  const key = toDrawingKey(drawingId)
  const before = readDraft(key)
  restoreDraft()
  const draft = readDraft(key)
  try {
    await desktop.drafts.write({ key, draft })
    await desktop.chat.unqueue({ conversationId: drawingId, queuedId: queued.id })
  } catch (error) {
    // It is still queued, or was sent meanwhile. What the user has typed since then stays.
    if (readDraft(key) === draft) {
      replaceDraft(key, before)
      await desktop.drafts.write({ key, draft: before }).catch(() => undefined)
    }
    throw error
  }
}

/** Undo queues it again, or moves it into the composer if the image that it edits is no longer being generated. */
async function removeFollowUp(drawingId: string, queued: QueuedPrompt): Promise<void> {
  const removed = await desktop.chat.unqueue({ conversationId: drawingId, queuedId: queued.id })
  // The button that had the focus has been removed.
  focusPrompt()
  toastUndo('Queued prompt removed', async () => {
    if (isRunning(readChat(drawingId)) && (await queueAgain(drawingId, removed))) return
    const restoreDraft = await prepareDraft(drawingId, queued)
    restoreDraft()
  })
}

/** Returns false if the image that it edits is no longer being generated. */
async function queueAgain(drawingId: string, { id: _, ...prompt }: QueuedPrompt): Promise<boolean> {
  try {
    await desktop.chat.queue({ ...prompt, conversationId: drawingId })
    return true
  } catch (error) {
    if (readErrorCode(error) !== 'FAILED_PRECONDITION') throw error
    return false
  }
}

/** The follow-ups that are being returned, so that none is returned twice. */
const returning = new Set<string>()

/** Moves a follow-up without an image to edit into the composer, with the reason. */
export async function returnFollowUp(drawingId: string, queued: QueuedPrompt): Promise<void> {
  if (returning.has(queued.id)) return
  returning.add(queued.id)
  const reason = describeMissingResult(readChat(drawingId), queued)
  try {
    await moveToComposer(drawingId, queued)
    const key = toDrawingKey(drawingId)
    useReturned.setState(({ reasons }) => ({ reasons: { ...reasons, [key]: reason } }))
  } catch (error) {
    // It was sent or removed meanwhile.
    if (readErrorCode(error) !== 'NOT_FOUND') throw error
  } finally {
    returning.delete(queued.id)
  }
}

/** Why there is no image that the follow-up could edit. */
function describeMissingResult(chat: LiveChat, { step }: Pick<QueuedPrompt, 'step'>): string {
  const turns = [...chat.running.values(), ...chat.turns.values()]
  const variations = turns.filter(({ parentId }) => parentId !== null && parentId === step?.promptId)
  const states = variations.map(({ state }) => state)
  // Other variations may be complete.
  if (states.includes('stopped')) return 'You stopped the image that it edits.'
  if (variations.some((turn) => findFinalPicture(turn))) return 'The image that it edits is ready only now.'
  if (states.includes('interrupted')) return 'The image that it edits was interrupted.'
  if (states.includes('failed')) return 'The image that it edits failed.'
  return 'There is no image that it can edit.'
}

async function prepareDraft(
  drawingId: string,
  { parts, parameters, step }: QueuedPrompt,
): Promise<() => void> {
  const restored = await readParts(parts, toPriorAttachment)
  const key = toDrawingKey(drawingId)
  return () => {
    const { text, attachments } = readDraft(key)
    if (!text && attachments.length === 0) {
      writeParameters(key, parameters)
      writeVariations(key, step?.variations ?? 1)
    }
    writeText(key, [text, restored.text].filter(Boolean).join('\n\n'))
    for (const attachment of restored.attachments) addAttachment(key, attachment)
  }
}
