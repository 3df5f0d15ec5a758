// Notifies listeners which kind of data has changed, without the data: they read again what they show.
import type { ChangeTopic } from '#shared/desktop/contract'
import { createMailbox, type Mailbox } from './concurrency/mailbox'

interface Change {
  readonly topic: ChangeTopic
}

export interface Changes {
  emit(topic: ChangeTopic): void
  /** Returns an unsubscribe function. */
  subscribe(listener: (topic: ChangeTopic) => void): () => void
  /** Starts with the call, not with the first read. A topic emitted again before it is read is delivered once. */
  watch(signal?: AbortSignal): AsyncIterable<Change>
  /** Ends every iterable that `watch` returned. */
  close(): void
}

export function createChanges(): Changes {
  const listeners = new Set<(topic: ChangeTopic) => void>()
  const mailboxes = new Set<Mailbox<Change>>()

  async function* read(mailbox: Mailbox<Change>, signal?: AbortSignal): AsyncGenerator<Change> {
    try {
      yield* mailbox.read(signal)
    } finally {
      mailboxes.delete(mailbox)
    }
  }

  return {
    emit(topic) {
      for (const listener of listeners) listener(topic)
      for (const mailbox of mailboxes) mailbox.put({ topic })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch(signal) {
      const mailbox = createMailbox(addOnce)
      mailboxes.add(mailbox)
      signal?.addEventListener('abort', () => mailboxes.delete(mailbox), { once: true })
      return read(mailbox, signal)
    },
    close() {
      for (const mailbox of mailboxes) mailbox.end()
      mailboxes.clear()
      listeners.clear()
    },
  }
}

function addOnce(waiting: Change[], change: Change): void {
  if (!waiting.some(({ topic }) => topic === change.topic)) waiting.push(change)
}
