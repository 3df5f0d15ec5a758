// Embeds the texts of one set: a few requests at once, each response saved as it comes.
import { setImmediate as giveWay } from 'node:timers/promises'
import { findModel } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { isSameSource } from '#shared/schemas/embedding-set'
import { raceAbort, withSignals } from '../concurrency/abort'
import { toJobError } from '../response'
import type { EmbeddingPorts } from './embedding-ports'
import {
  countTokens,
  createRateLimitBackoff,
  describeTooLong,
  type EmbedRequestOptions,
  mayExceedLimit,
  type RateLimitBackoff,
  requestVectors,
} from './request-vectors'
import { saveVectors } from './rescued-vectors'
import { applyCached, applyCachedRow, needsVector } from './row-vectors'
import type { StoredSet } from './set-rows'
import type { RowChange, StoredRow } from './text-rows'
import { toKey } from './vector-store'

export const maxConcurrentRequests = 6
/** Of a batch (wire §6). */
const maxTexts = 100
/** Numbers in one answer: more would hold up the loop while they are read. */
const maxNumbers = 100_000
/** If nothing is said of it. */
const usualDimensions = 3072
/** Calls that fail one after another: then all will. */
const maxFailures = 20
const keptAtOnce = 8

type RunSet = StoredSet & { readonly upstream: NonNullable<StoredSet['upstream']> }

interface Under extends EmbeddingPorts {
  readonly set: RunSet
  readonly signal: AbortSignal
  readonly backoff: RateLimitBackoff
  readonly asking: Set<number>
  readonly queue: { readonly ids: number[]; next: number }
  /** To be asked without others, because a batch with them was refused. */
  readonly alone: Set<number>
  failures: number
  /** Rows that were saved since the last write that survives a loss of power. */
  unsynced: number
  /** Running requests finish; no new ones start. */
  stopped: boolean
}

function startRun(ports: EmbeddingPorts, set: RunSet, rowIds: readonly number[]) {
  const cancelling = new AbortController()
  const { signal } = cancelling
  const onWait = () => ports.feed.publish(set.id)
  const under: Under = {
    ...ports,
    set,
    signal,
    backoff: createRateLimitBackoff({ ...ports, signal, onWait }),
    asking: new Set(),
    queue: { ids: [], next: 0 },
    alone: new Set(),
    failures: 0,
    unsynced: 0,
    stopped: false,
  }
  return {
    /** Resolves once nothing of it is in progress; never rejects. */
    ended: goThrough(under, rowIds),
    add(more: readonly number[]) {
      const known = new Set(under.queue.ids.slice(under.queue.next))
      for (const id of more) if (!known.has(id) && !under.asking.has(id)) under.queue.ids.push(id)
    },
    /** Aborts to the socket; what has come stays. */
    cancel: () => cancelling.abort(),
    isAsking: (rowId: number) => under.asking.has(rowId),
    source: set.upstream,
    /** It was cancelled, or has given up: what is added would never be asked for. */
    isEnding: () => signal.aborted || under.stopped,
    waitsUntil: under.backoff.until,
  }
}

async function goThrough(under: Under, rowIds: readonly number[]): Promise<void> {
  const { set, signal, queue } = under
  const { id: setId, settings, upstream } = set
  try {
    const place = { setId, settings, source: upstream, withFile: false }
    const left = await applyCached(under, { ...place, rowIds, signal })
    for (const id of left) queue.ids.push(id)
    await Promise.all(Array.from({ length: maxConcurrentRequests }, () => work(under)))
  } catch {
    // The database is closed or damaged: what has come is kept, and the rest waits.
  }
  // What is added from here on would never be asked for.
  under.stopped = true
}

async function work(under: Under): Promise<void> {
  // What comes cannot be saved, so nothing more is requested.
  await workOn(under).catch(() => {
    under.stopped = true
  })
}

async function workOn(under: Under): Promise<void> {
  for (let ids = take(under); ids.length > 0; ids = take(under)) {
    const aside = await embedRows(under, ids)
    if (aside.length === 0) continue
    await raceAbort(Promise.all(aside.map(({ flight }) => flight)), under.signal).catch(() => undefined)
    under.queue.ids.push(...aside.map(({ id }) => id))
  }
}

