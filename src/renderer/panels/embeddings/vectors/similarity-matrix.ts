// Compares all pairs of some rows: products, similarity matrix, nearest neighbors, and an order in which similar rows are adjacent.
import type { CooperativeTask } from './cooperative-task'
import { compare, createTopK, toScore, type VectorTable } from './similarity'
import { dotTile, makeTile, tileSize } from './vector-math'
import type { MetricOptions, NearestTable, Overlaps } from './vector-types'

interface SelectedRows {
  readonly values: Float32Array
  readonly dimensions: number
  /** Positions of the rows in `values`. */
  readonly positions: Uint32Array
}

/** Rows per band, which fit into the CPU cache. */
const band = 48

/**
 * Calls `onPair` once with each pair `a < b` of indices in `positions`, one band of rows at a time. The time is
 * quadratic, so progress is the share of pairs.
 */
export async function eachPair(
  selected: SelectedRows,
  onPair: (a: number, b: number, product: number) => void,
  task: CooperativeTask,
): Promise<void> {
  const { positions } = selected
  const count = positions.length
  const products = new Float64Array(tileSize)
  const tile = { ...makeTile(selected.dimensions), products }
  for (let top = 0; top < count; top += band) {
    const bottom = Math.min(count, top + band)
    for (let left = top; left < count; left += 2) {
      for (let row = top; row < Math.min(bottom, left + 2); row += 4)
        compareTile(selected, tile, { row, column: left, bottom, onPair })
      if (task.shouldYield()) await task.pause(toProgress(top + (band * (left - top)) / count, count))
    }
  }
}

/** Later rows have fewer pairs. */
function toProgress(rows: number, count: number): number {
  const left = Math.max(0, 1 - rows / count)
  return 1 - left * left
}

interface TilePosition {
  readonly row: number
  readonly column: number
  readonly bottom: number
  readonly onPair: (a: number, b: number, product: number) => void
}

function compareTile(
  { values, dimensions, positions }: SelectedRows,
  tile: ReturnType<typeof makeTile> & { products: Float64Array },
  { row, column, bottom, onPair }: TilePosition,
) {
  const last = positions.length - 1
  for (let each = 0; each < 4; each++)
    tile.rows[each] = (positions[Math.min(row + each, last)] as number) * dimensions
  for (let each = 0; each < 2; each++)
    tile.columns[each] = (positions[Math.min(column + each, last)] as number) * dimensions
  dotTile(values, values, tile)
  for (let each = 0; each < 4 && row + each < bottom; each++)
    for (let other = 0; other < 2 && column + other <= last; other++)
      if (row + each < column + other)
        onPair(row + each, column + other, tile.products[2 * each + other] as number)
}

/** Returns the matrix row by row. */
export async function makeSimilarityMatrix(
  table: VectorTable,
  { positions, metric, normalize }: MetricOptions & { positions: Uint32Array },
  task: CooperativeTask,
): Promise<Float32Array> {
  const count = positions.length
  const values = new Float32Array(count * count)
  const normAt = (index: number) => table.norms[positions[index] as number] as number
  for (let index = 0; index < count; index++) {
    const a = normAt(index)
    values[index * count + index] = compare(metric, { product: a * a, a, b: a, normalize })
  }
  const onPair = (a: number, b: number, product: number) => {
    const similarity = compare(metric, { product, a: normAt(a), b: normAt(b), normalize })
    values[a * count + b] = similarity
    values[b * count + a] = similarity
  }
  await eachPair({ ...table, positions }, onPair, task)
  return values
}

export async function findNearestTable(
  table: VectorTable,
  { positions, k, metric, normalize }: MetricOptions & { positions: Uint32Array; k: number },
  task: CooperativeTask,
): Promise<NearestTable> {
  const max = Math.max(0, Math.min(k, positions.length - 1))
  const lists = Array.from(positions, () => createTopK(max))
  const norms = Float64Array.from(positions, (position) => table.norms[position] as number)
  const onPair = (a: number, b: number, product: number) => {
    const pair = { product, a: norms[a] as number, b: norms[b] as number, normalize }
    const score = toScore(metric, compare(metric, pair))
    lists[a]?.offer(b, score)
    lists[b]?.offer(a, score)
  }
  await eachPair({ ...table, positions }, onPair, task)
  const nearest = new Uint32Array(positions.length * max)
  for (const [index, list] of lists.entries()) nearest.set(list.positions(), index * max)
  return { k: max, nearest }
}

