// Publishes a conversation to its watchers: its turns, its branch, its totals, and the answers being streamed.
import type { ChatEvent, Conversation, Turn } from '#shared/schemas/chat'
import type { Changes } from '../changes'
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import { findConversation, type StoredConversation } from '../conversations/conversation-rows'
import { listCompared, readBranchTail, readShape, readTotals } from '../conversations/tree/tree-rows'
import { type Branch, diffBranch, readBranchOf } from '../conversations/tree/tree-shape'
import { findTurns } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import type { ActiveRuns } from './chat-run'
import { mergeDeltas } from './fold'

/** How many turns of the branch come with the snapshot. */
const snapshotTurns = 30

interface PublisherPorts {
  readonly connection: Connection
  readonly changes: Changes
  readonly feed: ChatFeed
  readonly active: ActiveRuns
}

export interface ConversationPublisher {
  watch(conversationId: string, signal?: AbortSignal): AsyncIterable<ChatEvent>
  /** The whole branch and the totals, to those who know its end alone. */
  tellWhole(conversationId: string): void
  turns(conversationId: string, turnIds: readonly string[]): Turn[]
  publish(conversation: Conversation): void
  publishTurns(turns: readonly Turn[]): void
  /** The branch, as far as it is another one; then the conversation. */
  publishBranch(conversationId: string): void
  publishConversation(kept: StoredConversation): void
  publishTotals(conversationId: string): void
}

export function createConversationPublisher(ports: PublisherPorts): ConversationPublisher {
  const { connection, changes, feed, active } = ports
  /** What all those who were told of the whole branch of a conversation know of it. */
  const known = new Map<string, Branch>()

  const toConversation = (kept: StoredConversation): Conversation => ({
    ...kept,
    running: active.isRunning(kept.id),
  })
  const publish = (conversation: Conversation) =>
    feed.publish(conversation.id, { type: 'conversation', conversation })
  const publishConversation = (kept: StoredConversation) => {
    publish(toConversation(kept))
    changes.tell('conversations')
    changes.tell('status')
  }
  const readWhole = ({ id, headTurnId }: StoredConversation) => {
    const branch = readBranchOf(readShape(connection, id), headTurnId)
    known.set(id, branch)
    return { branch, totals: readTotals(connection, id) }
  }
  const begin = (conversationId: string): WatchStart => {
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
    publish,
    publishConversation,
    async *watch(conversationId, signal) {
      try {
        yield* feed.watch(conversationId, () => begin(conversationId), signal)
      } finally {
        if (!feed.isWatched(conversationId)) known.delete(conversationId)
      }
    },
    tellWhole: feed.publishRest,
    turns: (conversationId, turnIds) => readTurns(ports, conversationId, turnIds),
    publishTurns(turns) {
      for (const turn of turns) feed.publish(turn.conversationId, { type: 'turn', turn })
    },
    publishBranch(conversationId) {
      const kept = findConversation(connection, conversationId)
      const before = known.get(conversationId)
      if (before && feed.isWatched(conversationId)) {
        const after = readBranchOf(readShape(connection, conversationId), kept.headTurnId)
        known.set(conversationId, after)
        const change = diffBranch(before, after)
        if (change) feed.publish(conversationId, { type: 'branch', ...change })
      } else known.delete(conversationId)
      publishConversation(kept)
    },
    publishTotals(conversationId) {
      if (!feed.isWatched(conversationId)) return
      feed.publish(conversationId, { type: 'totals', totals: readTotals(connection, conversationId) })
    },
  }
}

/** Undefined if the snapshot brings the whole branch: it is short, or a drawing, whose steps are counted from its first. */
function findEnd(connection: Connection, { kind, headTurnId }: StoredConversation): Branch | undefined {
  return kind === 'chat' && headTurnId !== null
    ? readBranchTail(connection, headTurnId, snapshotTurns)
    : undefined
}

/** The end of the branch, and what is beside its head in a comparison. */
function readLatest(ports: PublisherPorts, conversationId: string, ids: readonly string[]): Turn[] {
  const latest = readTurns(ports, conversationId, ids.slice(-snapshotTurns))
  const head = latest.at(-1)
  if (!head) return []
  const compared = listCompared(ports.connection, head).filter((id) => id !== head.id)
  return [...latest, ...readTurns(ports, conversationId, compared)]
}

