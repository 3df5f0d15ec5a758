// Starts and cancels runs, and requests the vector of a single question.
import { describeSentModel } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import {
  type EmbeddingSettings,
  isSameProvider,
  isSameSource,
  type TaskType,
  toQueryTask,
  type VectorSource,
} from '#shared/schemas/embedding-set'
import { raceAbort, withSignals } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import type { FindModelOptions } from './embedding-ports'
import { requestVectors } from './request-vectors'
import { applyCached, clearRows, toCacheScope } from './row-vectors'
import { type RowPorts, rejectImported } from './set-actions'
import { findSet, isFromFile, type StoredSet, saveSet } from './set-rows'
import { cacheVectors, toKey } from './vector-store'

export interface RunRequest {
  readonly id: string
  readonly rowIds?: readonly number[] | undefined
  readonly force?: boolean
}

export interface QueryRequest {
  readonly id: string
  readonly text: string
  /** By default the one that fits the set. */
  readonly taskType?: TaskType | null | undefined
}

export function createRunActions(ports: RowPorts) {
  const { connection, rows, runs } = ports
  return {
    /**
     * Embeds the rows without a vector, or the given ones; with `force` all vectors from a file of another source are
     * replaced. Resolves once the run is in progress.
     */
    run: ({ id, rowIds, force = false }: RunRequest) =>
      enqueueWithSource(ports, { id }, async (source) => {
        rejectImported(findSet(connection, id))
        await endStale(ports, id, source)
        const set = await useSource(ports, id, source, force)
        const requestedIds = rowIds ?? (await rows.listIds(id, ['waiting', 'failed']))
        await endStale(ports, id, source)
        if (ports.closing.aborted) return
        // Throws if the set was deleted meanwhile.
        findSet(connection, id)
        const run = runs.find(id)
        if (run) run.add(requestedIds)
        else if (requestedIds.length > 0) runs.start(set, requestedIds)
      }),
    /** Takes the vectors of another source than the current one from the rows, and returns those of the current one to them. */
    follow: (id: string, options?: FindModelOptions) =>
      enqueueWithSource(ports, { id, ...options }, (source) => followSource(ports, id, source)),
    cancel: ({ id }: { id: string }) => runs.cancel(id),
    async query({ id, ...question }: QueryRequest, signal?: AbortSignal) {
      rejectImported(findSet(connection, id))
      return await findOrRequestVector(ports, id, { ...question, signal })
    },
  }
}

/** Finds the source before the set is locked, because a server may take long to list its models. */
async function enqueueWithSource<Result>(
  ports: RowPorts,
  { id: setId, ...options }: { readonly id: string } & FindModelOptions,
  work: (source: VectorSource) => Promise<Result>,
): Promise<Result> {
  const { connection, findSource, enqueue, closing } = ports
  const find = async (set: StoredSet) => await raceAbort(findSource(set.settings, options), closing)
  const before = findSet(connection, setId)
  const source = await find(before)
  return await enqueue(setId, async () => {
    const set = findSet(connection, setId)
    const { model } = before.settings
    const current = set.settings.model === model ? source : await find(set)
    return await work(current.model === undefined ? assumeModel(set, current) : current)
  })
}

/** If the server cannot be asked, its model is presumably still the same: the response will tell. */
function assumeModel({ upstream, settings }: StoredSet, source: VectorSource): VectorSource {
  const known = upstream && isSameProvider(upstream, source) ? upstream.model : undefined
  return { ...source, model: known ?? settings.model }
}

/** Waits for a run that no longer accepts rows, or that uses another source and therefore ends on its own. */
async function endStale({ runs }: RowPorts, setId: string, source: VectorSource): Promise<void> {
  const run = runs.find(setId)
  if (!run || (!run.isEnding() && isSameSource(run.source, source))) return
  run.finish()
  // Requests in flight are paid for, so the run may finish them; it need not wait for a rate limit.
  if (run.waitsUntil() !== undefined) run.cancel()
  await run.ended
}

/** A set has vectors of one source: with another one all of them are replaced, or none. */
async function useSource(ports: RowPorts, setId: string, source: VectorSource, force: boolean) {
  const { connection, tally } = ports
  const { upstream, ...set } = findSet(connection, setId)
  if (upstream && isSameSource(upstream, source)) {
    const { isFile } = upstream
    return saveSource(connection, setId, isFile ? { ...source, isFile } : source)
  }
  if (tally.read(setId).counts.done === 0) return saveSource(connection, setId, source)
  if (force) return await clearRows(ports, setId, () => saveSource(connection, setId, source))
  if (upstream && !isFromFile({ upstream })) await followSource(ports, setId, source)
  throw otherSource(upstream && describeSource(set, upstream), describeSource(set, source))
}

