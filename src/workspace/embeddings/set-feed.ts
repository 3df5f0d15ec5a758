// Publishes changes of sets to their watchers, a few times a second.
import type { EmbeddingEvent, EmbeddingSet } from '#shared/schemas/embedding-set'
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import { createThrottle } from '../concurrency/timing'

type ChangedRow = (EmbeddingEvent & { type: 'changed' })['rows'][number]

export type SetFeed = ReturnType<typeof createSetFeed>

interface FeedPorts {
  /** Undefined if it is gone. */
  readonly view: (setId: string) => EmbeddingSet | undefined
  /** Some set has changed, for whoever lists them. */
  readonly publishList: () => void
}

interface News {
  readonly changed: Map<number, ChangedRow>
  others: boolean
}

/** Milliseconds. */
const publishIntervalMs = 100
const publishListIntervalMs = 500
/** When more rows than that have changed they are better read again. */
const maxChanged = 2000

export function createSetFeed({ view, publishList }: FeedPorts) {
  const mailboxes = new Map<string, Set<Mailbox<EmbeddingEvent>>>()
  let waiting = new Map<string, News>()
  const listing = createThrottle(publishListIntervalMs, publishList)
  const publishing = createThrottle(publishIntervalMs, () => {
    const due = waiting
    waiting = new Map()
    for (const [setId, news] of due) {
      const set = mailboxes.has(setId) ? view(setId) : undefined
      if (!set) continue
      for (const event of [...toEvents(news), { type: 'set' as const, set }])
        for (const mailbox of mailboxes.get(setId) ?? []) mailbox.put(event)
    }
  })
  /** Noted before it is asked for: what is asked for after a pause is published immediately. */
  const note = (setId: string, add: (news: News) => void) => {
    const news = waiting.get(setId) ?? { changed: new Map(), others: false }
    waiting.set(setId, news)
    add(news)
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
  /** Ends every watching of the set that is gone. */
  const end = (setId: string) => {
    for (const mailbox of mailboxes.get(setId) ?? []) mailbox.end()
  }
  return {
    end,
    /** What the set is called, or counts. */
    publish: (setId: string) => note(setId, () => undefined),
    publishRow: (setId: string, row: ChangedRow) => note(setId, ({ changed }) => changed.set(row.id, row)),
    /** Other rows are there, or in another order. */
    publishRows: (setId: string) =>
      note(setId, (news) => {
        news.others = true
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

function toEvents({ changed, others }: News): EmbeddingEvent[] {
  if (others || changed.size > maxChanged) return [{ type: 'rows' }]
  return changed.size > 0 ? [{ type: 'changed', rows: [...changed.values()] }] : []
}

/** For a reader who is slow: the newest of the set and of each row; whoever reads all rows again needs no change before it. */
export function mergeEvents(waiting: EmbeddingEvent[], event: EmbeddingEvent): void {
  const known = waiting.findIndex(({ type }) => type === event.type)
  if (event.type === 'rows') {
    const left = waiting.filter(({ type }) => type === 'set')
    waiting.splice(0, waiting.length, ...left, event)
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
