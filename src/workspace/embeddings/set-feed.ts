// Publishes changes of sets to their watchers, a few times a second.
import type { EmbeddingEvent, EmbeddingSet } from '#shared/schemas/embedding-set'
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import { createThrottle } from '../concurrency/timing'

type ChangedRow = (EmbeddingEvent & { type: 'changed' })['rows'][number]

export type SetFeed = ReturnType<typeof createSetFeed>

interface FeedPorts {
  /** Returns undefined if the set is deleted. */
  readonly view: (setId: string) => EmbeddingSet | undefined
  /** Publishes that the list of sets has changed. */
  readonly publishList: () => void
}

interface PendingChanges {
  readonly changed: Map<number, ChangedRow>
  hasOtherRows: boolean
}

/** Milliseconds. */
const publishIntervalMs = 100
const publishListIntervalMs = 500
/** With more changed rows than this, reading all rows again is faster. */
const maxChanged = 2000

export function createSetFeed({ view, publishList }: FeedPorts) {
  const mailboxes = new Map<string, Set<Mailbox<EmbeddingEvent>>>()
  let pending = new Map<string, PendingChanges>()
  const listing = createThrottle(publishListIntervalMs, publishList)
  const publishing = createThrottle(publishIntervalMs, () => {
    const due = pending
    pending = new Map()
    for (const [setId, changes] of due) {
      const set = mailboxes.has(setId) ? view(setId) : undefined
      if (!set) continue
      for (const event of [...toEvents(changes), { type: 'set' as const, set }])
        for (const mailbox of mailboxes.get(setId) ?? []) mailbox.put(event)
    }
  })
  /** Adds the change before it triggers the throttle, which publishes immediately after a pause. */
  const record = (setId: string, add: (changes: PendingChanges) => void) => {
    const changes = pending.get(setId) ?? { changed: new Map(), hasOtherRows: false }
    pending.set(setId, changes)
    add(changes)
    publishing.schedule()
    listing.schedule()
  }
  async function* read(setId: string, set: EmbeddingSet, signal?: AbortSignal) {
    const mailbox = createMailbox<EmbeddingEvent>(mergeEvents)
    const watching = mailboxes.get(setId) ?? new Set()
    mailboxes.set(setId, watching.add(mailbox))
    mailbox.put({ type: 'set', set })
    try {
      yield* mailbox.read(signal)
    } finally {
      watching.delete(mailbox)
      if (watching.size === 0) mailboxes.delete(setId)
    }
  }
  /** Ends all watching of a deleted set. */
  const end = (setId: string) => {
    for (const mailbox of mailboxes.get(setId) ?? []) mailbox.end()
  }
  return {
    end,
    watched: () => [...mailboxes.keys()],
    /** Publishes the set's name and counts. */
    publish: (setId: string) => record(setId, () => undefined),
    publishRow: (setId: string, row: ChangedRow) => record(setId, ({ changed }) => changed.set(row.id, row)),
    /** Publishes that rows were added, removed or moved. */
    publishRows: (setId: string) =>
      record(setId, (changes) => {
        changes.hasOtherRows = true
      }),
    async *watch(setId: string, signal?: AbortSignal) {
      const set = view(setId)
      if (set) yield* read(setId, set, signal)
    },
    close() {
      publishing.cancel()
      listing.cancel()
      for (const setId of mailboxes.keys()) end(setId)
    },
  }
}

function toEvents({ changed, hasOtherRows }: PendingChanges): EmbeddingEvent[] {
  if (hasOtherRows || changed.size > maxChanged) return [{ type: 'rows' }]
  return changed.size > 0 ? [{ type: 'changed', rows: [...changed.values()] }] : []
}

/** For slow readers: retains the newest state of the set and of each row. Reading all rows again covers earlier changes. */
export function mergeEvents(waiting: EmbeddingEvent[], event: EmbeddingEvent): void {
  const known = waiting.findIndex(({ type }) => type === event.type)
  if (event.type === 'rows') {
    const remaining = waiting.filter(({ type }) => type === 'set')
    waiting.splice(0, waiting.length, ...remaining, event)
    return
  }
  if (event.type === 'changed' && waiting.some(({ type }) => type === 'rows')) return
  const earlier = waiting[known]
  if (!earlier) waiting.push(event)
  else waiting.splice(known, 1, mergeTwo(earlier, event))
}

function mergeTwo(earlier: EmbeddingEvent, event: EmbeddingEvent): EmbeddingEvent {
  if (event.type !== 'changed' || earlier.type !== 'changed') return event
  const byId = new Map([...earlier.rows, ...event.rows].map((row) => [row.id, row]))
  return byId.size > maxChanged ? { type: 'rows' } : { type: 'changed', rows: [...byId.values()] }
}