/** Several where the service takes batches itself: elsewhere one refusal would cost all the others of the batch. */
function take({ queue, alone, set, signal, stopped }: Under): number[] {
  if (signal.aborted || stopped) return []
  const first = queue.ids[queue.next]
  const length = set.settings.outputDimensionality ?? usualDimensions
  const most = Math.max(1, Math.min(maxTexts, Math.floor(maxNumbers / length)))
  const isAlone = set.upstream.kind !== 'vendor' || first === undefined || alone.has(first)
  const next = queue.ids.slice(queue.next, queue.next + (isAlone ? 1 : most))
  const end = isAlone ? -1 : next.findIndex((id) => alone.has(id))
  const taken = end < 0 ? next : next.slice(0, end)
  queue.next += taken.length
  return taken
}

interface WantedRow extends StoredRow {
  readonly wanted: Buffer
}

/** Those that another call asks for already, to be looked at again after it. */
async function embedRows(under: Under, ids: readonly number[]) {
  const { set, rows, flights, connection } = under
  const asked = new Map<string, WantedRow>()
  const aside: { id: number; flight: Promise<void> | undefined }[] = []
  for (const id of ids) {
    const row = rows.find(set.id, id)
    if (!row || !needsVector(row)) continue
    const place = { setId: set.id, settings: set.settings, source: set.upstream, withFile: false }
    const wanted = toKey(set.upstream, set.settings, row)
    const name = wanted.toString('hex')
    if (connection.transact(() => applyCachedRow(under, place, row))) publish(under, id)
    else if (flights.has(name) || asked.has(name)) aside.push({ id, flight: flights.get(name) })
    else asked.set(name, { ...row, wanted })
  }
  if (asked.size === 0) return aside
  const flight = askRows(under, [...asked.values()])
  for (const name of asked.keys()) flights.set(name, flight)
  try {
    await flight
  } finally {
    for (const name of asked.keys()) flights.delete(name)
  }
  return aside
}

/** Never rejects, but if the database does not take what has come. */
async function askRows(under: Under, wanted: readonly WantedRow[]): Promise<void> {
  const { asking, backoff, semaphore, signal, set, send } = under
  for (const { id } of wanted) asking.add(id)
  for (const { id } of wanted) publish(under, id)
  const call = <Result>(work: (asked: EmbedRequestOptions) => Promise<Result>) =>
    semaphore.use(signal, () => {
      checkGoing(under)
      return withSignals([signal], (own) => work({ send, settings: set.settings, signal: own }))
    })
  try {
    const rows = await refuseTooLong(under, wanted, (row) => call((asked) => countTokens(asked, row)))
    if (rows.length === 0) return
    const found = await backoff
      .persist(() => call((asked) => requestVectors(asked, rows)))
      .catch((error: unknown) => refuse(under, rows, error))
    if (found) await keep(under, rows, found)
  } catch (error) {
    if (!signal.aborted && !isStopped(error)) throw error
  } finally {
    for (const { id } of wanted) asking.delete(id)
    for (const { id } of wanted) publish(under, id)
  }
}

/** Two services' vectors have nothing to do with each other: another one that is chosen meanwhile ends the run. */
function checkGoing(under: Under): void {
  if (!isSameSource(under.upstream(), under.set.upstream)) under.stopped = true
  if (under.stopped) throw new ApiError('CANCELLED', 'The run has ended.')
}

function isStopped(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CANCELLED'
}

async function refuseTooLong(
  under: Under,
  rows: readonly WantedRow[],
  count: (row: StoredRow) => Promise<number | undefined>,
): Promise<readonly WantedRow[]> {
  const model = findModel(under.set.settings.model, under.models())
  if (!model || !rows.some(({ text }) => mayExceedLimit(text, model))) return rows
  const left: WantedRow[] = []
  for (const row of rows) {
    const tokens = mayExceedLimit(row.text, model) ? ((await count(row)) ?? 0) : 0
    const reason = describeTooLong(tokens, model)
    if (reason === undefined) left.push(row)
    else fail(under, [row], reason)
  }
  return left
}

