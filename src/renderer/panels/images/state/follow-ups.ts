// Follow-ups: steps that are queued until the image that they edit has been generated.
import { create } from 'zustand'
import type { QueuedPrompt } from '#shared/schemas/chat'
import { readErrorCode } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toPriorAttachment } from '../../../state/attachments'
import {
  addAttachment,
  readDraft,
  replaceDraft,
  toDrawingKey,
  writeParameters,
  writeText,
  writeVariations,
} from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { isRunning, type LiveChat } from '../../../state/fold-chat'
import { readChat } from '../../../state/live-chat'
import { readParts } from '../../../state/turn-parts'
import { toastUndo } from '../../../state/undo'
import { findFinalPicture } from './drawing-steps'

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
export async function removeFollowUp(drawingId: string, queued: QueuedPrompt): Promise<void> {
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
export function describeMissingResult(chat: LiveChat, { step }: Pick<QueuedPrompt, 'step'>): string {
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
