// The handlers of the vector worker, for the block that `open` started to load.

import { ApiError } from '#shared/schemas/api-error'
import type { CallContext } from '../../../api/worker-calls'
import {
  type CooperativeTask,
  type CooperativeTaskPorts,
  startCooperativeTask,
  subtask,
} from './cooperative-task'
import { normalizedRows, type Rows, rawRows } from './covariance'
import { bestKMeans } from './k-means'
import { findNearPoints } from './near-points'
import { type ReducedRows, reduceRows } from './principal-components'
import { compare, findNeighbors } from './similarity'
import {
  findNearestTable,
  makeSimilarityMatrix,
  maxAgglomerated,
  measureOverlaps,
  orderRows,
} from './similarity-matrix'
import { optimizeUmap } from './umap'
import {
  findRowIndex,
  formatCount,
  getRow,
  type IncomingBlock,
  openBuffer,
  type VectorBuffer,
  whenComplete,
  whenRowLoaded,
} from './vector-buffer'
import { describeNorms, describeVector, dot, measureNorm, squareOfDistance } from './vector-math'
import type {
  Clusters,
  Layout,
  LayoutOptions,
  MetricOptions,
  NearestTable,
  Neighbor,
  NormFacts,
  OpenedVectors,
  Origin,
  Overlaps,
  PairFacts,
  SimilarityMatrix,
  VectorFacts,
} from './vector-types'

type PairInput = { readonly a: number; readonly b: number; readonly normalize: boolean }
type NeighborsInput = Partial<MetricOptions> & {
  readonly origin: Origin
  readonly k: number
  readonly among?: Uint32Array | undefined
}
/** Up to 1,000 rows; those without a vector are skipped. `byCluster`: similar rows are adjacent. */
type MatrixInput = Partial<MetricOptions> & {
  readonly rowIds: readonly number[]
  readonly byCluster?: boolean
}
type ClustersInput = { readonly k: number; readonly seed?: number; readonly normalize?: boolean }
type NearestAmongInput = Partial<MetricOptions> & { readonly rowIds: Uint32Array; readonly k: number }

export type VectorHandlers = ReturnType<typeof createVectorHandlers>

/** Long computations run as cooperative tasks, so that short calls are answered meanwhile. */
export function createVectorHandlers(
  loadBlock: (dimensions: number) => Promise<IncomingBlock>,
  ports: Pick<CooperativeTaskPorts, 'now' | 'yieldToMessages'>,
) {
  let open: Promise<VectorBuffer> = Promise.reject(
    new ApiError('FAILED_PRECONDITION', 'No embedding set is open.'),
  )
  open.catch(() => undefined)
  const completeBlock = async () => whenComplete(await open)
  const withTask =
    <Input, Output>(compute: (block: VectorBuffer, input: Input, task: CooperativeTask) => Promise<Output>) =>
    async (input: Input, { signal, report }: CallContext) =>
      compute(await completeBlock(), input, startCooperativeTask({ ...ports, signal, report }))
  return {
    open: async ({ dimensions: requested }: { readonly dimensions: number }): Promise<OpenedVectors> => {
      open = loadBlock(requested).then((incoming) => openBuffer(incoming, requested))
      const { dimensions, rowIds } = await open
      return { dimensions, rowIds: rowIds.slice() }
    },
    describe: async ({ rowId }: { readonly rowId: number }): Promise<VectorFacts> =>
      describeVector(await whenRowLoaded(await open, rowId)),
    norms: async (): Promise<NormFacts> => {
      const { norms, rowIds } = await completeBlock()
      return describeNorms(norms, rowIds)
    },
    read: async ({ rowId, normalize = false }: { readonly rowId: number; readonly normalize?: boolean }) =>
      readRow(await whenRowLoaded(await open, rowId), normalize),
    pair: async (input: PairInput) => comparePair(await open, input),
    neighbors: withTask(computeNeighbors),
    matrix: withTask(computeMatrix),
    clusters: withTask(computeClusters),
    layout: withTask(computeLayout),
    nearestAmong: withTask(computeNearestAmong),
    overlaps: ({
      before,
      after,
    }: {
      readonly before: NearestTable
      readonly after: NearestTable
    }): Overlaps => measureOverlaps(before, after),
  }
}

function readRow(row: Float32Array, normalize: boolean): Float32Array {
  const length = normalize ? measureNorm(row) : 1
  return length > 0 ? row.map((value) => value / length) : row.slice()
}

async function comparePair(block: VectorBuffer, { a, b, normalize }: PairInput): Promise<PairFacts> {
  const [first, second] = await Promise.all([whenRowLoaded(block, a), whenRowLoaded(block, b)])
  const [left, right] = [measureNorm(first), measureNorm(second)]
  const product = dot(first, second, { a: 0, b: 0, length: block.dimensions })
  const pair = { product, a: left, b: right, normalize }
  const lengths = normalize ? ([left || 1, right || 1] as const) : ([1, 1] as const)
  return {
    cosine: compare('cosine', pair),
    dot: compare('dot', pair),
    // The product of two nearly equal long vectors would lose the digits in which they differ.
    euclidean: Math.sqrt(squareOfDistance(first, second, ...lengths)),
  }
}

async function computeNeighbors(
  block: VectorBuffer,
  { origin, among: rowIds, k, metric = 'cosine', normalize = false }: NeighborsInput,
  task: CooperativeTask,
): Promise<Neighbor[]> {
  const without = 'rowId' in origin ? findRowIndex(block, origin.rowId) : undefined
  const among = rowIds && findRowIndices(block, rowIds)
  const vector = readOrigin(block, origin)
  const found = await findNeighbors(block, { k, metric, normalize, vector, without, among }, task)
  return found.map(({ position, value }) => ({ rowId: block.rowIds[position] as number, value }))
}

