// The calls that the vector worker answers, over the block that `open` has started to load.
import { ApiError } from '#shared/schemas/api-error'
import type { CallContext } from '../../../api/worker-calls'
import { dot, squareOfDistance } from './dots'
import { compare, findNeighbours } from './find-neighbours'
import { groupBest } from './group-points'
import { keptComponents, layOutByComponents, layOutByNeighbours, type Reduced, reduceRows } from './lay-out'
import { describeNorms, describeVector, measureNorm } from './measure-vector'
import { findNearestTable, measureOverlaps } from './nearest-table'
import { findPlace, holdBlock, type OpenBlock, takeRow, untilRow, untilWhole } from './open-block'
import { mostJoined, orderFew, orderMany } from './order-rows'
import { type Rows, takeAsTheyAre, takeNormalised } from './rows'
import { makeSimilarityMatrix } from './similarity-matrix'
import type { ComingBlock } from './take-block'
import type {
  Clusters,
  Comparing,
  Layout,
  LayoutWish,
  NearestTable,
  Neighbour,
  NormFacts,
  OpenedVectors,
  Origin,
  Overlaps,
  PairFacts,
  Progress,
  SimilarityMatrix,
  VectorFacts,
} from './vector-calls'
import { startWork, type Work, type WorkPorts } from './work'

type PairInput = { readonly a: number; readonly b: number; readonly normalise: boolean }
type NeighborsInput = Comparing & {
  readonly origin: Origin
  readonly k: number
  readonly among?: Uint32Array | undefined
}
type MatrixInput = Comparing & { readonly rowIds: readonly number[] }
type ClustersInput = { readonly k: number; readonly seed: number; readonly normalise: boolean }
type NearestAmongInput = Comparing & { readonly rowIds: Uint32Array; readonly k: number }

export type VectorHandlers = ReturnType<typeof createVectorHandlers>

/** Long computations run as cooperative tasks, so that short calls are answered meanwhile. */
export function createVectorHandlers(
  loadBlock: (dimensions: number) => Promise<ComingBlock>,
  ports: Pick<WorkPorts, 'now' | 'turn'>,
) {
  let open: Promise<OpenBlock> = Promise.reject(new ApiError('FAILED_PRECONDITION', 'No set is open.'))
  open.catch(() => undefined)
  const whole = async () => untilWhole(await open)
  const computing =
    <Input, Output>(compute: (block: OpenBlock, input: Input, task: Work) => Promise<Output>) =>
    async (input: Input, { signal, report }: CallContext<Progress>) =>
      compute(await whole(), input, startWork({ ...ports, signal, report }))
  return {
    open: async ({ dimensions: requested }: { readonly dimensions: number }): Promise<OpenedVectors> => {
      open = loadBlock(requested).then((incoming) => holdBlock(incoming, requested))
      const { dimensions, rowIds } = await open
      return { dimensions, rowIds: rowIds.slice() }
    },
    describe: async ({ rowId }: { readonly rowId: number }): Promise<VectorFacts> =>
      describeVector(await untilRow(await open, rowId)),
    norms: async (): Promise<NormFacts> => describeNorms((await whole()).norms),
    read: async ({ rowId, normalise }: { readonly rowId: number; readonly normalise: boolean }) =>
      readRow(await untilRow(await open, rowId), normalise),
    pair: async (input: PairInput) => comparePair(await open, input),
    neighbours: computing(answerNeighbours),
    matrix: computing(answerMatrix),
    order: computing(answerOrder),
    clusters: computing(answerClusters),
    layout: computing(answerLayout),
    nearestAmong: computing(answerNearestAmong),
    overlaps: ({
      before,
      after,
    }: {
      readonly before: NearestTable
      readonly after: NearestTable
    }): Overlaps => measureOverlaps(before, after),
  }
}

function readRow(row: Float32Array, normalise: boolean): Float32Array {
  const length = normalise ? measureNorm(row) : 1
  return length > 0 ? row.map((value) => value / length) : row.slice()
}

async function comparePair(block: OpenBlock, { a, b, normalise }: PairInput): Promise<PairFacts> {
  const [one, other] = await Promise.all([untilRow(block, a), untilRow(block, b)])
  const [left, right] = [measureNorm(one), measureNorm(other)]
  const product = dot(one, other, { a: 0, b: 0, length: block.dimensions })
  const meeting = { product, a: left, b: right, normalise }
  const lengths = normalise ? { a: left || 1, b: right || 1 } : { a: 1, b: 1 }
  return {
    cosine: compare('cosine', meeting),
    dot: compare('dot', meeting),
    // By their product two long vectors that are nearly the same would lose the digits that tell them apart.
    euclidean: Math.sqrt(squareOfDistance(one, other, lengths)),
  }
}

async function answerNeighbours(
  block: OpenBlock,
  { origin, among: rowIds, ...wish }: NeighborsInput,
  work: Work,
): Promise<Neighbour[]> {
  work.enter('neighbours', 0, 1)
  const without = 'rowId' in origin ? findPlace(block, origin.rowId) : undefined
  const among = rowIds && choosePlaces(block, rowIds)
  const vector = takeOrigin(block, origin)
  const found = await findNeighbours(block, { ...wish, vector, without, among }, work)
  return found.map(({ position, value }) => ({ rowId: block.rowIds[position] as number, value }))
}

