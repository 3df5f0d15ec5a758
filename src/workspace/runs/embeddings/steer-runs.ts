// Begins and ends runs, and asks for the vector of a single question.
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingSettings } from '#shared/schemas/embedding-set'
import { askVectors } from './ask-vectors'
import { clearRows } from './clear-rows'
import type { EmbeddingPorts } from './embedding-ports'
import type { Runs } from './runs'
import { findSet, type KeptSet, saveSet } from './set-rows'
import { toKey } from './vector-key'
import { withSignals } from './with-signals'

export interface RunVerbs {
  /** For what has no vector yet, or only for those that are named. Resolves once it is under way. */
  run(input: { id: string; rowIds?: readonly number[] | undefined }): Promise<void>
  cancel(input: { id: string }): void
  query(
    input: { id: string; text: string },
    signal?: AbortSignal,
  ): Promise<{ vector: number[]; cached: boolean }>
}

interface RunPorts extends EmbeddingPorts {
  readonly runs: Runs
  /** One change of a set at a time. */
  readonly inTurn: <Result>(setId: string, work: () => Promise<Result>) => Promise<Result>
}

export function createRunVerbs(ports: RunPorts): RunVerbs {
  const { connection, rows, runs, inTurn } = ports
  return {
    run: ({ id, rowIds }) =>
      inTurn(id, async () => {
        const set = await useChosenUpstream(ports, findSet(connection, id), rowIds !== undefined)
        const wanted = rowIds ?? rows.listIds(id, ['waiting', 'failed'])
        const run = runs.of(id)
        if (run) run.add(wanted)
        else if (wanted.length > 0) runs.begin(set, wanted)
      }),
    cancel: ({ id }) => runs.cancel(id),
    query: ({ id, text }, signal) => ask(ports, findSet(connection, id), { text, leaving: signal }),
  }
}

/** A set's vectors are of one service: under another one all of them are made anew, or none. */
async function useChosenUpstream(ports: RunPorts, set: KeptSet, isPart: boolean) {
  const { connection, tally, upstream: choose } = ports
  const upstream = choose()
  if (set.upstream?.id === upstream.id) return { ...set, upstream }
  if (set.upstream !== null && tally.read(set.id).counts.done > 0) {
    if (isPart) throw otherService(set.upstream.label, upstream.label)
    await clearRows(ports, set.id)
  }
  const changed = { ...set, upstream }
  saveSet(connection, changed)
  return changed
}

function otherService(made: string, chosen: string): ApiError {
  const message = `The vectors of this set were made by “${made}”, and “${chosen}” is chosen now. Vectors of two services cannot be compared: run the whole set, which makes all of them anew, or choose “${made}” again under Settings, Upstream.`
  return new ApiError('FAILED_PRECONDITION', message)
}

async function ask(
  ports: RunPorts,
  set: KeptSet,
  { text, leaving }: { text: string; leaving: AbortSignal | undefined },
) {
  const { connection, vectors, send, slots, closing, upstream: choose, tally } = ports
  const settings: EmbeddingSettings = { ...set.settings, taskType: 'RETRIEVAL_QUERY' }
  const chosen = choose()
  const upstream = set.upstream ?? chosen
  const key = toKey(upstream.id, settings, { text, title: null })
  const known = vectors.find(key)
  if (known) return { vector: [...known], cached: true }
  if (upstream.id !== chosen.id && tally.read(set.id).counts.done > 0)
    throw otherService(upstream.label, chosen.label)
  const vector = await withSignals([leaving, closing], async (signal) => {
    const [found] = await slots.use(signal, () =>
      askVectors({ send, settings, signal }, [{ text, title: null }]),
    )
    return found ?? new Float32Array()
  })
  connection.transact(() => vectors.keep(toKey(chosen.id, settings, { text, title: null }), vector))
  return { vector: [...vector], cached: false }
}