/** Nothing more is requested until the database has taken them. */
async function keep(under: Under, rows: readonly WantedRow[], found: readonly Float32Array[]): Promise<void> {
  under.failures = 0
  const setId = under.set.id
  let done = 0
  await saveVectors(under, {
    setId,
    vectors: found.flatMap((vector, at) => (rows[at] ? [{ key: rows[at].wanted, vector }] : [])),
    async save() {
      // In slices: a whole batch of long vectors would block the loop.
      for (; done < rows.length; done += keptAtOnce) {
        if (done > 0) await giveWay()
        insertSlice(under, rows.slice(done, done + keptAtOnce), found.slice(done, done + keptAtOnce))
      }
    },
    onFailure() {
      // What was rolled back is counted still.
      under.tally.forget(setId)
      under.feed.publish(setId)
    },
  })
}

function insertSlice(under: Under, rows: readonly WantedRow[], found: readonly Float32Array[]): void {
  const { connection, vectors, set, list, rows: kept } = under
  under.unsynced += rows.length
  // A sync covers all that was written before it: one for each row would take longer than the rows.
  const isDue = under.unsynced >= maxTexts
  const transact = isDue ? connection.transactDurably : connection.transact
  transact(() => {
    for (const [index, row] of rows.entries()) {
      const vector = found[index]
      if (!vector) continue
      vectors.keep(row.wanted, vector)
      const { length: dimensions } = vector
      const change = { state: 'done', key: row.wanted, dimensions, error: null, cached: false } as const
      kept.change(set.id, row, change)
    }
    list(set.id)
  })
  if (isDue) under.unsynced = 0
}

/** Nothing else would fare better with these. */
const shared: readonly string[] = [
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'FAILED_PRECONDITION',
  'RESOURCE_EXHAUSTED',
]
/** A batch that is refused so may hold one text that is. */
const ofOne: readonly string[] = ['INVALID_ARGUMENT', 'NOT_FOUND', 'UNIMPLEMENTED', 'PAYLOAD_TOO_LARGE']

const failed: RowChange = { state: 'failed', cached: false, dimensions: null, key: null, error: null }

function refuse(under: Under, rows: readonly WantedRow[], error: unknown): void {
  if (under.signal.aborted || isStopped(error)) return
  const { code, message } = toJobError(error)
  if (rows.length > 1 && ofOne.includes(code)) {
    for (const { id } of rows) under.alone.add(id)
    under.queue.ids.push(...rows.map(({ id }) => id))
    return
  }
  under.failures += 1
  if (shared.includes(code) || under.failures >= maxFailures) under.stopped = true
  fail(under, rows, message)
}

function fail({ connection, rows: kept, set }: Under, rows: readonly StoredRow[], error: string): void {
  connection.transact(() => {
    for (const row of rows) kept.change(set.id, row, { ...failed, error })
  })
}

/** As it is by now: it may have been edited meanwhile. */
function publish({ feed, rows, set, asking }: Under, id: number): void {
  const row = rows.find(set.id, id)
  if (!row) return
  const { state, error, cached } = row
  feed.publishRow(
    set.id,
    asking.has(id) ? { id, state: 'running', error: null, cached } : { id, state, error, cached },
  )
}

export type Runs = ReturnType<typeof createRuns>

/** `onChanged` is called when a run has begun or ended. */
export function createRuns(ports: EmbeddingPorts, onChanged: (setId: string) => void) {
  const runs = new Map<string, ReturnType<typeof startRun>>()
  return {
    of: (setId: string) => runs.get(setId),
    begin(set: RunSet, rowIds: readonly number[]) {
      const run = startRun(ports, set, rowIds)
      runs.set(set.id, run)
      onChanged(set.id)
      void run.ended.then(() => {
        runs.delete(set.id)
        onChanged(set.id)
      })
    },
    cancel: (setId: string) => runs.get(setId)?.cancel(),
    count: () => runs.size,
    /** Resolves once none is in progress. */
    async close() {
      for (const run of runs.values()) run.cancel()
      await Promise.all([...runs.values()].map(({ ended }) => ended))
    },
  }
}