function takeOrigin(block: OpenBlock, origin: Origin): Float32Array {
  if ('rowId' in origin) return takeRow(block, origin.rowId)
  const { length } = origin.vector
  if (length !== block.dimensions)
    throw new ApiError(
      'INVALID_ARGUMENT',
      `A vector of ${write(length)} numbers cannot be compared with vectors of ${write(block.dimensions)}.`,
    )
  return Float32Array.from(origin.vector)
}

function write(count: number): string {
  return count.toLocaleString('en-US')
}

/** Those of the rows that have a vector. */
function choosePlaces({ places }: OpenBlock, rowIds: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(
    Array.from(rowIds).flatMap((rowId) => {
      const place = places.get(rowId)
      return place === undefined ? [] : [place]
    }),
  )
}

function toRowIds({ rowIds }: OpenBlock, positions: Uint32Array): Uint32Array {
  return positions.map((position) => rowIds[position] as number)
}

async function answerMatrix(
  block: OpenBlock,
  { rowIds, ...comparing }: MatrixInput,
  work: Work,
): Promise<SimilarityMatrix> {
  const positions = choosePlaces(block, rowIds)
  if (positions.length > mostJoined)
    throw new ApiError(
      'INVALID_ARGUMENT',
      `A matrix shows up to ${write(mostJoined)} rows, and ${write(positions.length)} are chosen.`,
    )
  work.enter('similarities', 0, 1)
  const square = await makeSimilarityMatrix(block, { positions, ...comparing }, work)
  return { ...square, rowIds: toRowIds(block, positions) }
}

async function answerOrder(
  block: OpenBlock,
  { rowIds }: { readonly rowIds: readonly number[] },
  work: Work,
): Promise<Uint32Array> {
  const positions = choosePlaces(block, rowIds)
  const chosen = toRowIds(block, positions)
  if (positions.length <= mostJoined) {
    work.enter('similarities', 0, 1)
    return (await orderFew(block, positions, work)).map((place) => chosen[place] as number)
  }
  const reduced = await reduceOnce(block, { normalise: true, until: 0.5 }, work)
  work.enter('clusters', 0.5, 1)
  return (await orderMany(reduced, positions, work)).map((place) => chosen[place] as number)
}

function takeRows({ values, dimensions, norms }: OpenBlock, normalise: boolean): Rows {
  return normalise ? takeNormalised(values, dimensions, norms) : takeAsTheyAre(values, dimensions)
}

interface Reducing {
  readonly normalise: boolean
  /** The share of the whole call at which it ends. */
  readonly until: number
}

/** Whoever asks while another has it found waits for that, and finds it alone where the other was cancelled. */
async function reduceOnce(block: OpenBlock, wish: Reducing, work: Work): Promise<Reduced> {
  const others = block.reduced.get(wish.normalise)
  const found = await others?.catch(() => undefined)
  if (found) return found
  if (block.reduced.get(wish.normalise) !== others) return reduceOnce(block, wish, work)
  work.enter('components', 0, wish.until)
  const reducing = reduceRows(takeRows(block, wish.normalise), keptComponents, work)
  block.reduced.set(wish.normalise, reducing)
  return reducing
}

async function answerClusters(block: OpenBlock, input: ClustersInput, work: Work): Promise<Clusters> {
  const { values, width } = await reduceOnce(block, { normalise: input.normalise, until: 0.5 }, work)
  work.enter('clusters', 0.5, 1)
  const { groups, sizes } = await groupBest({ count: block.norms.length, width, values }, input, work)
  const bySize = [...sizes.keys()].filter((group) => (sizes[group] as number) > 0)
  bySize.sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b)
  const ranks = new Map(bySize.map((group, rank) => [group, rank]))
  return {
    rowIds: block.rowIds.slice(),
    clusters: groups.map((group) => ranks.get(group) ?? 0),
    sizes: bySize.map((group) => sizes[group] as number),
  }
}

async function answerLayout(block: OpenBlock, wish: LayoutWish, work: Work): Promise<Layout> {
  const normalise = wish.normalise ?? false
  const rowIds = block.rowIds.slice()
  if (wish.method === 'pca') {
    work.enter('components', 0, 1)
    return { rowIds, ...(await layOutByComponents(takeRows(block, normalise), work)) }
  }
  const reduced = await reduceOnce(block, { normalise, until: 0.25 }, work)
  return { rowIds, ...(await layOutByNeighbours(reduced, wish, work)) }
}

async function answerNearestAmong(
  block: OpenBlock,
  { rowIds, ...wish }: NearestAmongInput,
  work: Work,
): Promise<NearestTable> {
  const positions = Uint32Array.from(rowIds, (rowId) => findPlace(block, rowId))
  work.enter('neighbours', 0, 1)
  return findNearestTable(block, { positions, ...wish }, work)
}