/** Both tables must have the same rows in the same order. */
export function measureOverlaps(before: NearestTable, after: NearestTable): Overlaps {
  const { k } = before
  const count = k > 0 ? before.nearest.length / k : 0
  const overlaps = new Float32Array(count)
  const histogram = new Array<number>(k + 1).fill(0)
  let sum = 0
  for (let row = 0; row < count; row++) {
    const previous = new Set(before.nearest.subarray(row * k, (row + 1) * k))
    let stayed = 0
    for (const other of after.nearest.subarray(row * k, (row + 1) * k)) if (previous.has(other)) stayed++
    overlaps[row] = stayed / k
    histogram[stayed] = (histogram[stayed] ?? 0) + 1
    sum += stayed / k
  }
  return { overlaps, mean: count > 0 ? sum / count : 0, histogram }
}

/** Maximum number of rows for agglomerative clustering: time and memory are quadratic. */
export const maxAgglomerated = 1000

/** Returns the same positions in their new order. */
export async function orderRows(
  table: VectorTable,
  positions: Uint32Array,
  task: CooperativeTask,
): Promise<Uint32Array> {
  const values = await makeSimilarityMatrix(table, { positions, metric: 'cosine', normalize: true }, task)
  const distances = values.map((cosine) => 1 - cosine)
  return orderByCluster(distances, positions.length).map((index) => positions[index] as number)
}

/** The rows of a cluster, in order. */
type Cluster = readonly number[]

/**
 * Agglomerative clustering with average linkage by nearest-neighbor chains, in quadratic time. `distances` is a square
 * matrix, row by row, which is overwritten. Returns the row indices in their new order.
 */
function orderByCluster(distances: Float32Array, count: number): Uint32Array {
  const original = Float32Array.from(distances)
  const clusters = new Map<number, Cluster>()
  for (let row = 0; row < count; row++) clusters.set(row, [row])
  let chain: number[] = []
  while (clusters.size > 1) {
    if (chain.length === 0) chain = [firstOf(clusters)]
    const top = chain[chain.length - 1] as number
    const previous = chain[chain.length - 2]
    const nearest = findNearest(top, previous, { clusters, distances, count })
    if (nearest !== previous) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    join([nearest, top], { clusters, distances, count }, original)
  }
  const [rowOrder] = clusters.values()
  return Uint32Array.from(rowOrder ?? [])
}

interface JoinContext {
  readonly clusters: Map<number, Cluster>
  readonly distances: Float32Array
  readonly count: number
}

function firstOf(clusters: Map<number, Cluster>): number {
  const [first = 0] = clusters.keys()
  return first
}

/** Prefers the previous one in the chain among equally near ones; otherwise the chain would never end. */
function findNearest(
  of: number,
  previous: number | undefined,
  { clusters, distances, count }: JoinContext,
): number {
  let nearest = previous ?? -1
  let min = previous === undefined ? Number.POSITIVE_INFINITY : (distances[of * count + previous] as number)
  for (const other of clusters.keys()) {
    if (other === of) continue
    const distance = distances[of * count + other] as number
    if (nearest === -1 || distance < min) {
      min = distance
      nearest = other
    }
  }
  return nearest
}

/** Merges the second cluster into the first; distances to other clusters are the mean over their rows. */
function join([into, from]: readonly [number, number], context: JoinContext, original: Float32Array) {
  const { clusters, distances, count } = context
  const a = clusters.get(into) as Cluster
  const b = clusters.get(from) as Cluster
  clusters.delete(from)
  clusters.set(
    into,
    lineUp(a, b, (x, y) => original[x * count + y] as number),
  )
  const share = a.length / (a.length + b.length)
  for (const other of clusters.keys()) {
    if (other === into) continue
    const mean =
      share * (distances[into * count + other] as number) +
      (1 - share) * (distances[from * count + other] as number)
    distances[into * count + other] = mean
    distances[other * count + into] = mean
  }
}

type DistanceOf = (x: number, y: number) => number

/** Concatenates two clusters, reversing either so that their nearest ends meet. */
function lineUp(a: Cluster, b: Cluster, distanceOf: DistanceOf): Cluster {
  let best: readonly [Cluster, Cluster] = [a, b]
  let min = Number.POSITIVE_INFINITY
  for (const left of [a, [...a].reverse()])
    for (const right of [b, [...b].reverse()]) {
      const distance = distanceOf(left[left.length - 1] as number, right[0] as number)
      if (!(distance < min)) continue
      min = distance
      best = [left, right]
    }
  return [...best[0], ...best[1]]
}