function readOrigin(block: VectorBuffer, origin: Origin): Float32Array {
  if ('rowId' in origin) return getRow(block, origin.rowId)
  const { length } = origin.vector
  if (length !== block.dimensions)
    throw new ApiError(
      'INVALID_ARGUMENT',
      `These vectors can’t be compared: ${formatCount(length)} dimensions vs. ${formatCount(block.dimensions)}.`,
    )
  return Float32Array.from(origin.vector)
}

/** Returns the indices of the rows that have a vector. */
function findRowIndices({ indices }: VectorBuffer, rowIds: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(
    Array.from(rowIds).flatMap((rowId) => {
      const index = indices.get(rowId)
      return index === undefined ? [] : [index]
    }),
  )
}

async function computeMatrix(
  block: VectorBuffer,
  { rowIds, byCluster = false, metric = 'cosine', normalize = false }: MatrixInput,
  task: CooperativeTask,
): Promise<SimilarityMatrix> {
  const positionsInTable = findRowIndices(block, rowIds)
  if (positionsInTable.length > maxAgglomerated)
    throw new ApiError(
      'INVALID_ARGUMENT',
      `The matrix shows up to ${formatCount(maxAgglomerated)} rows. You selected ${formatCount(positionsInTable.length)}.`,
    )
  const positions = byCluster
    ? await orderRows(block, positionsInTable, subtask(task, 0, 0.5))
    : positionsInTable
  const comparing = byCluster ? subtask(task, 0.5, 0.5) : task
  const values = await makeSimilarityMatrix(block, { positions, metric, normalize }, comparing)
  return { values, rowIds: positions.map((position) => block.rowIds[position] as number) }
}

function readTableRows({ values, dimensions, norms }: VectorBuffer, normalize: boolean): Rows {
  return normalize ? normalizedRows(values, dimensions, norms) : rawRows(values, dimensions)
}

/** A second call waits for the first, and computes the rows itself if the first is canceled. */
async function reduceOnce(
  block: VectorBuffer,
  normalize: boolean,
  task: CooperativeTask,
): Promise<ReducedRows> {
  const pending = block.reduced.get(normalize)
  const found = await pending?.catch(() => undefined)
  if (found) return found
  if (block.reduced.get(normalize) !== pending) return reduceOnce(block, normalize, task)
  const reducing = reduceRows(readTableRows(block, normalize), componentCount, task)
  block.reduced.set(normalize, reducing)
  return reducing
}

async function computeClusters(
  block: VectorBuffer,
  { k, seed = 1, normalize = false }: ClustersInput,
  task: CooperativeTask,
): Promise<Clusters> {
  const { values, width } = await reduceOnce(block, normalize, subtask(task, 0, 0.5))
  const points = { count: block.norms.length, width, values }
  const { groups, sizes } = await bestKMeans(points, { k, seed }, subtask(task, 0.5, 0.5))
  const bySize = [...sizes.keys()].filter((group) => (sizes[group] as number) > 0)
  bySize.sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b)
  const ranks = new Map(bySize.map((group, rank) => [group, rank]))
  return {
    rowIds: block.rowIds.slice(),
    clusters: groups.map((group) => ranks.get(group) ?? 0),
  }
}

async function computeLayout(
  block: VectorBuffer,
  options: LayoutOptions,
  task: CooperativeTask,
): Promise<Layout> {
  const normalize = options.normalize ?? false
  const rowIds = block.rowIds.slice()
  if (options.method === 'pca') {
    const { width, values, explained } = await reduceRows(readTableRows(block, normalize), 2, task)
    const [across = 0, down = 0] = explained
    return { rowIds, points: leadingPoints(values, width), explained: [across, down] }
  }
  const reduced = await reduceOnce(block, normalize, subtask(task, 0, 0.25))
  return { rowIds, ...(await layoutWithUmap(reduced, options, subtask(task, 0.25, 0.75))) }
}

async function computeNearestAmong(
  block: VectorBuffer,
  { rowIds, k, metric = 'cosine', normalize = false }: NearestAmongInput,
  task: CooperativeTask,
): Promise<NearestTable> {
  const positions = Uint32Array.from(rowIds, (rowId) => findRowIndex(block, rowId))
  return findNearestTable(block, { positions, k, metric, normalize }, task)
}

/** The number of components for UMAP and clustering. */
const componentCount = 50

/** `reduced` is the same for every seed and number of neighbors. */
async function layoutWithUmap(
  reduced: ReducedRows,
  options: LayoutOptions,
  task: CooperativeTask,
): Promise<Omit<Layout, 'rowIds'>> {
  const { width, values } = reduced
  const first = leadingPoints(values, width)
  const count = first.length / 2
  const explained = [reduced.explained.reduce((sum, share) => sum + share, 0)]
  // With so few points, all are neighbors of each other.
  if (count < 4) return { points: first, explained, neighbors: 0 }
  // By UMAP's convention, the number of neighbors includes the point itself.
  const k = Math.max(2, (options.neighbors ?? 15) - 1)
  const near = await findNearPoints(
    { count, width, values },
    { k, seed: options.seed },
    subtask(task, 0, 1 / 3),
  )
  const { seed, minDistance } = options
  const points = await optimizeUmap({ near, first, seed, minDistance }, subtask(task, 1 / 3, 2 / 3))
  return { points, explained, neighbors: near.k + 1 }
}

function leadingPoints(values: Float32Array, width: number): Float32Array {
  const points = new Float32Array((2 * values.length) / width)
  for (let point = 0; point < points.length / 2; point++) {
    points[2 * point] = values[point * width] as number
    points[2 * point + 1] = width > 1 ? (values[point * width + 1] as number) : 0
  }
  return points
}
