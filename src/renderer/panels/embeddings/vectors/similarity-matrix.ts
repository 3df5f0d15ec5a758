// Compares all pairs of some rows: products, similarity matrix, and nearest neighbors.

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
  { positions, metric, normalise }: MetricOptions & { positions: Uint32Array },
  task: CooperativeTask,
): Promise<Float32Array> {
  const count = positions.length
  const values = new Float32Array(count * count)
  const normAt = (index: number) => table.norms[positions[index] as number] as number
  for (let index = 0; index < count; index++) {
    const a = normAt(index)
    values[index * count + index] = compare(metric, { product: a * a, a, b: a, normalise })
  }
  const onPair = (a: number, b: number, product: number) => {
    const similarity = compare(metric, { product, a: normAt(a), b: normAt(b), normalise })
    values[a * count + b] = similarity
    values[b * count + a] = similarity
  }
  await eachPair({ ...table, positions }, onPair, task)
  return values
}

export async function findNearestTable(
  table: VectorTable,
  { positions, k, metric, normalise }: MetricOptions & { positions: Uint32Array; k: number },
  task: CooperativeTask,
): Promise<NearestTable> {
  const max = Math.max(0, Math.min(k, positions.length - 1))
  const lists = Array.from(positions, () => createTopK(max))
  const norms = Float64Array.from(positions, (position) => table.norms[position] as number)
  const onPair = (a: number, b: number, product: number) => {
    const pair = { product, a: norms[a] as number, b: norms[b] as number, normalise }
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
