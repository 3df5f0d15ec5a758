// Embeds the texts of one set with a few concurrent requests, saving each response as it arrives.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { findModel } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { isSameProvider, isSameSource } from '#shared/schemas/embedding-set'
import { raceAbort, withSignals } from '../concurrency/timing'
import { toJobError } from '../response'
import type { EmbeddingPorts } from './embedding-ports'
import {
  countTokens,
  createRateLimitBackoff,
  describeTooLong,
  type EmbedRequestOptions,
  mayExceedLimit,
  type ReceivedVectors,
  requestVectors,
} from './request-vectors'
import { applyCached, applyCachedRow, needsVector } from './row-vectors'
import type { StoredSet } from './set-rows'
import type { RowChange, StoredRow } from './text-rows'
import { cacheVectors, saveVectors, toKey } from './vector-store'

export const maxConcurrentRequests = 6
/** Texts in one batch (wire §6). */
const maxTexts = 100
/** Numbers in one response: parsing more would block the event loop. */
const maxNumbers = 100_000
/** Used if the settings have none. */
const defaultDimensions = 3072
/** Failures in a row after which the run stops. */
const maxFailures = 20
const saveBatchSize = 8

type RunSet = StoredSet & { readonly upstream: NonNullable<StoredSet['upstream']> }

interface RequestedRow extends StoredRow {
  readonly requestedKey: Buffer
}

/** Errors that every other request would meet too. */
const stoppingCodes: readonly string[] = [
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'FAILED_PRECONDITION',
  'RESOURCE_EXHAUSTED',
]
/** Errors that a single text of a batch may have caused. */
const singleTextCodes: readonly string[] = [
  'INVALID_ARGUMENT',
  'NOT_FOUND',
  'UNIMPLEMENTED',
  'PAYLOAD_TOO_LARGE',
]

const failed: RowChange = { state: 'failed', cached: false, dimensions: null, key: null, error: null }

class EmbeddingRun {
  readonly source: RunSet['upstream']
  /** Resolves once no request is in flight; never rejects. */
  readonly ended: Promise<void>
  readonly #ports: EmbeddingPorts
  readonly #set: RunSet
  readonly #cancelling = new AbortController()
  readonly #backoff: ReturnType<typeof createRateLimitBackoff>
  readonly #inFlight = new Set<number>()
  readonly #queue: number[] = []
  /** Index in the queue. */
  #next = 0
  /** Rows to be requested individually, because a batch with them was rejected. */
  readonly #alone = new Set<number>()
  #failures = 0
  /** The last one, of whatever row. */
  #error: string | null = null
  /** Rows saved since the last durable write. */
  #unsynced = 0
  /** Running requests finish; no new ones start. */
  #stopped = false
  /** A request was sent to another model than that of the run. */
  metOtherModel = false

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
    for (const id of rowIds) if (!known.has(id) && !this.#inFlight.has(id)) this.#queue.push(id)
  }

  /** Ends the run once its running requests have finished, because the next ones would be sent to another model. */
  finish(): void {
    this.#stopped = true
  }

  /** From 0 to 1: the share of the rows that need no further request. */
  progress(): number {
    const requested = this.#queue.length
    return requested === 0 ? 0 : Math.max(0, this.#next - this.#inFlight.size) / requested
  }

  /** Null if the user or the end of the program has canceled it. `error` is the last row's that failed. */
  result(): { readonly error: string | null } | null {
    return this.#signal.aborted ? null : { error: this.#error }
  }

  /** Aborts the requests; vectors received so far stay. */
  cancel(): void {
    this.#cancelling.abort()
  }

  isRequesting(rowId: number): boolean {
    return this.#inFlight.has(rowId)
  }

  /** True once it was canceled or has given up: rows added now would never be requested. */
  isEnding(): boolean {
    return this.#signal.aborted || this.#stopped
  }

  waitsUntil(): number | undefined {
    return this.#backoff.until()
  }

  get #signal(): AbortSignal {
    return this.#cancelling.signal
  }

