// Multiplies vectors by the covariance of rows without storing its matrix, which would be larger than the rows.

import type { CooperativeTask } from './cooperative-task'
import { dotTile, makeTile, tileSize } from './vector-math'

export interface Spread {
  readonly mean: Float64Array
  /** The sum of the variances of all dimensions. */
  readonly variance: number
}

export async function measureSpread(rows: Rows, task: CooperativeTask): Promise<Spread> {
  const { count, dimensions, values, scales } = rows
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

/** Rows per group: they stay in the CPU cache while all vectors are multiplied. */
export const group = 4

/** Multiplies each of `vectors` by the covariance; their number must be even. */
export async function multiplyByCovariance(
  rows: Rows,
  { mean, vectors }: { mean: Float64Array; vectors: Float32Array },
  task: CooperativeTask,
): Promise<Float64Array> {
  const { count, dimensions } = rows
  const width = vectors.length / dimensions
  const product = new Float64Array(vectors.length)
  const offsets = projectMean(mean, vectors)
  const weights = new Float64Array(group * width)
  const sums = new Float64Array(width)
  for (let first = 0; first < count; first += group) {
    weighGroup(rows, vectors, { first, weights })
    centerWeights(rows, { first, weights, offsets, sums })
    addGroup(rows, product, { first, weights })
    if (task.shouldYield()) await task.pause(first / count)
  }
  finish(product, { mean, sums, freedom: Math.max(1, count - 1) })
  return product
}

export function projectMean(mean: Float64Array, vectors: Float32Array): Float64Array {
  const offsets = new Float64Array(vectors.length / mean.length)
  for (let vector = 0; vector < offsets.length; vector++) {
    let sum = 0
    for (let index = 0; index < mean.length; index++)
      sum += (mean[index] as number) * (vectors[vector * mean.length + index] as number)
    offsets[vector] = sum
  }
  return offsets
}

/** Sets `weights[group × vector + row]` to the product of each row of the group and each vector. */
export function weighGroup(
  { count, dimensions, values }: Rows,
  vectors: Float32Array,
  { first, weights }: { first: number; weights: Float64Array },
) {
  const products = new Float64Array(tileSize)
  const tile = { ...makeTile(dimensions), products }
  for (let row = 0; row < group; row++) tile.rows[row] = Math.min(first + row, count - 1) * dimensions
  for (let vector = 0; vector < weights.length / group; vector += 2) {
    tile.columns[0] = vector * dimensions
    tile.columns[1] = (vector + 1) * dimensions
    dotTile(values, vectors, tile)
    for (let row = 0; row < group; row++) {
      weights[group * vector + row] = products[2 * row] as number
      weights[group * (vector + 1) + row] = products[2 * row + 1] as number
    }
  }
}

/** Subtracts the mean's product and scales by the row's factor again; rows past the end get zero. */
function centerWeights(
  { count, scales }: Rows,
  {
    first,
    weights,
    offsets,
    sums,
  }: { first: number; weights: Float64Array; offsets: Float64Array; sums: Float64Array },
) {
  for (let vector = 0; vector < sums.length; vector++) {
    for (let row = 0; row < group; row++) {
      const at = group * vector + row
      const scale = first + row < count ? (scales[first + row] as number) : 0
      const centered = scale === 0 ? 0 : scale * (weights[at] as number) - (offsets[vector] as number)
      sums[vector] = (sums[vector] as number) + centered
      weights[at] = centered * scale
    }
  }
}

/** Processes two vectors at a time, so that each number of the rows is read once for both. */
function addGroup(
  { count, dimensions, values }: Rows,
  product: Float64Array,
  { first, weights }: { first: number; weights: Float64Array },
) {
  const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map(
    (row) => Math.min(first + row, count - 1) * dimensions,
  )
  for (let at = 0; at < weights.length; at += 2 * group) {
    const [wa = 0, wb = 0, wc = 0, wd = 0, va = 0, vb = 0, vc = 0, vd = 0] = weights.subarray(
      at,
      at + 2 * group,
    )
    const start = (at / group) * dimensions
    const next = start + dimensions
    for (let index = 0; index < dimensions; index++) {
      const xa = values[a + index] as number
      const xb = values[b + index] as number
      const xc = values[c + index] as number
      const xd = values[d + index] as number
      product[start + index] = (product[start + index] as number) + (wa * xa + wb * xb + (wc * xc + wd * xd))
      product[next + index] = (product[next + index] as number) + (va * xa + vb * xb + (vc * xc + vd * xd))
    }
  }
}

/** Subtracts the mean, which `addGroup` did not, and divides by the degrees of freedom. */
function finish(
  product: Float64Array,
  { mean, sums, freedom }: { mean: Float64Array; sums: Float64Array; freedom: number },
) {
  for (let vector = 0; vector < sums.length; vector++) {
    const start = vector * mean.length
    const sum = sums[vector] as number
    for (let index = 0; index < mean.length; index++)
      product[start + index] = ((product[start + index] as number) - sum * (mean[index] as number)) / freedom
  }
}

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
