// Which turns of a conversation to fetch next, one request at a time.
import { findTurn, type LiveChat } from './fold-chat'

/** Indices on the branch, both included. */
export interface TurnRange {
  readonly from: number
  readonly to: number
}

/** A fetch brings this many at the most. */
const chunk = 50
/** Within this many turns of the view, one that is missing begins a fetch. */
const margin = 12

/** Empty where all that is near the view is here. */
export function pickMissingTurns(chat: LiveChat, view: TurnRange): string[] {
  const near = listMissing(chat, { from: view.from - margin, to: view.to + margin })
  if (near.length === 0) return []
  const seen = listMissing(chat, view)
  const around = listMissing(chat, { from: view.from - chunk, to: view.to + chunk })
  return [...new Set([...seen, ...near, ...around])].slice(0, chunk)
}

function listMissing(chat: LiveChat, { from, to }: TurnRange): string[] {
  const shown = chat.branch.slice(Math.max(from, 0), to + 1)
  return shown
    .flatMap((id) => [id, ...listBeside(chat, id)])
    .filter((id) => !findTurn(chat, id) && !chat.absent.has(id))
}

/** Compared answers, and the variations of a drawing, stand side by side: those beside the branch are in view, too. */
function listBeside(chat: LiveChat, turnId: string): readonly string[] {
  const standsBeside = chat.conversation?.kind === 'images' || findTurn(chat, turnId)?.comparison
  return standsBeside ? (chat.alternates[turnId] ?? []) : []
}

interface FetchQueue {
  /** The wish says what it wants once its time has come; nothing where it is empty. */
  wish(conversationId: string, choose: () => readonly string[]): void
}

export function createFetchQueue(
  fetchTurns: (conversationId: string, turnIds: readonly string[]) => Promise<void>,
): FetchQueue {
  const waiting = new Map<string, () => readonly string[]>()
  const underWay = new Set<string>()

  async function work(conversationId: string) {
    underWay.add(conversationId)
    for (let choose = waiting.get(conversationId); choose; choose = waiting.get(conversationId)) {
      waiting.delete(conversationId)
      const turnIds = choose()
      if (turnIds.length) await fetchTurns(conversationId, turnIds)
    }
    underWay.delete(conversationId)
  }

  return {
    wish(conversationId, choose) {
      waiting.set(conversationId, choose)
      if (!underWay.has(conversationId)) void work(conversationId)
    },
  }
}
