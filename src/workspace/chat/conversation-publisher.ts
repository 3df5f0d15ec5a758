// Publishes a conversation's turns, branch, totals and streamed answers to its watchers.
import type { ChatEvent, Conversation, Turn } from '#shared/schemas/chat'
import type { Changes } from '../changes'
import { createFeed, type Unread } from '../concurrency/feed'
import { findConversation, type StoredConversation } from '../conversations/conversation-rows'
import { listCompared, readBranchTail, readShape, readTotals } from '../conversations/tree/tree-rows'
import { type Branch, diffBranch, readBranchOf } from '../conversations/tree/tree-shape'
import { findTurns } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { mergeDeltas } from './fold'

/** How many turns the snapshot of a branch includes. */
const snapshotTurns = 30

/** A running answer: what has been received so far. */
export interface LiveAnswer {
  readonly turn: Turn
}

export function listRuns<Run extends LiveAnswer>(
  runs: ReadonlyMap<string, Run>,
  conversationId: string,
): Run[] {
  return [...runs.values()].filter(({ turn }) => turn.conversationId === conversationId)
}

interface PublisherPorts {
  readonly connection: Connection
  readonly changes: Changes
  /** The running answers by turn id. */
  readonly runs: ReadonlyMap<string, LiveAnswer>
}

