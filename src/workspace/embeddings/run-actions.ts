// Starts and cancels runs, and requests the vector of a single question.
import { ApiError } from '#shared/schemas/api-error'
import {
  type EmbeddingSettings,
  isSameSource,
  type TaskType,
  toQueryTask,
  type VectorSource,
} from '#shared/schemas/embedding-set'
import { raceAbort, withSignals } from '../concurrency/abort'
import type { Connection } from '../database/connection'
import { requestVectors } from './request-vectors'
import { saveVectors } from './rescued-vectors'
import { clearRows } from './row-vectors'
import { type RowPorts, rejectImported } from './set-actions'
import { findSet, type StoredSet, saveSet } from './set-rows'
import { toKey } from './vector-store'

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
  const { connection, rows, runs, enqueue } = ports
  return {
    /**
     * Embeds the rows without a vector, or the given ones; with `force` all vectors of another source are replaced.
     * Resolves once the run is in progress.
     */
    run: ({ id, rowIds, force = false }: RunRequest) =>
      enqueue(id, async () => {
        rejectImported(findSet(connection, id))
        await endStale(ports, id)
        const set = await useCurrentUpstream(ports, findSet(connection, id), force)
        const requestedIds = rowIds ?? (await rows.listIds(id, ['waiting', 'failed']))
        await endStale(ports, id)
        if (ports.closing.aborted) return
        // Throws if the set was deleted meanwhile.
        findSet(connection, id)
        const run = runs.find(id)
        if (run) run.add(requestedIds)
        else if (requestedIds.length > 0) runs.start(set, requestedIds)
      }),
    cancel: ({ id }: { id: string }) => runs.cancel(id),
    async query({ id, ...question }: QueryRequest, signal?: AbortSignal) {
      const set = findSet(connection, id)
      rejectImported(set)
      return await findOrRequestVector(ports, set, { ...question, signal })
    },
  }
}

/** Waits for a run that no longer accepts rows, or that uses another upstream and therefore ends on its own. */
async function endStale({ runs, upstream }: RowPorts, setId: string): Promise<void> {
  const run = runs.find(setId)
  if (!run || (!run.isEnding() && isSameSource(run.source, upstream()))) return
  // Requests in flight are paid for, so the run may finish them; it need not wait for a rate limit.
  if (run.waitsUntil() !== undefined) run.cancel()
  await run.ended
}

/** A set has vectors of one service: with another one all of them are replaced, or none. */
async function useCurrentUpstream(ports: RowPorts, set: StoredSet, force: boolean) {
  const { connection, tally, upstream: currentUpstream } = ports
  const upstream = currentUpstream()
  if (set.upstream && isSameSource(set.upstream, upstream)) return { ...set, upstream }
  if (tally.read(set.id).counts.done > 0) {
    if (set.upstream && !force) throw otherService(set.upstream.label, upstream.label)
    // The origin of imported vectors may be unknown: they are trusted, unless all are to be replaced.
    if (force) return clearRows(ports, set.id, () => saveUpstream(connection, set.id, upstream))
  }
  return saveUpstream(connection, set.id, upstream)
}

/** Reads the set again, because it may have been renamed. Throws if it was deleted. */
function saveUpstream(connection: Connection, setId: string, upstream: VectorSource) {
  const changed = { ...findSet(connection, setId), upstream }
  saveSet(connection, changed)
  return changed
}

function otherService(previous: string, current: string): ApiError {
  const message = `This set was embedded with ${previous}, but the current provider is ${current}. Vectors from different providers can’t be compared. Run the whole set to embed it again, or switch back to ${previous} in Settings > Provider.`
  return new ApiError('FAILED_PRECONDITION', message)
}

interface Question {
  readonly text: string
  readonly taskType?: TaskType | null | undefined
  readonly signal: AbortSignal | undefined
}

async function findOrRequestVector(
  ports: RowPorts,
  set: StoredSet,
  question: Question,
): Promise<{ vector: number[]; cached: boolean }> {
  const { vectors, flights, closing, upstream: currentUpstream, tally } = ports
  const { taskType = toQueryTask(set.settings.taskType) } = question
  const settings: EmbeddingSettings = { ...set.settings, taskType }
  const current = currentUpstream()
  const upstream = set.upstream ?? current
  const embedded = { text: question.text, title: null }
  const known = vectors.find(toKey(upstream, settings, embedded))
  if (known) return { vector: [...known], cached: true }
  if (!isSameSource(upstream, current) && tally.read(set.id).counts.done > 0)
    throw otherService(upstream.label, current.label)
  const key = toKey(current, settings, embedded)
  const flight = flights.get(key.toString('hex'))
  if (!flight)
    return {
      vector: [...(await requestVector(ports, { setId: set.id, settings, source: current, key, question }))],
      cached: false,
    }
  // A row or an earlier question has already requested it.
  await withSignals([question.signal, closing], async (signal) => {
    await raceAbort(flight, signal).catch(() => undefined)
    signal.throwIfAborted()
  })
  return findOrRequestVector(ports, set, question)
}

interface VectorRequest {
  readonly setId: string
  readonly settings: EmbeddingSettings
  readonly source: VectorSource
  readonly key: Buffer
  readonly question: Question
}

/** Returns the vector immediately; others that need the same one wait until it is saved. */
async function requestVector(ports: RowPorts, request: VectorRequest): Promise<Float32Array> {
  const { setId, settings, source, key, question } = request
  const { connection, vectors, send, semaphore, flights, closing } = ports
  const name = key.toString('hex')
  let saving: Promise<void> | undefined
  const requesting = withSignals([question.signal, closing], async (signal) => {
    const [vector = new Float32Array()] = await semaphore.use(signal, () => {
      // The request may have waited for the semaphore.
      if (!isSameSource(ports.upstream(), source))
        throw new ApiError('CANCELLED', 'The provider changed in the meantime. Try again.')
      return requestVectors({ send, settings, signal }, [{ text: question.text, title: null }])
    })
    const save = () => connection.transactDurably(() => vectors.save(key, vector))
    saving = saveVectors(ports, { setId, vectors: [{ key, vector }], save })
    return vector
  })
  const flight = requesting
    .then(() => saving)
    .catch(() => undefined)
    .finally(() => flights.delete(name))
  flights.set(name, flight)
  return await requesting
}
