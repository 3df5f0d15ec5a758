// Brings the events of conversations to those who watch them, merged for a watcher that is slow.
import type { ChatEvent } from '#shared/schemas/chat'
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import { mergeDeltas } from './fold'

/** What a watcher is told at first. */
export interface Beginning {
  readonly first: ChatEvent
  /** Where that was not all; till it is wished for, no change of the branch is told. */
  readonly rest?: (() => ChatEvent[]) | undefined
}

export interface ChatFeed {
  tell(conversationId: string, event: ChatEvent): void
  isWatched(conversationId: string): boolean
  /** From `begin` on no event is missed. Called when the reading begins. */
  watch(conversationId: string, begin: () => Beginning, signal?: AbortSignal): AsyncGenerator<ChatEvent>
  /** To those who were told of a beginning alone. */
  tellRest(conversationId: string): void
  /** Ends the watching of one conversation. */
  end(conversationId: string): void
  close(): void
}

interface Watcher {
  readonly mailbox: Mailbox<ChatEvent>
  rest: Beginning['rest']
}

export function createChatFeed(): ChatFeed {
  const watched = new Map<string, Set<Watcher>>()

  const leave = (conversationId: string, watcher: Watcher) => {
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
    tell(conversationId, event) {
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
        leave(conversationId, watcher)
      }
    },
    tellRest(conversationId) {
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
