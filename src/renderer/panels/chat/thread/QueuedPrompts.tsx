// The prompts that wait for the running answer, below the thread.
import { Pencil, SendHorizontal, X } from 'lucide-react'
import type { QueuedPrompt } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { desktop } from '../../../api/desktop'
import { toastOutcome, toastUndo } from '../../../api/toast-outcome'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { toPriorAttachment } from '../../../state/attachments'
import { queuePrompt, sendPrompt } from '../../../state/chat-actions'
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
import { readChat, useChat } from '../../../state/live-chat'
import { readParts } from '../../../state/turn-parts'
import { listColumns } from '../compare/comparison-columns'

const none: readonly QueuedPrompt[] = []

export function QueuedPrompts({ conversationId }: { conversationId: string }) {
  const queued = useChat(conversationId, (chat) => chat.conversation?.queued ?? none)
  const isBusy = useChat(conversationId, isRunning)
  // The first of them is sent automatically once the user keeps one of the compared answers.
  const isCompared = useChat(conversationId, (chat) => listColumns(chat, chat.branch.at(-1) ?? '').length > 0)
  if (queued.length === 0) return null
  return (
    <ul
      aria-label="Queued prompts"
      className="mx-auto mb-2 flex max-h-32 w-full max-w-[784px] shrink-0 flex-col gap-1 overflow-y-auto px-6"
    >
      {queued.map((prompt, index) => (
        <QueuedCard
          key={prompt.id}
          conversationId={conversationId}
          prompt={prompt}
          canSend={!isBusy && !isCompared && index === 0}
        />
      ))}
    </ul>
  )
}

interface QueuedCardProps {
  readonly conversationId: string
  readonly prompt: QueuedPrompt
  /** No answer is running or being compared, and this is the first prompt. */
  readonly canSend: boolean
}

function QueuedCard({ conversationId, prompt, canSend }: QueuedCardProps) {
  const { text, files } = summarizePrompt(prompt.parts)
  return (
    <li className="flex h-9 shrink-0 items-center gap-2 rounded-lg border border-line bg-sunken pr-1 pl-3">
      <Badge>Queued</Badge>
      <span dir="auto" className="min-w-0 flex-1 truncate text-soft">
        {text || 'Files only'}
      </span>
      {files > 0 && (
        <span className="whitespace-nowrap text-faint text-xs">
          {files === 1 ? '1 file' : `${files} files`}
        </span>
      )}
      {canSend && (
        <Button size="small" onClick={() => toastOutcome(sendQueued(conversationId, prompt))}>
          <SendHorizontal size={12} aria-hidden="true" />
          Send now
        </Button>
      )}
      <IconButton
        size="small"
        label="Edit queued prompt"
        icon={Pencil}
        onClick={() => toastOutcome(editQueued(conversationId, prompt))}
      />
      <IconButton
        size="small"
        label="Remove queued prompt"
        icon={X}
        onClick={() => toastOutcome(removeQueued(conversationId, prompt))}
      />
    </li>
  )
}

/** Moves the prompt back into the draft, after the text that is already there. */
async function editQueued(conversationId: string, queued: QueuedPrompt): Promise<void> {
  const restoreDraft = await prepareDraft(conversationId, queued)
  await desktop.chat.unqueue({ conversationId, queuedId: queued.id })
  restoreDraft()
}

/** Undo queues the prompt again, or restores it as a draft if no answer is running. */
async function removeQueued(conversationId: string, queued: QueuedPrompt): Promise<void> {
  const removed = await desktop.chat.unqueue({ conversationId, queuedId: queued.id })
  // The button that had the focus has been removed.
  focusPrompt()
  toastUndo('Queued prompt removed', async () => {
    const { parts, parameters, createdAt } = removed
    if (isRunning(readChat(conversationId))) {
      await queuePrompt({ conversationId, parts, parameters, createdAt })
    } else (await prepareDraft(conversationId, queued))()
  })
}

/** If sending fails, the prompt becomes a draft again, so that it is not lost. */
async function sendQueued(conversationId: string, queued: QueuedPrompt): Promise<void> {
  const restoreDraft = await prepareDraft(conversationId, queued)
  const { parts, parameters } = await desktop.chat.unqueue({ conversationId, queuedId: queued.id })
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

/** A prompt's text on one line, and the number of its files. */
export function summarizePrompt(parts: readonly Part[]): { text: string; files: number } {
  const text = parts
    .map((part) => part.text ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  const files = parts.filter(({ inlineData, inline_data, fileData, file_data }) =>
    Boolean(inlineData ?? inline_data ?? fileData ?? file_data),
  ).length
  return { text: text.slice(0, 300), files }
}
