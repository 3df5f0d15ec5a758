// Answers what is asked of a set's vectors: one function a call, over the block that `open` has fetched.
import { ApiError } from '#shared/schemas/api-error'
import { readBlock } from '#shared/vectors/vector-block'
import { dot, squareOfDistance } from './dots'
import { compare, findNeighbours, type Held } from './find-neighbours'
import { groupBest } from './group-points'
import { keptComponents, layOutByComponents, layOutByNeighbours, type Reduced, reduceRows } from './lay-out'
import { describeNorms, describeVector, measureNorms } from './measure-vector'
import { findNearestTable, measureOverlaps } from './nearest-table'
import { mostJoined, orderFew, orderMany } from './order-rows'
import { type Rows, takeAsTheyAre, takeNormalised } from './rows'
import { makeSimilarityMatrix } from './similarity-matrix'
import type { CallName, Clusters, Gives, Origin, Takes } from './vector-calls'
import type { Work } from './work'

export type Answers = { [N in CallName]: (input: Takes<N>, work: Work) => Promise<Gives<N>> }

/** What is held once the block has come. */
interface OpenBlock extends Held {
  readonly rowIds: Uint32Array
  readonly places: ReadonlyMap<number, number>
  /** By whether they are normalised: found once, for maps and clusters alike. */
  readonly reduced: Map<boolean, Promise<Reduced>>
}

export function createAnswers(fetchBlock: (dimensions: number) => Promise<ArrayBuffer>): Answers {
  let open: Promise<OpenBlock> = Promise.reject(new ApiError('FAILED_PRECONDITION', 'No set is open.'))
  open.catch(() => undefined)
  return {
    open: async ({ dimensions: wished }) => {
      open = fetchBlock(wished).then(holdBlock)
      const { dimensions, rowIds } = await open
      return { dimensions, rowIds: rowIds.slice() }
    },
    describe: async ({ rowId }) => describeVector(takeRow(await open, rowId)),
    norms: async () => describeNorms((await open).norms),
    read: async ({ rowId, normalise }) => readRow(await open, rowId, normalise),
    pair: async (input) => comparePair(await open, input),
    neighbours: async (input, work) => answerNeighbours(await open, input, work),
    matrix: async (input, work) => answerMatrix(await open, input, work),
    order: async ({ rowIds }, work) => answerOrder(await open, rowIds, work),
    clusters: async (input, work) => answerClusters(await open, input, work),
    layout: async (input, work) => answerLayout(await open, input, work),
    nearestAmong: async (input, work) => answerNearestAmong(await open, input, work),
    overlaps: async ({ before, after }) => measureOverlaps(before, after),
  }
}

function holdBlock(buffer: ArrayBuffer): OpenBlock {
  const { dimensions, rowIds, values } = readBlock(buffer)
  const places = new Map<number, number>()
  for (const [place, rowId] of rowIds.entries()) places.set(rowId, place)
  let norms: Float64Array | undefined
  return {
    dimensions,
    rowIds,
    values,
    places,
    // Whoever opens a set to look at one vector need not wait for the lengths of all.
    get norms() {
      norms ??= measureNorms(values, dimensions)
      return norms
    },
    reduced: new Map(),
  }
}

function findPlace({ places }: OpenBlock, rowId: number): number {
  const place = places.get(rowId)
  if (place === undefined) throw new ApiError('NOT_FOUND', `Row ${rowId} has no vector of this length.`)
  return place
}

/** A view of what is held. */
function takeRow(block: OpenBlock, rowId: number): Float32Array {
  const start = findPlace(block, rowId) * block.dimensions
  return block.values.subarray(start, start + block.dimensions)
}

function readRow(block: OpenBlock, rowId: number, normalise: boolean): Float32Array {
  const row = takeRow(block, rowId)
  const length = normalise ? (block.norms[findPlace(block, rowId)] as number) : 1
  return length > 0 ? row.map((value) => value / length) : row.slice()
}

function comparePair(block: OpenBlock, { a, b, normalise }: Takes<'pair'>): Gives<'pair'> {
  const at = [findPlace(block, a), findPlace(block, b)] as const
  const [left, right] = at.map((place) => block.norms[place] as number) as [number, number]
  const { values, dimensions } = block
  const product = dot(values, values, { a: at[0] * dimensions, b: at[1] * dimensions, length: dimensions })
  const meeting = { product, a: left, b: right, normalise }
  const [one, other] = [takeRow(block, a), takeRow(block, b)]
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
  { origin, among: rowIds, ...wish }: Takes<'neighbours'>,
  work: Work,
): Promise<Gives<'neighbours'>> {
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

async function answerMatrix(block: OpenBlock, { rowIds, ...comparing }: Takes<'matrix'>, work: Work) {
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

async function answerOrder(block: OpenBlock, rowIds: readonly number[], work: Work): Promise<Uint32Array> {
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

async function answerClusters(block: OpenBlock, input: Takes<'clusters'>, work: Work): Promise<Clusters> {
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

async function answerLayout(block: OpenBlock, wish: Takes<'layout'>, work: Work): Promise<Gives<'layout'>> {
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
  { rowIds, ...wish }: Takes<'nearestAmong'>,
  work: Work,
): Promise<Gives<'nearestAmong'>> {
  const positions = Uint32Array.from(rowIds, (rowId) => findPlace(block, rowId))
  work.enter('neighbours', 0, 1)
  return findNearestTable(block, { positions, ...wish }, work)
}
