// Multiplies vectors by the covariance of rows without storing its matrix, which would be larger than the rows.

import type { CooperativeTask } from './cooperative-task'
import { dotTile, makeTile, tileSize } from './vector-math'

export interface Rows {
  readonly count: number
  readonly dimensions: number
  readonly values: Float32Array
  /** The factor of each row; 1 for raw rows. */
  readonly scales: Float64Array
}

export function rawRows(values: Float32Array, dimensions: number): Rows {
  const count = dimensions > 0 ? values.length / dimensions : 0
  return { count, dimensions, values, scales: new Float64Array(count).fill(1) }
}

/** A row of zeros has no direction, and is not scaled. */
export function normalizedRows(values: Float32Array, dimensions: number, norms: Float64Array): Rows {
  return {
    count: norms.length,
    dimensions,
    values,
    scales: norms.map((norm) => (norm > 0 ? 1 / norm : 1)),
  }
}

/** `variance` is the sum of the variances of all dimensions. */
export async function measureSpread({ count, dimensions, values, scales }: Rows, task: CooperativeTask) {
  const mean = new Float64Array(dimensions)
  for (let row = 0; row < count; row++) {
    const scale = (scales[row] as number) / count
    const start = row * dimensions
    for (let index = 0; index < dimensions; index++)
      mean[index] = (mean[index] as number) + scale * (values[start + index] as number)
    if (task.shouldYield()) await task.pause(row / count / 2)
  }
  let squares = 0
  for (let row = 0; row < count; row++) {
    const scale = scales[row] as number
    const start = row * dimensions
    for (let index = 0; index < dimensions; index++)
      squares += (scale * (values[start + index] as number) - (mean[index] as number)) ** 2
    if (task.shouldYield()) await task.pause((1 + row / count) / 2)
  }
  return { mean, variance: squares / Math.max(1, count - 1) }
}

/** Rows from which the mean is subtracted. */
export interface CenteredRows extends Rows {
  readonly mean: Float64Array
}

/** Rows per group: they stay in the CPU cache while all vectors are multiplied. */
const group = 4

/**
 * Multiplies each centered row with each of `vectors`. Calls `onGroup` for each four rows: `weights[4 × vector + row]`.
 * Rows past the end are zero. An odd number of vectors is padded with zeros, because they are processed in pairs.
 */
async function multiplyRows(
  { count, dimensions, values, scales, mean }: CenteredRows,
  vectors: Float32Array,
  onGroup: (first: number, centered: Float32Array, weights: Float64Array) => void,
  task: CooperativeTask,
): Promise<void> {
  const even = new Float32Array(2 * dimensions * Math.ceil(vectors.length / dimensions / 2))
  even.set(vectors)
  const centered = new Float32Array(group * dimensions)
  const weights = new Float64Array((group * even.length) / dimensions)
  const products = new Float64Array(tileSize)
  const tile = { ...makeTile(dimensions), products }
  for (let row = 0; row < group; row++) tile.rows[row] = row * dimensions
  for (let first = 0; first < count; first += group) {
    for (let row = 0; row < group; row++) {
      const isRow = first + row < count
      const [from, to] = [(first + row) * dimensions, row * dimensions]
      const scale = scales[first + row] ?? 0
      for (let index = 0; index < dimensions; index++)
        centered[to + index] = isRow ? scale * (values[from + index] as number) - (mean[index] as number) : 0
    }
    for (let at = 0; at < weights.length; at += 2 * group) {
      tile.columns[0] = (at / group) * dimensions
      tile.columns[1] = (at / group + 1) * dimensions
      dotTile(centered, even, tile)
      for (let row = 0; row < group; row++) {
        weights[at + row] = products[2 * row] as number
        weights[at + group + row] = products[2 * row + 1] as number
      }
    }
    onGroup(first, centered, weights)
    if (task.shouldYield()) await task.pause(first / count)
  }
}

/** Multiplies each of `vectors` by the covariance. */
export async function multiplyByCovariance(
  rows: CenteredRows,
  vectors: Float32Array,
  task: CooperativeTask,
): Promise<Float64Array> {
  const product = new Float64Array(vectors.length + rows.dimensions)
  const add = (_: number, centered: Float32Array, weights: Float64Array) =>
    addGroup(product, centered, weights)
  await multiplyRows(rows, vectors, add, task)
  return product.map((sum) => sum / Math.max(1, rows.count - 1))
}

/** Processes two vectors at a time, so that each number of the rows is read once for both. */
function addGroup(product: Float64Array, centered: Float32Array, weights: Float64Array) {
  const dimensions = centered.length / group
  const [b, c, d] = [dimensions, 2 * dimensions, 3 * dimensions]
  for (let at = 0; at < weights.length; at += 2 * group) {
    const [wa = 0, wb = 0, wc = 0, wd = 0, va = 0, vb = 0, vc = 0, vd = 0] = weights.subarray(
      at,
      at + 2 * group,
    )
    const start = (at / group) * dimensions
    const next = start + dimensions
    for (let index = 0; index < dimensions; index++) {
      const xa = centered[index] as number
      const xb = centered[b + index] as number
      const xc = centered[c + index] as number
      const xd = centered[d + index] as number
      product[start + index] = (product[start + index] as number) + (wa * xa + wb * xb + (wc * xc + wd * xd))
      product[next + index] = (product[next + index] as number) + (va * xa + vb * xb + (vc * xc + vd * xd))
    }
  }
}

/** Returns the coordinates of each row along `vectors`, row by row. */
export async function projectRows(
  rows: CenteredRows,
  vectors: Float32Array,
  task: CooperativeTask,
): Promise<Float32Array> {
  const width = vectors.length / rows.dimensions
  const coordinates = new Float32Array(rows.count * width)
  const write = (first: number, _: Float32Array, weights: Float64Array) => {
    for (let row = first; row < Math.min(rows.count, first + group); row++)
      for (let vector = 0; vector < width; vector++)
        coordinates[row * width + vector] = weights[group * vector + row - first] as number
  }
  await multiplyRows(rows, vectors, write, task)
  return coordinates
}
