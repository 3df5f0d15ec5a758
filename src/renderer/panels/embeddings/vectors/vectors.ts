// The vectors of a set, held by a worker of their own: the client that views call.
import { ApiError } from '#shared/schemas/api-error'
import { type VectorsWish, vectorsChannel } from '#shared/vectors/vector-port'
import { receivePort } from '../../../api/receive-port'
import { connectWorker, type WorkerClient } from '../../../api/worker-calls'
import type { VectorHandlers } from './vector-handlers'
import type {
  Clusters,
  Layout,
  LayoutOptions,
  MetricOptions,
  Neighbor,
  NormFacts,
  OpenedVectors,
  Origin,
  Overlaps,
  PairFacts,
  SimilarityMatrix,
  VectorCallOptions,
  VectorFacts,
} from './vector-types'
import type { VectorWorkerHandlers } from './vector-worker'

/**
 * All reject with an `ApiError` whose message is a sentence for the user; with an `AbortError` when their signal is
 * aborted or the vectors are closed. Short calls are answered while a long one is under way.
 */
export interface Vectors {
  /** Settles once it is known which rows have a vector; the other calls wait by themselves for those that they need. */
  readonly opened: Promise<OpenedVectors>
  describe(rowId: number): Promise<VectorFacts>
  /** Of the whole set: whether any vector is not of unit length. */
  norms(): Promise<NormFacts>
  read(rowId: number, normalise?: boolean): Promise<Float32Array>
  pair(a: number, b: number, normalise: boolean): Promise<PairFacts>
  /** The nearest first; of all rows, or only of those that are named. */
  neighbours(
    options: Partial<MetricOptions> & { origin: Origin; k: number; among?: Uint32Array } & VectorCallOptions,
  ): Promise<Neighbor[]>
  /** Of up to 1,000 rows; those without a vector are left out of its `rowIds`. */
  matrix(
    options: Partial<MetricOptions> & { rowIds: readonly number[] } & VectorCallOptions,
  ): Promise<SimilarityMatrix>
  /** The same rows with like beside like; those without a vector are left out. */
  order(rowIds: readonly number[], callOptions?: VectorCallOptions): Promise<Uint32Array>
  clusters(k: number, options?: { seed?: number; normalise?: boolean } & VectorCallOptions): Promise<Clusters>
  layout(options: LayoutOptions & VectorCallOptions): Promise<Layout>
  /** How far neighbors move between two sets. */
  compareWith(other: Vectors, options: CompareOptions): Promise<Comparison>
  /** For `compareWith`, among vectors. */
  readonly calls: WorkerClient<VectorHandlers>
  close(): void
}

/** A worker that is ready, and the port on its way to it. */
interface Start {
  readonly worker: Worker
  readonly port: Promise<MessagePort>
}

let spare: Start | undefined

/** Vectors will be wanted soon: their worker takes a tenth of a second to start. */
export function prepareVectors(): void {
  spare ??= start()
}

function start(): Start {
  const worker = new Worker(new URL('./vector-worker.ts', import.meta.url), { type: 'module' })
  const port = receivePort(vectorsChannel)
  // Whoever opens vectors hears of it; the next one tries again.
  port.catch(() => {
    if (spare?.port === port) spare = undefined
  })
  return { worker, port }
}

export function openVectors(id: string, dimensions: number): Vectors {
  const { worker, port: coming } = spare ?? start()
  spare = undefined
  const calls = connectWorker<VectorWorkerHandlers>(
    worker,
    'The vectors could not be held in memory. Close other programs, or ask for fewer dimensions.',
  )
  let isClosed = false
  coming.then(
    (port) => {
      if (isClosed) return port.close()
      const options: VectorsWish = { id, dimensions }
      // Said at once: what is wished for comes while the worker starts.
      port.postMessage(options)
      // If it fails, so does `open`, and says why.
      calls.call('connect', port).catch(() => undefined)
    },
    (error: Error) => calls.close(new ApiError('UNAVAILABLE', error.message)),
  )
  return createVectorsClient(calls, dimensions, () => {
    isClosed = true
    worker.terminate()
  })
}

