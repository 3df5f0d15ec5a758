// The vectors of a set, held and computed with by a worker of their own: what the panels ask.
import { ApiError } from '#shared/schemas/api-error'
import { callWorker, toAbortError, type Waiting, type WorkerCalls } from './call-worker'
import { type CompareWish, type Comparison, compareVectors } from './compare-vectors'
import type {
  Clusters,
  Comparing,
  Layout,
  LayoutWish,
  Neighbour,
  NormFacts,
  OpenedVectors,
  Origin,
  PairFacts,
  SimilarityMatrix,
  VectorFacts,
} from './vector-calls'
import type { FromWorker } from './worker-messages'

/**
 * All reject with an `ApiError` whose message is a sentence for the user; with an `AbortError` when their signal is
 * aborted or the vectors are closed. Short calls are answered while a long one is under way.
 */
export interface Vectors {
  /** Settles when the block is in the worker; the other calls wait for it by themselves. */
  readonly opened: Promise<OpenedVectors>
  describe(rowId: number): Promise<VectorFacts>
  /** Of the whole set: whether any vector is not of unit length. */
  norms(): Promise<NormFacts>
  read(rowId: number, normalise?: boolean): Promise<Float32Array>
  pair(a: number, b: number, normalise: boolean): Promise<PairFacts>
  /** The nearest first. */
  neighbours(wish: Partial<Comparing> & { origin: Origin; k: number } & Waiting): Promise<Neighbour[]>
  /** Of up to 1,000 rows; those without a vector are left out of its `rowIds`. */
  matrix(wish: Partial<Comparing> & { rowIds: readonly number[] } & Waiting): Promise<SimilarityMatrix>
  /** The same rows with like beside like; those without a vector are left out. */
  order(rowIds: readonly number[], waiting?: Waiting): Promise<Uint32Array>
  clusters(k: number, wish?: { seed?: number; normalise?: boolean } & Waiting): Promise<Clusters>
  layout(wish: LayoutWish & Waiting): Promise<Layout>
  /** How far neighbours move between two sets. */
  compareWith(other: Vectors, wish: CompareWish): Promise<Comparison>
  /** For `compareWith`, among vectors. */
  readonly calls: WorkerCalls
  close(): void
}

export function openVectors(setId: string, dimensions: number): Vectors {
  const worker = new Worker(new URL('./vector-worker.ts', import.meta.url), { type: 'module' })
  const calls = callWorker(worker)
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => calls.hear(data))
  worker.addEventListener('error', () => {
    calls.end(
      new ApiError('RESOURCE_EXHAUSTED', 'The vectors could not be held in memory. Close other sets.'),
    )
  })
  const address = `media://vectors/${encodeURIComponent(setId)}?dimensions=${dimensions}`
  return askOf(calls, address, () => worker.terminate())
}

/** The same over any channel to the worker's answers. */
export function askOf(calls: WorkerCalls, address: string, stop: () => void): Vectors {
  const opened = calls.call('open', { address })
  // Whoever asks anything hears of it; nobody need wait for `opened` itself.
  opened.catch(() => undefined)
  return {
    opened,
    calls,
    describe: (rowId) => calls.call('describe', { rowId }),
    norms: () => calls.call('norms', {}),
    read: (rowId, normalise = false) => calls.call('read', { rowId, normalise }),
    pair: (a, b, normalise) => calls.call('pair', { a, b, normalise }),
    neighbours: ({ signal, onProgress, origin, k, ...comparing }) =>
      calls.call('neighbours', { ...toComparing(comparing), origin, k }, { signal, onProgress }),
    matrix: ({ signal, onProgress, rowIds, ...comparing }) =>
      calls.call('matrix', { ...toComparing(comparing), rowIds }, { signal, onProgress }),
    order: (rowIds, waiting) => calls.call('order', { rowIds }, waiting),
    clusters: (k, { seed = 1, normalise = false, ...waiting } = {}) =>
      calls.call('clusters', { k, seed, normalise }, waiting),
    layout: ({ signal, onProgress, ...wish }) => calls.call('layout', wish, { signal, onProgress }),
    compareWith: (other, wish) => compareVectors({ calls, opened }, other, wish),
    close: () => {
      calls.end(toAbortError())
      stop()
    },
  }
}

function toComparing({ metric = 'cosine', normalise = false }: Partial<Comparing>): Comparing {
  return { metric, normalise }
}
