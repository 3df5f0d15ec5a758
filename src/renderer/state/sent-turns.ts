// Which prompts of an open chat later requests leave out, as far as its turns are loaded.
import type { Turn } from '#shared/schemas/chat'
import { findReplaced, hasContent, hasResults, listUnanswered } from '#shared/schemas/sent-turns'
import { findTurn, isRunning, type LiveChat } from './fold-chat'
import { useChat } from './live-chat'

/** The ids of unanswered prompts and their answers. */
export function useUnanswered(conversationId: string | null): ReadonlySet<string> {
  return useChat(conversationId, (chat) => readUnanswered(chat).unanswered)
}

/** The prompt that the next one replaces, or is sent together with; null while a response is running. */
export function useReplaced(conversationId: string | null): Turn | null {
  return useChat(conversationId, (chat) => (isRunning(chat) ? null : readUnanswered(chat).replaced))
}

interface Unanswered {
  readonly unanswered: ReadonlySet<string>
  readonly replaced: Turn | null
}

let last: (Unanswered & Pick<LiveChat, 'branch' | 'turns'>) | undefined

/** Computed once for all messages in view. A streamed response changes neither the branch nor the loaded turns. */
export function readUnanswered(chat: LiveChat): Unanswered {
  const { branch, turns } = chat
  if (last?.branch === branch && last.turns === turns) return last
  const runs = listRuns(chat)
  const unanswered = new Set(runs.flatMap((run) => [...listUnanswered(run)]))
  const replaced = findReplaced(runs.at(-1) ?? [], [{ text: '…' }]) ?? null
  last = { branch, turns, unanswered, replaced }
  return last
}

/** Splits the branch where turns are not loaded: nothing is known about a prompt whose answer, or results whose calls, are not. */
function listRuns(chat: LiveChat): Turn[][] {
  const runs: Turn[][] = [[]]
  for (const id of chat.branch) {
    const turn = findResponse(chat, id)
    const run = runs.at(-1) ?? []
    if (turn && (run.length > 0 || (turn.role === 'user' && !hasResults(turn)))) run.push(turn)
    if (turn) continue
    if (run.at(-1)?.role === 'user') run.pop()
    runs.push([])
  }
  return runs
}

/** Of compared answers, one that responded, because the user keeps one of them before the next prompt. */
function findResponse(chat: LiveChat, id: string): Turn | undefined {
  const turn = findTurn(chat, id)
  if (!turn?.comparison) return turn
  const compared = (chat.alternates[id] ?? []).flatMap((other) => findTurn(chat, other) ?? [])
  const isKept = (other: Turn) => other.state === 'running' || hasContent(other)
  return compared.find((other) => other.comparison === turn.comparison && isKept(other)) ?? turn
}