/** The same over any channel to the worker's answers. */
export function createVectorsClient(
  calls: WorkerClient<VectorHandlers>,
  dimensions: number,
  stop: () => void,
): Vectors {
  const opened = calls.call('open', { dimensions })
  // Whoever asks anything hears of it; nobody need wait for `opened` itself.
  opened.catch(() => undefined)
  return {
    opened,
    calls,
    describe: (rowId) => calls.call('describe', { rowId }),
    norms: () => calls.call('norms', undefined),
    read: (rowId, normalise = false) => calls.call('read', { rowId, normalise }),
    pair: (a, b, normalise) => calls.call('pair', { a, b, normalise }),
    neighbours: ({ signal, onProgress, origin, k, among, ...options }) =>
      calls.call('neighbours', { ...toComparing(options), origin, k, among }, { signal, onProgress }),
    matrix: ({ signal, onProgress, rowIds, ...options }) =>
      calls.call('matrix', { ...toComparing(options), rowIds }, { signal, onProgress }),
    order: (rowIds, callOptions) => calls.call('order', { rowIds }, callOptions),
    clusters: (k, { seed = 1, normalise = false, ...callOptions } = {}) =>
      calls.call('clusters', { k, seed, normalise }, callOptions),
    layout: ({ signal, onProgress, ...options }) => calls.call('layout', options, { signal, onProgress }),
    compareWith: (other, options) => compareVectors({ calls, opened }, other, options),
    close: () => {
      calls.close()
      stop()
    },
  }
}

function toComparing({ metric = 'cosine', normalise = false }: Partial<MetricOptions>): MetricOptions {
  return { metric, normalise }
}

interface CompareOptions extends Partial<MetricOptions>, VectorCallOptions {
  readonly k: number
  /** Rows of this set with those of the other that are the same texts; rows of the same id unless told. */
  readonly pairs?: readonly (readonly [mine: number, theirs: number])[]
}

export interface Comparison extends Overlaps {
  /** Smaller than asked for where there are few rows. */
  readonly k: number
  /** This set's rows that were compared, and the other's beside them; `overlaps` goes with them. */
  readonly rowIds: Uint32Array
  readonly otherRowIds: Uint32Array
}

interface Side {
  readonly calls: WorkerClient<VectorHandlers>
  readonly opened: Promise<OpenedVectors>
}

/** The sets may differ in dimensions: neighbors are sought within each, and only their places are compared. */
async function compareVectors(mine: Side, theirs: Side, options: CompareOptions): Promise<Comparison> {
  const { signal, onProgress, k, metric = 'cosine', normalise = false } = options
  const [here, there] = await Promise.all([mine.opened, theirs.opened])
  const pairs = pairRows(here, there, options.pairs)
  if (pairs.length < 3)
    throw new ApiError('FAILED_PRECONDITION', 'There are fewer than three rows with a vector in both sets.')
  const rowIds = Uint32Array.from(pairs, ([row]) => row)
  const otherRowIds = Uint32Array.from(pairs, ([, row]) => row)
  const shares = [0, 0]
  const tell = (side: 0 | 1): VectorCallOptions => ({
    signal,
    onProgress: ({ share }) => {
      shares[side] = share
      onProgress?.({ stage: 'neighbours', share: ((shares[0] ?? 0) + (shares[1] ?? 0)) / 2 })
    },
  })
  const [before, after] = await Promise.all([
    mine.calls.call('nearestAmong', { metric, normalise, k, rowIds }, tell(0)),
    theirs.calls.call('nearestAmong', { metric, normalise, k, rowIds: otherRowIds }, tell(1)),
  ])
  const overlaps = await mine.calls.call('overlaps', { before, after }, { signal })
  return { ...overlaps, k: before.k, rowIds, otherRowIds }
}

/** Only rows that have a vector in both. */
function pairRows(here: OpenedVectors, there: OpenedVectors, pairs: CompareOptions['pairs']) {
  const known = new Set(here.rowIds)
  const knownThere = new Set(there.rowIds)
  const requested = pairs ?? Array.from(here.rowIds, (rowId) => [rowId, rowId] as const)
  return requested.filter(([row, other]) => known.has(row) && knownThere.has(other))
}
