// Notifies listeners which kinds of data have changed, without the data: they read again what they show.
import type { ChangeTopic } from '#shared/desktop/contract'
import { createFeed } from './concurrency/feed'

export type Changes = ReturnType<typeof createChanges>

export function createChanges() {
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
    emit(topic: ChangeTopic): void {
      for (const listener of listeners) listener(topic)
      feed.publish(topic)
    },
    /** Returns an unsubscribe function. */
    subscribe(listener: (topic: ChangeTopic) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Starts with the call, not with the first read. */
    watch: feed.watch,
    /** Ends every iterable that `watch` returned. */
    close(): void {
      feed.close()
      listeners.clear()
    },
  }
}
