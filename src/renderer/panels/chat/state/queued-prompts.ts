// What the user does with queued prompts: edits, removes or sends them.
import type { QueuedPrompt } from '#shared/schemas/chat'
import { toPriorAttachment } from '../../../state/attachments'
import { queuePrompt, sendPrompt, unqueuePrompt } from '../../../state/chat-actions'
import {
  addAttachment,
  readDraft,
  toDraftKey,
  useDrafts,
  writeParameters,
  writeText,
} from '../../../state/drafts'
import { focusPrompt } from '../../../state/focus-requests'
import { isRunning } from '../../../state/fold-chat'
import { readChat } from '../../../state/live-chat'
import { readParts } from '../../../state/turn-parts'

/** Moves the prompt back into the draft, after what is typed there. */
export async function editQueued(conversationId: string, queued: QueuedPrompt): Promise<void> {
  const restoreDraft = await prepareDraft(conversationId, queued)
  await unqueuePrompt(conversationId, queued.id)
  restoreDraft()
}

/** Resolves to an undo function: it queues the prompt again, or restores it as a draft if no answer is running. */
export async function removeQueued(
  conversationId: string,
  queued: QueuedPrompt,
): Promise<() => Promise<void>> {
  const { parts, parameters, createdAt } = await unqueuePrompt(conversationId, queued.id)
  return async () => {
    if (isRunning(readChat(conversationId))) {
      await queuePrompt({ conversationId, parts, parameters, createdAt })
    } else (await prepareDraft(conversationId, queued))()
  }
}

/** If it cannot be sent, it becomes a draft again, so that it is not lost. */
export async function sendQueued(conversationId: string, queued: QueuedPrompt): Promise<void> {
  const restoreDraft = await prepareDraft(conversationId, queued)
  const { parts, parameters } = await unqueuePrompt(conversationId, queued.id)
  try {
    await sendPrompt({ conversationId, parts, parameters })
  } catch (error) {
    restoreDraft()
    throw error
  }
}

async function prepareDraft(
  conversationId: string,
  { parts, parameters }: QueuedPrompt,
): Promise<() => void> {
  const restored = await readParts(parts, toPriorAttachment)
  const key = toDraftKey(conversationId)
  return () => {
    const { text, attachments } = readDraft(useDrafts.getState().drafts, key)
    if (!text && attachments.length === 0) writeParameters(key, parameters)
    writeText(key, [text, restored.text].filter(Boolean).join('\n\n'))
    for (const attachment of restored.attachments) addAttachment(key, attachment)
    focusPrompt()
  }
}
