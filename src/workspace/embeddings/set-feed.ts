// Publishes changes of sets to those who watch them.
import type { EmbeddingEvent, EmbeddingSet } from '#shared/schemas/embedding-set'
import { createFeed } from '../concurrency/feed'
import { createThrottle } from '../concurrency/timing'

type ChangedRow = EmbeddingEvent['changed'][number]

export type SetFeed = ReturnType<typeof createSetFeed>

interface FeedPorts {
  /** Returns undefined if the set is deleted. */
  readonly view: (setId: string) => EmbeddingSet | undefined
  /** Publishes that the list of sets has changed. */
  readonly publishList: () => void
}

/** A changed row, changed counts, or rows that were added, removed or moved. */
type SetChange = ChangedRow | 'set' | 'rows'

/** Milliseconds. */
const publishListIntervalMs = 500
/** With more changed rows than this, reading all rows again is faster. */
const maxChanged = 2000

export function createSetFeed({ view, publishList }: FeedPorts) {
  const listing = createThrottle(publishListIntervalMs, publishList)
  const feed = createFeed<SetChange, EmbeddingEvent>((setId) => {
    const changed = new Map<number, ChangedRow>()
    let hasOtherRows = false
    let isUnread = true
    return {
      add(change) {
        isUnread = true
        if (change === 'rows') hasOtherRows = true
        else if (change !== 'set' && !hasOtherRows) changed.set(change.id, change)
        hasOtherRows ||= changed.size > maxChanged
        if (hasOtherRows) changed.clear()
      },
      take() {
        const set = isUnread ? view(setId) : undefined
        if (!set) return null
        const event = { set, changed: [...changed.values()], hasOtherRows }
        changed.clear()
        hasOtherRows = false
        isUnread = false
        return event
      },
    }
  })
  const publish = (setId: string, change: SetChange) => {
    feed.publish(change, setId)
    listing.schedule()
  }
  return {
    watched: feed.watched,
    watch: (setId: string, signal?: AbortSignal) => feed.watch(signal, setId),
    /** Publishes the set's name and counts. */
    publish: (setId: string) => publish(setId, 'set'),
    publishRow: (setId: string, row: ChangedRow) => publish(setId, row),
    /** Publishes that rows were added, removed or moved. */
    publishRows: (setId: string) => publish(setId, 'rows'),
    close() {
      listing.cancel()
      feed.close()
    },
  }
}
