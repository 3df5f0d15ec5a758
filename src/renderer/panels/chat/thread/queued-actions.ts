// User actions on queued prompts: edit, move to the composer, remove.
import type { QueuedPrompt } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toPriorAttachment } from '../../../state/attachments'
import { queuePrompt } from '../../../state/chat-actions'
import {
  addAttachment,
  readDraft,
  replaceDraft,
  toDraftKey,
  writeParameters,
  writeText,
} from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { readChat } from '../../../state/live-chat'
import { readParts } from '../../../state/turn-parts'
import { toastUndo } from '../../../state/undo'
import { endEdit, readTexts, writeEdit } from './turn-edits'

/** Opens the editor. The prompt is not sent meanwhile. */
export async function editQueued(conversationId: string, { id, parts }: QueuedPrompt): Promise<void> {
  await desktop.chat.holdQueued({ conversationId, queuedId: id })
  writeEdit(id, readTexts(parts))
}

/** Moves the prompt into the draft, after the text that is already there: its files and its model can be changed there. */
export async function moveToComposer(conversationId: string, queued: QueuedPrompt): Promise<void> {
  const key = toDraftKey(conversationId)
  const restoreDraft = await prepareDraft(conversationId, queued)
  const before = readDraft(key)
  restoreDraft()
  try {
    // On the disk before it leaves the queue, so that a crash in between loses nothing.
    await desktop.drafts.write({ key, draft: readDraft(key) })
    await desktop.chat.unqueue({ conversationId, queuedId: queued.id })
  } catch (error) {
    replaceDraft(key, before)
    throw error
  }
  endEdit(queued.id)
  focusPrompt()
}

/** Undo queues the prompt again, or restores it as a draft if no answer is running. */
export async function removeQueued(conversationId: string, queued: QueuedPrompt): Promise<void> {
  const removed = await desktop.chat.unqueue({ conversationId, queuedId: queued.id })
  // The button that had the focus has been removed.
  focusPrompt()
  toastUndo('Queued prompt removed', async () => {
    const { parts, parameters, createdAt } = removed
    if (isRunning(readChat(conversationId))) {
      await queuePrompt({ conversationId, parts, parameters, createdAt })
    } else {
      const restoreDraft = await prepareDraft(conversationId, queued)
      restoreDraft()
      focusPrompt()
    }
  })
}

async function prepareDraft(
  conversationId: string,
  { parts, parameters }: QueuedPrompt,
): Promise<() => void> {
  const restored = await readParts(parts, toPriorAttachment)
  const key = toDraftKey(conversationId)
  return () => {
    const { text, attachments } = readDraft(key)
    if (!text && attachments.length === 0) writeParameters(key, parameters)
    writeText(key, [text, restored.text].filter(Boolean).join('\n\n'))
    for (const attachment of restored.attachments) addAttachment(key, attachment)
  }
}
