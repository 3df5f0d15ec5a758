// Which turns of a conversation to fetch next, one request at a time.
import { findTurn, type LiveChat } from './fold-chat'

/** Indices on the branch, both included. */
export interface TurnRange {
  readonly from: number
  readonly to: number
}

/** Maximum number of turns in one request. */
const maxTurns = 50
/** A missing turn within this distance of the view starts a request. */
const margin = 12

/** Empty if all turns near the view are loaded. */
export function pickMissingTurns(chat: LiveChat, view: TurnRange): string[] {
  const near = listMissing(chat, { from: view.from - margin, to: view.to + margin })
  if (near.length === 0) return []
  const seen = listMissing(chat, view)
  const around = listMissing(chat, { from: view.from - maxTurns, to: view.to + maxTurns })
  return [...new Set([...seen, ...near, ...around])].slice(0, maxTurns)
}

function listMissing(chat: LiveChat, { from, to }: TurnRange): string[] {
  const shown = chat.branch.slice(Math.max(from, 0), to + 1)
  return shown
    .flatMap((id) => [id, ...listBeside(chat, id)])
    .filter((id) => !findTurn(chat, id) && !chat.absent.has(id))
}

/** Compared answers, and variations of a drawing, are shown side by side: those beside the branch are in view, too. */
function listBeside(chat: LiveChat, turnId: string): readonly string[] {
  const standsBeside = chat.conversation?.kind === 'images' || findTurn(chat, turnId)?.comparison
  return standsBeside ? (chat.alternates[turnId] ?? []) : []
}

interface FetchQueue {
  /** `choose` is called when it is its turn; an empty list fetches nothing. Only the newest request waits. */
  request(conversationId: string, choose: () => readonly string[]): void
}

export function createFetchQueue(
  fetchTurns: (conversationId: string, turnIds: readonly string[]) => Promise<void>,
): FetchQueue {
  const waiting = new Map<string, () => readonly string[]>()
  const inFlight = new Set<string>()

  async function work(conversationId: string) {
    inFlight.add(conversationId)
    for (let choose = waiting.get(conversationId); choose; choose = waiting.get(conversationId)) {
      waiting.delete(conversationId)
      const turnIds = choose()
      if (turnIds.length) await fetchTurns(conversationId, turnIds)
    }
    inFlight.delete(conversationId)
  }

  return {
    request(conversationId, choose) {
      waiting.set(conversationId, choose)
      if (!inFlight.has(conversationId)) void work(conversationId)
    },
  }
}