  /** Identifies the cached vectors that fit this run. */
  get #lookup() {
    const { id: setId, settings, upstream: source } = this.#set
    return { setId, settings, source, withFile: false }
  }

  async #run(rowIds: readonly number[]): Promise<void> {
    try {
      const uncached = await applyCached(this.#ports, { ...this.#lookup, rowIds, signal: this.#signal })
      for (const id of uncached) this.#queue.push(id)
      await Promise.all(Array.from({ length: maxConcurrentRequests }, () => this.#work()))
    } catch {
      // The database is closed or damaged: saved vectors stay, and the other rows wait.
    }
    // Rows added after this would never be requested.
    this.#stopped = true
  }

  async #work(): Promise<void> {
    try {
      for (let ids = this.#nextBatch(); ids.length > 0; ids = this.#nextBatch()) {
        const deferred = await this.#embedRows(ids)
        if (deferred.length === 0) continue
        await raceAbort(Promise.all(deferred.map(({ flight }) => flight)), this.#signal).catch(
          () => undefined,
        )
        this.#queue.push(...deferred.map(({ id }) => id))
      }
    } catch {
      // Received vectors cannot be saved, so nothing more is requested.
      this.#stopped = true
    }
  }

  /** Batches only for the vendor: with other services one rejected text would cost the whole batch. */
  #nextBatch(): number[] {
    if (this.isEnding()) return []
    const first = this.#queue[this.#next]
    const length = this.#set.settings.outputDimensionality ?? defaultDimensions
    const max = Math.max(1, Math.min(maxTexts, Math.floor(maxNumbers / length)))
    const isAlone = this.source.kind !== 'vendor' || first === undefined || this.#alone.has(first)
    const next = this.#queue.slice(this.#next, this.#next + (isAlone ? 1 : max))
    const end = isAlone ? -1 : next.findIndex((id) => this.#alone.has(id))
    const batch = end < 0 ? next : next.slice(0, end)
    this.#next += batch.length
    return batch
  }

  /** Returns the rows that another request already covers, to be checked again after it. */
  async #embedRows(ids: readonly number[]) {
    const { rows, flights, connection } = this.#ports
    const requested = new Map<string, RequestedRow>()
    const deferred: { id: number; flight: Promise<void> | undefined }[] = []
    for (const id of ids) {
      const row = rows.find(this.#set.id, id)
      if (!row || !needsVector(row)) continue
      const requestedKey = toKey(this.source, this.#set.settings, row)
      const name = requestedKey.toString('hex')
      if (connection.transact(() => applyCachedRow(this.#ports, this.#lookup, row))) this.#publish(id)
      else if (flights.has(name) || requested.has(name)) deferred.push({ id, flight: flights.get(name) })
      else requested.set(name, { ...row, requestedKey })
    }
    if (requested.size === 0) return deferred
    const flight = this.#requestRows([...requested.values()])
    for (const name of requested.keys()) flights.set(name, flight)
    try {
      await flight
    } finally {
      for (const name of requested.keys()) flights.delete(name)
    }
    return deferred
  }

  /** Rejects only if the database cannot store the vectors. */
  async #requestRows(requested: readonly RequestedRow[]): Promise<void> {
    for (const { id } of requested) this.#inFlight.add(id)
    for (const { id } of requested) this.#publish(id)
    try {
      const rows = await this.#rejectTooLong(requested)
      if (rows.length === 0) return
      const found = await this.#backoff
        .retry(() => this.#call((options) => requestVectors(options, rows)))
        .catch((error: unknown) => this.#handleFailure(rows, error))
      if (found) await this.#receive(rows, found)
    } catch (error) {
      if (!this.#signal.aborted && !isStopped(error)) throw error
    } finally {
      for (const { id } of requested) this.#inFlight.delete(id)
      for (const { id } of requested) this.#publish(id)
    }
  }

  #call<Result>(work: (options: EmbedRequestOptions) => Promise<Result>): Promise<Result> {
    const { semaphore, send, provider } = this.#ports
    const { settings } = this.#set
    return semaphore.use(this.#signal, () => {
      // Vectors of two services cannot be compared, so a change of the provider ends the run.
      if (!isSameProvider(provider(), this.source)) this.#stopped = true
      if (this.#stopped) throw new ApiError('CANCELLED', 'The run has ended.')
      return withSignals([this.#signal], (signal) => work({ send, settings, signal }))
    })
  }

  async #rejectTooLong(rows: readonly RequestedRow[]): Promise<readonly RequestedRow[]> {
    const model = findModel(this.#set.settings.model, this.#ports.models())
    if (!model || !rows.some(({ text }) => mayExceedLimit(text, model))) return rows
    const accepted: RequestedRow[] = []
    for (const row of rows) {
      const count = () => this.#call((options) => countTokens(options, row))
      const tokens = mayExceedLimit(row.text, model) ? ((await count()) ?? 0) : 0
      const reason = describeTooLong(tokens, model)
      if (reason === undefined) accepted.push(row)
      else this.#fail([row], reason)
    }
    return accepted
  }

  /** Vectors of another model are stored as its own, because they are paid for, and end the run. */
  async #receive(rows: readonly RequestedRow[], { vectors: found, model }: ReceivedVectors): Promise<void> {
    const answered = { ...this.source, ...(model === undefined ? {} : { model }) }
    if (isSameSource(answered, this.source)) return await this.#save(rows, found)
    this.metOtherModel = true
    this.#stopped = true
    this.#error = `${this.#set.settings.model} is now sent to ${model}, and no longer to ${this.source.model}. Run the set again.`
    const received = found.flatMap((vector, at) =>
      rows[at] ? [{ key: toKey(answered, this.#set.settings, rows[at]), vector }] : [],
    )
    await cacheVectors(this.#ports, { setId: this.#set.id, vectors: received })
  }

  /** Requests nothing more until the database has stored the vectors. */
  async #save(rows: readonly RequestedRow[], found: readonly Float32Array[]): Promise<void> {
    const { tally, feed } = this.#ports
    const setId = this.#set.id
    let done = 0
    await saveVectors(this.#ports, {
      setId,
      vectors: found.flatMap((vector, at) => (rows[at] ? [{ key: rows[at].requestedKey, vector }] : [])),
      save: async () => {
        // In slices: a whole batch of long vectors would block the event loop.
        for (; done < rows.length; done += saveBatchSize) {
          if (done > 0) await yieldToEventLoop()
          this.#saveSlice(rows.slice(done, done + saveBatchSize), found.slice(done, done + saveBatchSize))
        }
      },
      onFailure() {
        // The tally still counts what was rolled back.
        tally.reset(setId)
        feed.publish(setId)
      },
    })
  }

  #saveSlice(slice: readonly RequestedRow[], found: readonly Float32Array[]): void {
    const { connection, vectors, list, rows } = this.#ports
    this.#unsynced += slice.length
    // A sync covers everything written before it; one per row would take longer than the rows.
    const isDue = this.#unsynced >= maxTexts
    const transact = isDue ? connection.transactDurably : connection.transact
    transact(() => {
      for (const [index, row] of slice.entries()) {
        const vector = found[index]
        if (!vector) continue
        const { length: dimensions } = vector
        const problem = this.#explainOtherLength(dimensions)
        if (problem !== undefined) {
          this.#countFailure()
          this.#error = problem
          rows.change(this.#set.id, row, { ...failed, error: problem })
          continue
        }
        this.#failures = 0
        vectors.save(row.requestedKey, vector)
        const change = {
          state: 'done',
          key: row.requestedKey,
          dimensions,
          error: null,
          cached: false,
        } as const
        rows.change(this.#set.id, row, change)
      }
      list(this.#set.id)
    })
    if (isDue) this.#unsynced = 0
  }

  /** The set's vectors can be compared only if all have one length: the requested one, or that of the vectors it has. */
  #explainOtherLength(length: number): string | undefined {
    const requested = this.#set.settings.outputDimensionality
    const { dimensions } = this.#ports.tally.read(this.#set.id)
    const [expected] = dimensions.includes(requested ?? 0) ? [requested] : dimensions
    if (length === requested || length === (expected ?? length)) return undefined
    return `The provider returned ${length} dimensions, but the other vectors of this set have ${expected}. Check the model, then retry this row.`
  }

  #handleFailure(rows: readonly RequestedRow[], error: unknown): void {
    if (this.#signal.aborted || isStopped(error)) return
    const { code, message } = toJobError(error)
    if (rows.length > 1 && singleTextCodes.includes(code)) {
      for (const { id } of rows) this.#alone.add(id)
      this.#queue.push(...rows.map(({ id }) => id))
      return
    }
    this.#countFailure()
    if (stoppingCodes.includes(code)) this.#stopped = true
    this.#fail(rows, message)
  }

  #countFailure(): void {
    this.#failures += 1
    if (this.#failures >= maxFailures) this.#stopped = true
  }

  #fail(failing: readonly StoredRow[], error: string): void {
    const { connection, rows } = this.#ports
    this.#error = error
    connection.transact(() => {
      for (const row of failing) rows.change(this.#set.id, row, { ...failed, error })
    })
  }

  /** Reads the row again, because it may have been edited meanwhile. */
  #publish(id: number): void {
    const { feed, rows } = this.#ports
    const row = rows.find(this.#set.id, id)
    if (!row) return
    const { state, error, cached } = row
    const changed = this.#inFlight.has(id) ? ({ state: 'running', error: null } as const) : { state, error }
    feed.publishRow(this.#set.id, { id, cached, ...changed })
  }
}

function isStopped(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CANCELLED'
}

export type Runs = ReturnType<typeof createRuns>

/** `onChanged` is called when a run starts or ends; then with the run that has ended. */
export function createRuns(ports: EmbeddingPorts, onChanged: (setId: string, ended?: EmbeddingRun) => void) {
  const runs = new Map<string, EmbeddingRun>()
  return {
    find: (setId: string) => runs.get(setId),
    start(set: RunSet, rowIds: readonly number[]) {
      const run = new EmbeddingRun(ports, set, rowIds)
      runs.set(set.id, run)
      onChanged(set.id)
      void run.ended.then(() => {
        runs.delete(set.id)
        onChanged(set.id, run)
      })
    },
    cancel: (setId: string) => runs.get(setId)?.cancel(),
    count: () => runs.size,
    list: () => [...runs].map(([setId, run]) => ({ setId, progress: run.progress() })),
    /** Resolves once no run is in progress. */
    async close() {
      for (const run of runs.values()) run.cancel()
      await Promise.all([...runs.values()].map(({ ended }) => ended))
    },
  }
}
