// Publishes a conversation to its watchers: its turns, its branch, its totals, and the answers being streamed.
import type { ChatEvent, Conversation, Turn } from '#shared/schemas/chat'
import type { Changes } from '../changes'
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import { findConversation, type StoredConversation } from '../conversations/conversation-rows'
import { listCompared, readBranchTail, readShape, readTotals } from '../conversations/tree/tree-rows'
import { type Branch, diffBranch, readBranchOf } from '../conversations/tree/tree-shape'
import { findTurns } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { mergeDeltas } from './fold'

/** How many turns of the branch come with the snapshot. */
const snapshotTurns = 30

/** An answer in progress. */
export interface LiveAnswer {
  /** As far as it has come. */
  readonly turn: Turn
  /** Publishes what has come and waits for the next frame. */
  publishNow(): void
}

export function runsIn<Run extends LiveAnswer>(
  runs: ReadonlyMap<string, Run>,
  conversationId: string,
): Run[] {
  return [...runs.values()].filter(({ turn }) => turn.conversationId === conversationId)
}

interface PublisherPorts {
  readonly connection: Connection
  readonly changes: Changes
  /** The answers in progress, by the ids of their turns. */
  readonly runs: ReadonlyMap<string, LiveAnswer>
}

interface Watcher {
  readonly mailbox: Mailbox<ChatEvent>
  /** Set while it knows the end of the branch alone: until the rest is requested, changes of the branch are not published. */
  rest?: (() => ChatEvent[]) | undefined
}

export class ConversationPublisher {
  readonly #ports: PublisherPorts
  readonly #watchers = new Map<string, Set<Watcher>>()
  /** What every watcher of the whole branch of a conversation knows of it. */
  readonly #known = new Map<string, Branch>()

  constructor(ports: PublisherPorts) {
    this.#ports = ports
  }

  /** A snapshot, then every event. Ends when the signal is aborted, the conversation ended, or the publisher closed. */
  async *watch(conversationId: string, signal?: AbortSignal): AsyncGenerator<ChatEvent> {
    const watcher: Watcher = { mailbox: createMailbox(addEvent) }
    try {
      const snapshot = this.#readSnapshot(conversationId)
      if (snapshot.isEnd) watcher.rest = () => this.#readRest(conversationId)
      watcher.mailbox.put(snapshot)
      this.#watchers.set(conversationId, new Set(this.#watchers.get(conversationId)).add(watcher))
      yield* watcher.mailbox.read(signal)
    } finally {
      const watchers = this.#watchers.get(conversationId)
      watchers?.delete(watcher)
      if (!watchers?.size) {
        this.#watchers.delete(conversationId)
        this.#known.delete(conversationId)
      }
    }
  }

  /** The whole branch and the totals, to watchers who know its end alone. */
  publishFullBranch(conversationId: string): void {
    for (const watcher of this.#watchers.get(conversationId) ?? []) {
      for (const event of watcher.rest?.() ?? []) watcher.mailbox.put(event)
      watcher.rest = undefined
    }
  }

  publish(conversationId: string, event: ChatEvent): void {
    for (const { mailbox, rest } of this.#watchers.get(conversationId) ?? [])
      if (!rest || event.type !== 'branch') mailbox.put(event)
  }

  publishTurns(turns: readonly Turn[]): void {
    for (const turn of turns) this.publish(turn.conversationId, { type: 'turn', turn })
  }

  /** The branch, if it has changed; then the conversation. */
  publishBranch(conversationId: string): void {
    const { connection } = this.#ports
    const stored = findConversation(connection, conversationId)
    const before = this.#known.get(conversationId)
    if (before && this.#watchers.has(conversationId)) {
      const after = readBranchOf(readShape(connection, conversationId), stored.headTurnId)
      this.#known.set(conversationId, after)
      const change = diffBranch(before, after)
      if (change) this.publish(conversationId, { type: 'branch', ...change })
    } else this.#known.delete(conversationId)
    this.publishConversation(stored)
  }

  publishConversation(stored: StoredConversation): void {
    this.publish(stored.id, { type: 'conversation', conversation: this.#toConversation(stored) })
    this.#ports.changes.emit('conversations')
    this.#ports.changes.emit('status')
  }

  publishTotals(conversationId: string): void {
    if (!this.#watchers.has(conversationId)) return
    const totals = readTotals(this.#ports.connection, conversationId)
    this.publish(conversationId, { type: 'totals', totals })
  }

  /** An answer in progress is published to all watchers, so that what they know of it and what grows from now on fit together. */
  readTurns(conversationId: string, turnIds: readonly string[]): Turn[] {
    const { connection, runs } = this.#ports
    return findTurns(connection, conversationId, turnIds).map((stored) => {
      const run = runs.get(stored.id)
      if (!run) return stored
      run.publishNow()
      this.publishTurns([run.turn])
      return run.turn
    })
  }

  endConversation(conversationId: string): void {
    for (const { mailbox } of this.#watchers.get(conversationId) ?? []) mailbox.end()
  }

  close(): void {
    for (const conversationId of this.#watchers.keys()) this.endConversation(conversationId)
  }

  #toConversation(stored: StoredConversation): Conversation {
    return { ...stored, running: runsIn(this.#ports.runs, stored.id).length > 0 }
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

  /** The end of the branch, and what is beside its head in a comparison. */
  #readLatest(conversationId: string, ids: readonly string[]): Turn[] {
    const latest = this.readTurns(conversationId, ids.slice(-snapshotTurns))
    const head = latest.at(-1)
    const compared = head ? listCompared(this.#ports.connection, head).filter((id) => id !== head.id) : []
    return [...latest, ...this.readTurns(conversationId, compared)]
  }

  #readWhole({ id, headTurnId }: StoredConversation) {
    const { connection } = this.#ports
    const branch = readBranchOf(readShape(connection, id), headTurnId)
    this.#known.set(id, branch)
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

/** Undefined if the snapshot brings the whole branch: it is short, or a drawing, whose steps are counted from its first. */
function findEnd(connection: Connection, { kind, headTurnId }: StoredConversation): Branch | undefined {
  return kind === 'chat' && headTurnId !== null
    ? readBranchTail(connection, headTurnId, snapshotTurns)
    : undefined
}

/** Waiting events stay as few as there are turns that changed: the newest event about a thing replaces the older ones. */
export function addEvent(waiting: ChatEvent[], event: ChatEvent): void {
  if (event.type === 'delta') {
    addDelta(waiting, event)
    return
  }
  const earlier = waiting.find((one) => one.type === 'branch')
  const merged = event.type === 'branch' && earlier?.type === 'branch' ? mergeBranches(earlier, event) : event
  const watchers = waiting.filter((one) => !replaces(merged, one))
  waiting.splice(0, waiting.length, ...watchers, merged)
}

function addDelta(waiting: ChatEvent[], event: ChatEvent & { type: 'delta' }): void {
  const at = waiting.findIndex((earlier) => earlier.type === 'delta' && earlier.turnId === event.turnId)
  const earlier = waiting[at]
  if (earlier?.type !== 'delta') waiting.push(event)
  else waiting[at] = { ...event, deltas: [...mergeDeltas(earlier.deltas, event.deltas)] }
}

type BranchEvent = ChatEvent & { type: 'branch' }

/** One event that does what the two do one after the other. */
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
