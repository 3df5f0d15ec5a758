// User actions on a chat: send, queue, edit, retry, delete and restore; export and import.
import type { UnansweredPrompt } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { desktop } from '../api/desktop'
import { type Outcome, toSaved } from '../api/toast-outcome'
import { requestScroll } from './focus-requests'
import { readChat } from './live-chat'
import { closeDeleted, openConversation, toOpenId, useNavigation } from './navigation'

interface Prompt {
  readonly conversationId: string | null
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
}

interface Unanswered {
  /** What happens to a last prompt without a response. */
  readonly unanswered?: UnansweredPrompt | undefined
}

/** A first prompt opens the conversation that it creates. Does not change the draft. Resolves to the conversation's id. */
export async function sendPrompt(prompt: Prompt & Unanswered): Promise<string> {
  const sent = await desktop.chat.send({ ...prompt, parts: [...prompt.parts] })
  return followSent(prompt.conversationId, sent.conversationId)
}

/** Sends one prompt with an answer per column. Does not change the draft. Resolves to the conversation's id. */
export async function comparePrompt(
  prompt: Omit<Prompt, 'parameters'> & Unanswered & { readonly columns: readonly ChatParameters[] },
): Promise<string> {
  const { parts, columns } = prompt
  const sent = await desktop.chat.compare({ ...prompt, parts: [...parts], columns: [...columns] })
  return followSent(prompt.conversationId, sent.conversationId)
}

/** Waits for the running answer, if any. `createdAt` restores the position of a removed prompt. */
export async function queuePrompt(
  prompt: Prompt & { readonly conversationId: string; readonly createdAt?: number },
): Promise<void> {
  const { conversationId, parts } = prompt
  await desktop.chat.queue({ ...prompt, parts: [...parts] })
  requestScroll({ conversationId, turnId: null })
}

/** Adds an answer next to this one, by default with the same parameters. */
export async function regenerateAnswer(
  conversationId: string,
  turnId: string,
  parameters?: ChatParameters,
): Promise<void> {
  await desktop.chat.regenerate({ conversationId, turnId, ...(parameters ? { parameters } : {}) })
  requestScroll({ conversationId, turnId: null })
}

/** Adds an answer that starts with the text of this one. */
export async function continueAnswer(conversationId: string, turnId: string): Promise<void> {
  await desktop.chat.continue({ conversationId, turnId })
  requestScroll({ conversationId, turnId: null })
}

/** Also deletes everything that follows. Resolves to an undo function. */
export async function deleteTurn(conversationId: string, turnId: string): Promise<() => Promise<void>> {
  await desktop.chat.deleteTurn({ conversationId, turnId })
  return async () => {
    await desktop.chat.restoreTurn({ conversationId, turnId })
  }
}

/** For the conversation or drawing in view. Does nothing if no answer is running, or was requested. */
export async function stopOpenAnswer(): Promise<void> {
  const conversationId = toOpenId(useNavigation.getState())
  if (conversationId && readChat(conversationId).conversation) await desktop.chat.stop({ conversationId })
}

/** Copies the branch up to this turn into a new conversation, and opens it. */
export async function branchConversation(conversationId: string, turnId: string): Promise<void> {
  const branched = await desktop.conversations.branch({ conversationId, turnId })
  openConversation(branched.id)
}

/** Copies all branches into a new conversation, and opens it. */
export async function duplicateConversation(conversationId: string): Promise<void> {
  const copy = await desktop.conversations.duplicate({ conversationId })
  openConversation(copy.id)
}

/** Resolves to an undo function. */
export async function deleteConversation(conversationId: string): Promise<() => Promise<void>> {
  await desktop.conversations.delete({ conversationId })
  const reopen = closeDeleted([conversationId])
  return async () => {
    await desktop.conversations.restore({ conversationId })
    reopen()
  }
}

/** The user may have opened something else while the prompt was being sent. */
function followSent(from: string | null, to: string): string {
  requestScroll({ conversationId: to, turnId: null })
  const { panel, conversationId } = useNavigation.getState()
  if (conversationId === from && panel === 'chat') openConversation(to)
  else if (conversationId === from) useNavigation.setState({ conversationId: to })
  return to
}

export const exportFormats = [
  ['markdown', 'Markdown'],
  ['json', 'JSON'],
  ['html', 'HTML'],
] as const
type ExportFormat = (typeof exportFormats)[number][0]

export async function exportConversation(conversationId: string, format: ExportFormat): Promise<Outcome> {
  const { path } = await desktop.conversations.export({ conversationId, format })
  return toSaved(path, 'Exported')
}
