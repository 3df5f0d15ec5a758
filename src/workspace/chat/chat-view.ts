// What those who watch a conversation are told of it: a snapshot, and of every change no more than what is new.
import type { ChatEvent, Conversation, Turn } from '#shared/schemas/chat'
import type { Changes } from '../changes'
import { findConversation, type KeptConversation } from '../conversations/conversation-rows'
import { listCompared, readEnd, readShape, readTotals } from '../conversations/tree/tree-rows'
import { type Branch, diffBranch, readBranchOf } from '../conversations/tree/tree-shape'
import { findTurns } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import type { Beginning, ChatFeed } from './chat-feed'
import type { UnderWay } from './under-way'

/** How many turns of the branch come with the snapshot. */
const turnsAtOnce = 30

interface ViewPorts {
  readonly connection: Connection
  readonly changes: Changes
  readonly feed: ChatFeed
  readonly underWay: UnderWay
}

export interface ChatView {
  watch(conversationId: string, signal?: AbortSignal): AsyncIterable<ChatEvent>
  /** The whole branch and the totals, to those who know its end alone. */
  tellWhole(conversationId: string): void
  turns(conversationId: string, turnIds: readonly string[]): Turn[]
  tell(conversation: Conversation): void
  tellTurns(turns: readonly Turn[]): void
  /** The branch, as far as it is another one; then the conversation. */
  tellTree(conversationId: string): void
  tellConversation(kept: KeptConversation): void
  tellTotals(conversationId: string): void
}

export function createChatView(ports: ViewPorts): ChatView {
  const { connection, changes, feed, underWay } = ports
  /** What all those who were told of the whole branch of a conversation know of it. */
  const known = new Map<string, Branch>()

  const toConversation = (kept: KeptConversation): Conversation => ({
    ...kept,
    running: underWay.isRunning(kept.id),
  })
  const tell = (conversation: Conversation) =>
    feed.tell(conversation.id, { type: 'conversation', conversation })
  const tellConversation = (kept: KeptConversation) => {
    tell(toConversation(kept))
    changes.tell('conversations')
    changes.tell('status')
  }
  const readWhole = ({ id, headTurnId }: KeptConversation) => {
    const branch = readBranchOf(readShape(connection, id), headTurnId)
    known.set(id, branch)
    return { branch, totals: readTotals(connection, id) }
  }
  const begin = (conversationId: string): Beginning => {
    const kept = findConversation(connection, conversationId)
    const end = findEnd(connection, kept)
    const { branch, totals } = end ? { branch: end, totals: null } : readWhole(kept)
    const first: ChatEvent = {
      type: 'snapshot',
      conversation: toConversation(kept),
      branch: [...branch.ids],
      isEnd: end !== undefined,
      alternates: branch.alternates,
      turns: readLatest(ports, conversationId, branch.ids),
      totals,
    }
    return { first, rest: end && (() => toRest(conversationId)) }
  }
  const toRest = (conversationId: string): ChatEvent[] => {
    const { branch, totals } = readWhole(findConversation(connection, conversationId))
    return [
      { type: 'branch', from: 0, ids: [...branch.ids], alternates: branch.alternates },
      { type: 'totals', totals },
    ]
  }

  return {
    tell,
    tellConversation,
    async *watch(conversationId, signal) {
      try {
        yield* feed.watch(conversationId, () => begin(conversationId), signal)
      } finally {
        if (!feed.isWatched(conversationId)) known.delete(conversationId)
      }
    },
    tellWhole: feed.tellRest,
    turns: (conversationId, turnIds) => readTurns(ports, conversationId, turnIds),
    tellTurns(turns) {
      for (const turn of turns) feed.tell(turn.conversationId, { type: 'turn', turn })
    },
    tellTree(conversationId) {
      const kept = findConversation(connection, conversationId)
      const before = known.get(conversationId)
      if (before && feed.isWatched(conversationId)) {
        const after = readBranchOf(readShape(connection, conversationId), kept.headTurnId)
        known.set(conversationId, after)
        const change = diffBranch(before, after)
        if (change) feed.tell(conversationId, { type: 'branch', ...change })
      } else known.delete(conversationId)
      tellConversation(kept)
    },
    tellTotals(conversationId) {
      if (!feed.isWatched(conversationId)) return
      feed.tell(conversationId, { type: 'totals', totals: readTotals(connection, conversationId) })
    },
  }
}

/** Undefined where the snapshot brings the whole branch: it is short, or a drawing, whose steps are counted from its first. */
function findEnd(connection: Connection, { kind, headTurnId }: KeptConversation): Branch | undefined {
  return kind === 'chat' && headTurnId !== null ? readEnd(connection, headTurnId, turnsAtOnce) : undefined
}

/** The end of the branch, and what stands beside its head in a comparison. */
function readLatest(ports: ViewPorts, conversationId: string, ids: readonly string[]): Turn[] {
  const latest = readTurns(ports, conversationId, ids.slice(-turnsAtOnce))
  const head = latest.at(-1)
  if (!head) return []
  const compared = listCompared(ports.connection, head).filter((id) => id !== head.id)
  return [...latest, ...readTurns(ports, conversationId, compared)]
}

/** One under way is told to all who watch, so that what they know of it and what grows from now on fit together. */
function readTurns(
  { connection, feed, underWay }: ViewPorts,
  conversationId: string,
  turnIds: readonly string[],
): Turn[] {
  return findTurns(connection, conversationId, turnIds).map((kept) => {
    const run = underWay.get(kept.id)
    if (!run) return kept
    run.tellNow()
    feed.tell(conversationId, { type: 'turn', turn: run.turn })
    return run.turn
  })
}
