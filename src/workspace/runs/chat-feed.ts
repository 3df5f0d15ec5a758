// Brings the events of conversations to those who watch them, merged for a watcher that is slow.
import type { ChatEvent } from '#shared/schemas/chat'
import { createMailbox, type Mailbox } from '../mailbox'
import { mergeDeltas } from './fold'

export interface ChatFeed {
  tell(conversationId: string, event: ChatEvent): void
  /** `begin` makes the first event, and from then on none is missed. Called when the reading begins. */
  watch(conversationId: string, begin: () => ChatEvent, signal?: AbortSignal): AsyncGenerator<ChatEvent>
  /** Ends the watching of one conversation. */
  end(conversationId: string): void
  close(): void
}

export function createChatFeed(): ChatFeed {
  const watched = new Map<string, Set<Mailbox<ChatEvent>>>()

  const leave = (conversationId: string, mailbox: Mailbox<ChatEvent>) => {
    const mailboxes = watched.get(conversationId)
    mailboxes?.delete(mailbox)
    if (mailboxes?.size === 0) watched.delete(conversationId)
  }
  const end = (conversationId: string) => {
    for (const mailbox of watched.get(conversationId) ?? []) mailbox.end()
  }

  return {
    end,
    tell(conversationId, event) {
      for (const mailbox of watched.get(conversationId) ?? []) mailbox.put(event)
    },
    async *watch(conversationId, begin, signal) {
      const mailbox = createMailbox(addEvent)
      const mailboxes = watched.get(conversationId) ?? new Set()
      mailbox.put(begin())
      watched.set(conversationId, mailboxes.add(mailbox))
      try {
        yield* mailbox.read(signal)
      } finally {
        leave(conversationId, mailbox)
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
  const kept = waiting.filter((earlier) => !replaces(event, earlier))
  waiting.splice(0, waiting.length, ...kept, event)
}

function addDelta(waiting: ChatEvent[], event: ChatEvent & { type: 'delta' }): void {
  const at = waiting.findIndex((earlier) => earlier.type === 'delta' && earlier.turnId === event.turnId)
  const earlier = waiting[at]
  if (earlier?.type !== 'delta') waiting.push(event)
  else waiting[at] = { ...event, deltas: [...mergeDeltas(earlier.deltas, event.deltas)] }
}

function replaces(event: ChatEvent, earlier: ChatEvent): boolean {
  if (event.type === 'conversation') return earlier.type === 'conversation'
  if (event.type !== 'turn') return false
  if (earlier.type === 'turn') return earlier.turn.id === event.turn.id
  return earlier.type === 'delta' && earlier.turnId === event.turn.id
}