export class ConversationPublisher {
  readonly #ports: PublisherPorts
  readonly #feed = createFeed<ChatEvent, ChatEvent[]>(
    (conversationId) => this.#createUnread(conversationId),
    (conversationId) => this.#feed.isWatched(conversationId) || this.#branches.delete(conversationId),
  )
  /** The branch of each conversation as last published to the watchers of the full branch. */
  readonly #branches = new Map<string, Branch>()

  constructor(ports: PublisherPorts) {
    this.#ports = ports
  }

  /** Yields a snapshot, then every event. Ends if the signal aborts, the conversation ends, or the publisher closes. */
  watch(conversationId: string, signal?: AbortSignal): AsyncIterable<ChatEvent[]> {
    return this.#feed.watch(signal, conversationId)
  }

  publish(conversationId: string, event: ChatEvent): void {
    this.#feed.publish(event, conversationId)
  }

  publishTurns(turns: readonly Turn[]): void {
    for (const turn of turns) this.publish(turn.conversationId, { type: 'turn', turn })
  }

  /** Publishes the branch if it has changed, and the conversation. */
  publishBranch(conversationId: string): void {
    const { connection } = this.#ports
    const stored = findConversation(connection, conversationId)
    const before = this.#branches.get(conversationId)
    if (before && this.#feed.isWatched(conversationId)) {
      const after = readBranchOf(readShape(connection, conversationId), stored.headTurnId)
      this.#branches.set(conversationId, after)
      const change = diffBranch(before, after)
      if (change) this.publish(conversationId, { type: 'branch', ...change })
    } else this.#branches.delete(conversationId)
    this.publishConversation(stored)
  }

  publishConversation(stored: StoredConversation): void {
    this.publish(stored.id, { type: 'conversation', conversation: this.#toConversation(stored) })
    this.#ports.changes.emit('conversations')
    this.#ports.changes.emit('status')
  }

  publishTotals(conversationId: string): void {
    if (!this.#feed.isWatched(conversationId)) return
    const totals = readTotals(this.#ports.connection, conversationId)
    this.publish(conversationId, { type: 'totals', totals })
  }

  /** Publishes running answers to all watchers, so that later deltas apply to the same state everywhere. */
  readTurns(conversationId: string, turnIds: readonly string[]): Turn[] {
    const { connection, runs } = this.#ports
    return findTurns(connection, conversationId, turnIds).map((stored) => {
      const run = runs.get(stored.id)
      if (!run) return stored
      this.publishTurns([run.turn])
      return run.turn
    })
  }

  endConversation(conversationId: string): void {
    this.#feed.end(conversationId)
  }

  close(): void {
    this.#feed.close()
  }

  /** In a long chat, first the end of the branch, then all of it, which includes the changes between the two. */
  #createUnread(conversationId: string): Unread<ChatEvent, ChatEvent[]> {
    let next: 'snapshot' | 'rest' | 'changes' = 'snapshot'
    let events: ChatEvent[] = []
    return {
      add: (event) => {
        if (next !== 'snapshot') addEvent(events, event)
      },
      take: () => {
        if (next === 'snapshot') {
          const snapshot = this.#readSnapshot(conversationId)
          next = snapshot.isEnd ? 'rest' : 'changes'
          return [snapshot]
        }
        if (next === 'rest') for (const event of this.#readRest(conversationId)) addEvent(events, event)
        next = 'changes'
        const unread = events
        events = []
        return unread.length > 0 ? unread : null
      },
    }
  }

  #toConversation(stored: StoredConversation): Conversation {
    return { ...stored, running: listRuns(this.#ports.runs, stored.id).length > 0 }
  }

  #readSnapshot(conversationId: string): ChatEvent & { type: 'snapshot' } {
    const { connection } = this.#ports
    const stored = findConversation(connection, conversationId)
    const end = findEnd(connection, stored)
    const { branch, totals } = end ? { branch: end, totals: null } : this.#readWhole(stored)
    return {
      type: 'snapshot',
      conversation: this.#toConversation(stored),
      branch: [...branch.ids],
      isEnd: end !== undefined,
      alternates: branch.alternates,
      turns: this.#readLatest(conversationId, branch.ids),
      totals,
    }
  }

  /** The last turns of the branch, and the answers compared with its head. */
  #readLatest(conversationId: string, ids: readonly string[]): Turn[] {
    const latest = this.readTurns(conversationId, ids.slice(-snapshotTurns))
    const head = latest.at(-1)
    const compared = head ? listCompared(this.#ports.connection, head).filter((id) => id !== head.id) : []
    return [...latest, ...this.readTurns(conversationId, compared)]
  }

  #readWhole({ id, headTurnId }: StoredConversation) {
    const { connection } = this.#ports
    const branch = readBranchOf(readShape(connection, id), headTurnId)
    this.#branches.set(id, branch)
    return { branch, totals: readTotals(connection, id) }
  }

  #readRest(conversationId: string): ChatEvent[] {
    const { branch, totals } = this.#readWhole(findConversation(this.#ports.connection, conversationId))
    return [
      { type: 'branch', from: 0, ids: [...branch.ids], alternates: branch.alternates },
      { type: 'totals', totals },
    ]
  }
}

/** Returns undefined for a short branch, and for a drawing, whose steps are numbered from the first. */
function findEnd(connection: Connection, { kind, headTurnId }: StoredConversation): Branch | undefined {
  return kind === 'chat' && headTurnId !== null
    ? readBranchTail(connection, headTurnId, snapshotTurns)
    : undefined
}

/** Merges waiting events, so that there is at most one for each turn: a newer event replaces older ones. */
function addEvent(waiting: ChatEvent[], event: ChatEvent): void {
  if (event.type === 'delta') {
    addDelta(waiting, event)
    return
  }
  const branch = waiting.find(({ type }) => type === 'branch')
  const merged = event.type === 'branch' && branch?.type === 'branch' ? mergeBranches(branch, event) : event
  const remaining = waiting.filter((earlier) => !replaces(merged, earlier))
  waiting.splice(0, waiting.length, ...remaining, merged)
}

function addDelta(waiting: ChatEvent[], event: ChatEvent & { type: 'delta' }): void {
  const at = waiting.findIndex((earlier) => earlier.type === 'delta' && earlier.turnId === event.turnId)
  const earlier = waiting[at]
  if (earlier?.type !== 'delta') waiting.push(event)
  else waiting[at] = { ...event, deltas: [...mergeDeltas(earlier.deltas, event.deltas)] }
}

type BranchEvent = ChatEvent & { type: 'branch' }

/** Returns one event with the effect of both. */
function mergeBranches(earlier: BranchEvent, later: BranchEvent): BranchEvent {
  if (later.from <= earlier.from) return later
  const retained = earlier.ids.slice(0, later.from - earlier.from)
  const { from, alternates } = earlier
  const retainedAlternates = Object.fromEntries(
    retained.flatMap((id) => (alternates[id] ? [[id, alternates[id]]] : [])),
  )
  return {
    type: 'branch',
    from,
    ids: [...retained, ...later.ids],
    alternates: { ...retainedAlternates, ...later.alternates },
  }
}

function replaces(event: ChatEvent, earlier: ChatEvent): boolean {
  if (event.type !== 'turn') return event.type === earlier.type
  if (earlier.type === 'turn') return earlier.turn.id === event.turn.id
  return earlier.type === 'delta' && earlier.turnId === event.turn.id
}