async function followSource(ports: RowPorts, setId: string, source: VectorSource): Promise<void> {
  const { connection, tally, runs, rows, feed, otherSources } = ports
  const run = runs.find(setId)
  const set = findSet(connection, setId)
  const { upstream } = set
  const isOther = upstream?.kind !== 'imported' && !(upstream && isSameSource(upstream, source))
  const hasVectors = tally.read(setId).counts.done > 0
  const current = describeSource(set, source)
  const other = isOther && isFromFile(set) && hasVectors ? current : null
  if ((otherSources.get(setId) ?? null) !== other) {
    otherSources.set(setId, other)
    feed.publish(setId)
  }
  // It is called again once the run has ended.
  if (run && !isSameSource(run.source, source)) return run.finish()
  if (run || !isOther || !upstream || isFromFile(set)) return
  const earlier = hasVectors ? describeSource(set, upstream) : upstream.previous
  const previous = earlier === undefined || earlier === current ? {} : { previous: earlier }
  const changed = await clearRows(ports, setId, () =>
    saveSource(connection, setId, { ...source, ...previous }),
  )
  await applyCached(ports, { ...toCacheScope(changed), rowIds: await rows.listIds(setId, ['waiting']) })
  feed.publish(setId)
}

function describeSource({ settings }: Pick<StoredSet, 'settings'>, { label, model }: VectorSource): string {
  return `${describeSentModel(settings.model, model)} at ${label}`
}

/** Reads the set again, because it may have been renamed. Throws if it was deleted. */
function saveSource(connection: Connection, setId: string, upstream: VectorSource) {
  const changed = { ...findSet(connection, setId), upstream }
  saveSet(connection, changed)
  return changed
}

function otherSource(previous: string | null, current: string): ApiError {
  const origin =
    previous === null
      ? 'The vectors in this set are of an unknown model'
      : `This set was embedded with ${previous}`
  const message = `${origin}, but requests now go to ${current}. Vectors of different models can’t be compared. Run the whole set to embed it again, or switch back in Settings.`
  return new ApiError('FAILED_PRECONDITION', message)
}

interface Question {
  readonly text: string
  readonly taskType?: TaskType | null | undefined
  readonly signal: AbortSignal | undefined
}

async function findOrRequestVector(
  ports: RowPorts,
  id: string,
  question: Question,
): Promise<{ vector: number[]; cached: boolean }> {
  const { connection, vectors, flights, closing, tally, findSource } = ports
  const { settings: setSettings } = findSet(connection, id)
  const found = await withSignals([question.signal, closing], (signal) =>
    raceAbort(findSource(setSettings), signal),
  )
  const set = findSet(connection, id)
  const current = found.model === undefined ? assumeModel(set, found) : found
  const { taskType = toQueryTask(set.settings.taskType) } = question
  const settings: EmbeddingSettings = { ...set.settings, taskType }
  const hasVectors = tally.read(id).counts.done > 0
  // Without vectors, it does not matter where they came from.
  const upstream = (hasVectors && set.upstream) || current
  const embedded = { text: question.text, title: null }
  const known = vectors.find(toKey(upstream, settings, embedded))
  if (known) return { vector: [...known], cached: true }
  if (!isSameSource(upstream, current))
    throw otherSource(describeSource(set, upstream), describeSource(set, current))
  const key = toKey(current, settings, embedded)
  const flight = flights.get(key.toString('hex'))
  if (!flight)
    return {
      vector: [...(await requestVector(ports, { setId: set.id, settings, source: current, question }))],
      cached: false,
    }
  // A row or an earlier question has already requested it.
  await withSignals([question.signal, closing], async (signal) => {
    await raceAbort(flight, signal).catch(() => undefined)
    signal.throwIfAborted()
  })
  return findOrRequestVector(ports, id, question)
}

interface VectorRequest {
  readonly setId: string
  readonly settings: EmbeddingSettings
  readonly source: VectorSource
  readonly question: Question
}

/** Returns the vector immediately; others that need the same one wait until it is saved. */
async function requestVector(ports: RowPorts, request: VectorRequest): Promise<Float32Array> {
  const { setId, settings, source, question } = request
  const { send, semaphore, flights, closing } = ports
  const embedded = { text: question.text, title: null }
  const name = toKey(source, settings, embedded).toString('hex')
  let saving: Promise<void> | undefined
  const requesting = withSignals([question.signal, closing], async (signal) => {
    const received = await semaphore.use(signal, () => {
      // The request may have waited for the semaphore.
      if (!isSameProvider(ports.provider(), source)) throw sourceChanged()
      return requestVectors({ send, settings, signal }, [embedded])
    })
    const [vector = new Float32Array()] = received.vectors
    const answered = { ...source, model: received.model ?? source.model }
    const key = toKey(answered, settings, embedded)
    saving = cacheVectors(ports, { setId, vectors: [{ key, vector }] })
    if (!isSameSource(answered, source)) throw sourceChanged()
    return vector
  })
  const flight = requesting
    .then(
      () => saving,
      () => saving,
    )
    .catch(() => undefined)
    .finally(() => flights.delete(name))
  flights.set(name, flight)
  return await requesting
}

function sourceChanged(): ApiError {
  return new ApiError('CANCELLED', 'The provider or its model changed in the meantime. Try again.')
}
