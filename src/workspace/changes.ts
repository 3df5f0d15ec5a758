// Notifies listeners which kinds of data have changed, without the data: they read again what they show.
import type { ChangeTopic } from '#shared/desktop/contract'
import { createFeed } from './concurrency/feed'

export interface Changes {
  emit(topic: ChangeTopic): void
  /** Returns an unsubscribe function. */
  subscribe(listener: (topic: ChangeTopic) => void): () => void
  /** Starts with the call, not with the first read. */
  watch(signal?: AbortSignal): AsyncIterable<{ readonly topics: ChangeTopic[] }>
  /** Ends every iterable that `watch` returned. */
  close(): void
}

export function createChanges(): Changes {
  const listeners = new Set<(topic: ChangeTopic) => void>()
  const feed = createFeed(() => {
    const unread = new Set<ChangeTopic>()
    return {
      add: (topic: ChangeTopic) => void unread.add(topic),
      take() {
        const topics = [...unread]
        unread.clear()
        return topics.length > 0 ? { topics } : null
      },
    }
  })
  return {
    emit(topic) {
      for (const listener of listeners) listener(topic)
      feed.publish(topic)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch: feed.watch,
    close() {
      feed.close()
      listeners.clear()
    },
  }
}
