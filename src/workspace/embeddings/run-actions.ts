// Starts and stops runs, and requests the vector of a single question.
import { ApiError } from '#shared/schemas/api-error'
import { type EmbeddingSettings, isSameSource, type VectorSource } from '#shared/schemas/embedding-set'
import { raceAbort, withSignals } from '../concurrency/abort'
import type { Connection } from '../database/connection'
import { requestVectors } from './request-vectors'
import { saveVectors } from './rescued-vectors'
import { clearRows } from './row-vectors'
import type { RowPorts } from './set-actions'
import { findSet, type StoredSet, saveSet } from './set-rows'
import { toKey } from './vector-store'

export interface RunRequest {
  readonly id: string
  readonly rowIds?: readonly number[] | undefined
  readonly force?: boolean
}

export function createRunActions(ports: RowPorts) {
  const { connection, rows, runs, inTurn } = ports
  return {
    /**
     * For what has no vector yet, or only for those that are named; with `anew` all of another source's are made again.
     * Resolves once it is in progress.
     */
    run: ({ id, rowIds, force = false }: RunRequest) =>
      inTurn(id, async () => {
        await endStale(ports, id)
        const set = await useChosenUpstream(ports, findSet(connection, id), force)
        const wanted = rowIds ?? (await rows.listIds(id, ['waiting', 'failed']))
        await endStale(ports, id)
        if (ports.closing.aborted) return
        // Whoever was deleted meanwhile is asked for no more.
        findSet(connection, id)
        const run = runs.of(id)
        if (run) run.add(wanted)
        else if (wanted.length > 0) runs.begin(set, wanted)
      }),
    cancel: ({ id }: { id: string }) => runs.cancel(id),
    query: ({ id, text }: { id: string; text: string }, signal?: AbortSignal) =>
      ask(ports, findSet(connection, id), { text, leaving: signal }),
  }
}

/** One that is ending never asks for what is added to it; one of another upstream ends on its own (`checkGoing`). */
async function endStale({ runs, upstream }: RowPorts, setId: string): Promise<void> {
  const run = runs.of(setId)
  if (!run || (!run.isEnding() && isSameSource(run.source, upstream()))) return
  // What is in progress is paid for, and is waited for; a service that wants patience is not.
  if (run.waitsUntil() !== undefined) run.cancel()
  await run.ended
}

/** A set's vectors are of one service: under another one all of them are made again, or none. */
async function useChosenUpstream(ports: RowPorts, set: StoredSet, force: boolean) {
  const { connection, tally, upstream: choose } = ports
  const upstream = choose()
  if (set.upstream && isSameSource(set.upstream, upstream)) return { ...set, upstream }
  if (tally.read(set.id).counts.done > 0) {
    if (set.upstream && !force) throw otherService(set.upstream.label, upstream.label)
    // Nobody knows who made what a file says nothing of: it is trusted, unless all is to be made again.
    if (force) return clearRows(ports, set.id, () => keepUpstream(connection, set.id, upstream))
  }
  return keepUpstream(connection, set.id, upstream)
}

/** It may have been renamed meanwhile, or deleted: then nothing may be asked for. */
function keepUpstream(connection: Connection, setId: string, upstream: VectorSource) {
  const changed = { ...findSet(connection, setId), upstream }
  saveSet(connection, changed)
  return changed
}

function otherService(made: string, chosen: string): ApiError {
  const message = `This set was embedded with ${made}, but the current provider is ${chosen}. Vectors from different providers can’t be compared. Run the whole set to embed it again, or switch back to ${made} in Settings > Provider.`
  return new ApiError('FAILED_PRECONDITION', message)
}

interface Question {
  readonly text: string
  readonly leaving: AbortSignal | undefined
}

async function ask(
  ports: RowPorts,
  set: StoredSet,
  question: Question,
): Promise<{ vector: number[]; cached: boolean }> {
  const { vectors, flights, closing, upstream: choose, tally } = ports
  const settings: EmbeddingSettings = { ...set.settings, taskType: 'RETRIEVAL_QUERY' }
  const chosen = choose()
  const upstream = set.upstream ?? chosen
  const embedded = { text: question.text, title: null }
  const known = vectors.find(toKey(upstream, settings, embedded))
  if (known) return { vector: [...known], cached: true }
  if (!isSameSource(upstream, chosen) && tally.read(set.id).counts.done > 0)
    throw otherService(upstream.label, chosen.label)
  const key = toKey(chosen, settings, embedded)
  const flight = flights.get(key.toString('hex'))
  if (!flight)
    return {
      vector: [...(await askOne(ports, { setId: set.id, settings, source: chosen, key, question }))],
      cached: false,
    }
  // A row, or somebody who has asked before, has it on its way.
  await withSignals([question.leaving, closing], async (signal) => {
    await raceAbort(flight, signal).catch(() => undefined)
    signal.throwIfAborted()
  })
  return ask(ports, set, question)
}

interface Wanted {
  readonly setId: string
  readonly settings: EmbeddingSettings
  readonly source: VectorSource
  readonly key: Buffer
  readonly question: Question
}

/** Whoever wants the same meanwhile waits until it is saved; whoever asked has it at once. */
async function askOne(ports: RowPorts, wanted: Wanted): Promise<Float32Array> {
  const { setId, settings, source, key, question } = wanted
  const { connection, vectors, send, semaphore, flights, closing } = ports
  const name = key.toString('hex')
  let saving: Promise<void> | undefined
  const asking = withSignals([question.leaving, closing], async (signal) => {
    const [vector = new Float32Array()] = await semaphore.use(signal, () => {
      // It may have waited for its turn.
      if (!isSameSource(ports.upstream(), source))
        throw new ApiError('CANCELLED', 'The provider changed in the meantime. Try again.')
      return requestVectors({ send, settings, signal }, [{ text: question.text, title: null }])
    })
    const save = () => connection.transactDurably(() => vectors.keep(key, vector))
    saving = saveVectors(ports, { setId, vectors: [{ key, vector }], save })
    return vector
  })
  const flight = asking
    .then(() => saving)
    .catch(() => undefined)
    .finally(() => flights.delete(name))
  flights.set(name, flight)
  return await asking
}
