// One fetch at a time for each conversation: of the wishes that come meanwhile only the newest counts.

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
