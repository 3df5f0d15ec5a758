// What the user does with prompts that wait: writes them again, takes them out, sends them now.
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

/** Back into the composer, after what is written there. */
export async function editQueued(conversationId: string, queued: QueuedPrompt): Promise<void> {
  const writeAgain = await prepareDraft(conversationId, queued)
  await unqueuePrompt(conversationId, queued.id)
  writeAgain()
}

/** Resolves to the way back: it waits again, or is written in the composer where there is nothing to wait for. */
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

/** Where it cannot be sent, it is written in the composer, so that it is not lost. */
export async function sendQueued(conversationId: string, queued: QueuedPrompt): Promise<void> {
  const writeAgain = await prepareDraft(conversationId, queued)
  const { parts, parameters } = await unqueuePrompt(conversationId, queued.id)
  try {
    await sendPrompt({ conversationId, parts, parameters })
  } catch (error) {
    writeAgain()
    throw error
  }
}

async function prepareDraft(
  conversationId: string,
  { parts, parameters }: QueuedPrompt,
): Promise<() => void> {
  const written = await readParts(parts, toPriorAttachment)
  const key = toDraftKey(conversationId)
  return () => {
    const { text, attachments } = readDraft(useDrafts.getState().drafts, key)
    if (!text && attachments.length === 0) writeParameters(key, parameters)
    writeText(key, [text, written.text].filter(Boolean).join('\n\n'))
    for (const attachment of written.attachments) addAttachment(key, attachment)
    focusPrompt()
  }
}
