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
/** Numbers in one response: more would hold up the loop while they are read. */
const maxNumbers = 100_000
/** If none are set. */
const usualDimensions = 3072
/** Calls that fail one after another: then all will. */
const maxFailures = 20
const savedAtOnce = 8

type RunSet = StoredSet & { readonly upstream: NonNullable<StoredSet['upstream']> }

interface WantedRow extends StoredRow {
  readonly wanted: Buffer
}

/** Nothing else would fare better with these. */
const stoppingCodes: readonly string[] = [
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'FAILED_PRECONDITION',
  'RESOURCE_EXHAUSTED',
]
/** A batch that is refused so may hold one text that is. */
const singleTextCodes: readonly string[] = [
  'INVALID_ARGUMENT',
  'NOT_FOUND',
  'UNIMPLEMENTED',
  'PAYLOAD_TOO_LARGE',
]

const failed: RowChange = { state: 'failed', cached: false, dimensions: null, key: null, error: null }

class EmbeddingRun {
  readonly source: RunSet['upstream']
  /** Resolves once nothing of it is in progress; never rejects. */
  readonly ended: Promise<void>
  readonly #ports: EmbeddingPorts
  readonly #set: RunSet
  readonly #cancelling = new AbortController()
  readonly #backoff: ReturnType<typeof createRateLimitBackoff>
  readonly #asking = new Set<number>()
  readonly #queue: number[] = []
  /** In the queue. */
  #next = 0
  /** To be asked without others, because a batch with them was refused. */
  readonly #alone = new Set<number>()
  #failures = 0
  /** Rows that were saved since the last write that survives a loss of power. */
  #unsynced = 0
  /** Running requests finish; no new ones start. */
  #stopped = false

  constructor(ports: EmbeddingPorts, set: RunSet, rowIds: readonly number[]) {
    this.#ports = ports
    this.#set = set
    this.source = set.upstream
    const onWait = () => ports.feed.publish(set.id)
    this.#backoff = createRateLimitBackoff({ ...ports, signal: this.#signal, onWait })
    this.ended = this.#run(rowIds)
  }

  add(rowIds: readonly number[]): void {
    const known = new Set(this.#queue.slice(this.#next))
    for (const id of rowIds) if (!known.has(id) && !this.#asking.has(id)) this.#queue.push(id)
  }

  /** Aborts to the socket; what has come stays. */
  cancel(): void {
    this.#cancelling.abort()
  }

  isAsking(rowId: number): boolean {
    return this.#asking.has(rowId)
  }

  /** It was cancelled, or has given up: what is added would never be asked for. */
  isEnding(): boolean {
    return this.#signal.aborted || this.#stopped
  }

  waitsUntil(): number | undefined {
    return this.#backoff.until()
  }

  get #signal(): AbortSignal {
    return this.#cancelling.signal
  }

  /** Where vectors of this run are looked for. */
  get #place() {
    const { id: setId, settings, upstream: source } = this.#set
    return { setId, settings, source, withFile: false }
  }