/** One in progress is told to all who watch, so that what they know of it and what grows from now on fit together. */
function readTurns(
  { connection, feed, active }: PublisherPorts,
  conversationId: string,
  turnIds: readonly string[],
): Turn[] {
  return findTurns(connection, conversationId, turnIds).map((kept) => {
    const run = active.get(kept.id)
    if (!run) return kept
    run.publishNow()
    feed.publish(conversationId, { type: 'turn', turn: run.turn })
    return run.turn
  })
}

/** What a watcher is told at first. */
interface WatchStart {
  readonly first: ChatEvent
  /** Set if that was not all of the branch; until the rest is requested, its changes are not published. */
  readonly rest?: (() => ChatEvent[]) | undefined
}

export interface ChatFeed {
  publish(conversationId: string, event: ChatEvent): void
  isWatched(conversationId: string): boolean
  /** From `begin` on no event is missed. Called when the reading begins. */
  watch(conversationId: string, begin: () => WatchStart, signal?: AbortSignal): AsyncGenerator<ChatEvent>
  /** To those who were told of a beginning alone. */
  publishRest(conversationId: string): void
  /** Ends the watching of one conversation. */
  end(conversationId: string): void
  close(): void
}

interface Watcher {
  readonly mailbox: Mailbox<ChatEvent>
  rest: WatchStart['rest']
}

export function createChatFeed(): ChatFeed {
  const watched = new Map<string, Set<Watcher>>()

  const endConversation = (conversationId: string, watcher: Watcher) => {
    const watchers = watched.get(conversationId)
    watchers?.delete(watcher)
    if (watchers?.size === 0) watched.delete(conversationId)
  }
  const end = (conversationId: string) => {
    for (const { mailbox } of watched.get(conversationId) ?? []) mailbox.end()
  }

  return {
    end,
    isWatched: (conversationId) => watched.has(conversationId),
    publish(conversationId, event) {
      for (const { mailbox, rest } of watched.get(conversationId) ?? []) {
        if (!rest || event.type !== 'branch') mailbox.put(event)
      }
    },
    async *watch(conversationId, begin, signal) {
      const mailbox = createMailbox(addEvent)
      const { first, rest } = begin()
      const watcher: Watcher = { mailbox, rest }
      mailbox.put(first)
      watched.set(conversationId, (watched.get(conversationId) ?? new Set()).add(watcher))
      try {
        yield* mailbox.read(signal)
      } finally {
        endConversation(conversationId, watcher)
      }
    },
    publishRest(conversationId) {
      for (const watcher of watched.get(conversationId) ?? []) {
        for (const event of watcher.rest?.() ?? []) watcher.mailbox.put(event)
        watcher.rest = undefined
      }
    },
    close() {
      for (const conversationId of watched.keys()) end(conversationId)
    },
  }
}

/** Waiting events stay as few as there are turns that changed: the newest word on a thing replaces the older ones. */
export function addEvent(waiting: ChatEvent[], event: ChatEvent): void {
  if (event.type === 'delta') {
    addDelta(waiting, event)
    return
  }
  const earlier = waiting.find((one) => one.type === 'branch')
  const merged = event.type === 'branch' && earlier?.type === 'branch' ? mergeBranches(earlier, event) : event
  const kept = waiting.filter((one) => !replaces(merged, one))
  waiting.splice(0, waiting.length, ...kept, merged)
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
  const stays = earlier.ids.slice(0, later.from - earlier.from)
  const { from, alternates } = earlier
  const stayed = Object.fromEntries(stays.flatMap((id) => (alternates[id] ? [[id, alternates[id]]] : [])))
  return {
    type: 'branch',
    from,
    ids: [...stays, ...later.ids],
    alternates: { ...stayed, ...later.alternates },
  }
}

function replaces(event: ChatEvent, earlier: ChatEvent): boolean {
  if (event.type !== 'turn') return event.type === earlier.type
  if (earlier.type === 'turn') return earlier.turn.id === event.turn.id
  return earlier.type === 'delta' && earlier.turnId === event.turn.id
}