  async #run(rowIds: readonly number[]): Promise<void> {
    try {
      const left = await applyCached(this.#ports, { ...this.#place, rowIds, signal: this.#signal })
      for (const id of left) this.#queue.push(id)
      await Promise.all(Array.from({ length: maxConcurrentRequests }, () => this.#work()))
    } catch {
      // The database is closed or damaged: what has come is saved, and the rest waits.
    }
    // What is added from here on would never be asked for.
    this.#stopped = true
  }

  async #work(): Promise<void> {
    try {
      for (let ids = this.#take(); ids.length > 0; ids = this.#take()) {
        const aside = await this.#embedRows(ids)
        if (aside.length === 0) continue
        await raceAbort(Promise.all(aside.map(({ flight }) => flight)), this.#signal).catch(() => undefined)
        this.#queue.push(...aside.map(({ id }) => id))
      }
    } catch {
      // What comes cannot be saved, so nothing more is requested.
      this.#stopped = true
    }
  }

  /** Several if the service takes batches itself: elsewhere one refusal would cost all the others of the batch. */
  #take(): number[] {
    if (this.isEnding()) return []
    const first = this.#queue[this.#next]
    const length = this.#set.settings.outputDimensionality ?? usualDimensions
    const most = Math.max(1, Math.min(maxTexts, Math.floor(maxNumbers / length)))
    const isAlone = this.source.kind !== 'vendor' || first === undefined || this.#alone.has(first)
    const next = this.#queue.slice(this.#next, this.#next + (isAlone ? 1 : most))
    const end = isAlone ? -1 : next.findIndex((id) => this.#alone.has(id))
    const taken = end < 0 ? next : next.slice(0, end)
    this.#next += taken.length
    return taken
  }

  /** Those that another call asks for already, to be looked at again after it. */
  async #embedRows(ids: readonly number[]) {
    const { rows, flights, connection } = this.#ports
    const asked = new Map<string, WantedRow>()
    const aside: { id: number; flight: Promise<void> | undefined }[] = []
    for (const id of ids) {
      const row = rows.find(this.#set.id, id)
      if (!row || !needsVector(row)) continue
      const wanted = toKey(this.source, this.#set.settings, row)
      const name = wanted.toString('hex')
      if (connection.transact(() => applyCachedRow(this.#ports, this.#place, row))) this.#publish(id)
      else if (flights.has(name) || asked.has(name)) aside.push({ id, flight: flights.get(name) })
      else asked.set(name, { ...row, wanted })
    }
    if (asked.size === 0) return aside
    const flight = this.#askRows([...asked.values()])
    for (const name of asked.keys()) flights.set(name, flight)
    try {
      await flight
    } finally {
      for (const name of asked.keys()) flights.delete(name)
    }
    return aside
  }

  /** Never rejects, unless the database does not take what has come. */
  async #askRows(wanted: readonly WantedRow[]): Promise<void> {
    for (const { id } of wanted) this.#asking.add(id)
    for (const { id } of wanted) this.#publish(id)
    try {
      const rows = await this.#refuseTooLong(wanted)
      if (rows.length === 0) return
      const found = await this.#backoff
        .persist(() => this.#call((options) => requestVectors(options, rows)))
        .catch((error: unknown) => this.#refuse(rows, error))
      if (found) await this.#save(rows, found)
    } catch (error) {
      if (!this.#signal.aborted && !isStopped(error)) throw error
    } finally {
      for (const { id } of wanted) this.#asking.delete(id)
      for (const { id } of wanted) this.#publish(id)
    }
  }

  #call<Result>(work: (options: EmbedRequestOptions) => Promise<Result>): Promise<Result> {
    const { semaphore, send, upstream } = this.#ports
    const { settings } = this.#set
    return semaphore.use(this.#signal, () => {
      // Two services' vectors have nothing to do with each other: another one that is chosen meanwhile ends the run.
      if (!isSameSource(upstream(), this.source)) this.#stopped = true
      if (this.#stopped) throw new ApiError('CANCELLED', 'The run has ended.')
      return withSignals([this.#signal], (signal) => work({ send, settings, signal }))
    })
  }

  async #refuseTooLong(rows: readonly WantedRow[]): Promise<readonly WantedRow[]> {
    const model = findModel(this.#set.settings.model, this.#ports.models())
    if (!model || !rows.some(({ text }) => mayExceedLimit(text, model))) return rows
    const left: WantedRow[] = []
    for (const row of rows) {
      const count = () => this.#call((options) => countTokens(options, row))
      const tokens = mayExceedLimit(row.text, model) ? ((await count()) ?? 0) : 0
      const reason = describeTooLong(tokens, model)
      if (reason === undefined) left.push(row)
      else this.#fail([row], reason)
    }
    return left
  }

  /** Nothing more is requested until the database has taken them. */
  async #save(rows: readonly WantedRow[], found: readonly Float32Array[]): Promise<void> {
    this.#failures = 0
    const { tally, feed } = this.#ports
    const setId = this.#set.id
    let done = 0
    await saveVectors(this.#ports, {
      setId,
      vectors: found.flatMap((vector, at) => (rows[at] ? [{ key: rows[at].wanted, vector }] : [])),
      save: async () => {
        // In slices: a whole batch of long vectors would block the loop.
        for (; done < rows.length; done += savedAtOnce) {
          if (done > 0) await giveWay()
          this.#saveSlice(rows.slice(done, done + savedAtOnce), found.slice(done, done + savedAtOnce))
        }
      },
      onFailure() {
        // What was rolled back is counted still.
        tally.forget(setId)
        feed.publish(setId)
      },
    })
  }

  #saveSlice(slice: readonly WantedRow[], found: readonly Float32Array[]): void {
    const { connection, vectors, list, rows } = this.#ports
    this.#unsynced += slice.length
    // A sync covers all that was written before it: one for each row would take longer than the rows.
    const isDue = this.#unsynced >= maxTexts
    const transact = isDue ? connection.transactDurably : connection.transact
    transact(() => {
      for (const [index, row] of slice.entries()) {
        const vector = found[index]
        if (!vector) continue
        vectors.keep(row.wanted, vector)
        const { length: dimensions } = vector
        const change = { state: 'done', key: row.wanted, dimensions, error: null, cached: false } as const
        rows.change(this.#set.id, row, change)
      }
      list(this.#set.id)
    })
    if (isDue) this.#unsynced = 0
  }

  #refuse(rows: readonly WantedRow[], error: unknown): void {
    if (this.#signal.aborted || isStopped(error)) return
    const { code, message } = toJobError(error)
    if (rows.length > 1 && singleTextCodes.includes(code)) {
      for (const { id } of rows) this.#alone.add(id)
      this.#queue.push(...rows.map(({ id }) => id))
      return
    }
    this.#failures += 1
    if (stoppingCodes.includes(code) || this.#failures >= maxFailures) this.#stopped = true
    this.#fail(rows, message)
  }

  #fail(failing: readonly StoredRow[], error: string): void {
    const { connection, rows } = this.#ports
    connection.transact(() => {
      for (const row of failing) rows.change(this.#set.id, row, { ...failed, error })
    })
  }

  /** As it is by now: it may have been edited meanwhile. */
  #publish(id: number): void {
    const { feed, rows } = this.#ports
    const row = rows.find(this.#set.id, id)
    if (!row) return
    const { state, error, cached } = row
    const changed = this.#asking.has(id) ? ({ state: 'running', error: null } as const) : { state, error }
    feed.publishRow(this.#set.id, { id, cached, ...changed })
  }
}

function isStopped(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CANCELLED'
}

export type Runs = ReturnType<typeof createRuns>

/** `onChanged` is called when a run has begun or ended. */
export function createRuns(ports: EmbeddingPorts, onChanged: (setId: string) => void) {
  const runs = new Map<string, EmbeddingRun>()
  return {
    of: (setId: string) => runs.get(setId),
    begin(set: RunSet, rowIds: readonly number[]) {
      const run = new EmbeddingRun(ports, set, rowIds)
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
