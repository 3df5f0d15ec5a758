// The similarity of vectors in each metric, and the nearest rows to a vector.

import type { CooperativeTask } from './cooperative-task'
import { dot } from './vector-math'
import type { Metric } from './vector-types'

/** The similarity of unscaled rows. The cosine of a row of zeros is 0. */
function toSimilarity(metric: Metric, product: number, a: number, b: number): number {
  if (metric === 'dot') return product
  if (metric === 'cosine') return toCosine(product, a * b)
  return Math.sqrt(Math.max(0, a * a + b * b - 2 * product))
}

/** Clamped, because rounding could exceed 1. */
function toCosine(product: number, lengths: number): number {
  return lengths > 0 ? Math.max(-1, Math.min(1, product / lengths)) : 0
}

/** Greater is nearer, in every metric. */
export function toScore(metric: Metric, similarity: number): number {
  return metric === 'euclidean' ? -similarity : similarity
}

/** A list of the top k, for small k: each offer is inserted by score, or dropped. */
export function createTopK(k: number) {
  const positions = new Int32Array(k)
  const scores = new Float64Array(k).fill(Number.NEGATIVE_INFINITY)
  let count = 0
  return {
    offer: (position: number, score: number) => {
      if (count === k && !(score > (scores[k - 1] ?? Number.POSITIVE_INFINITY))) return
      let rank = count < k ? count++ : k - 1
      for (; rank > 0 && score > (scores[rank - 1] as number); rank--) {
        scores[rank] = scores[rank - 1] as number
        positions[rank] = positions[rank - 1] as number
      }
      scores[rank] = score
      positions[rank] = position
    },
    /** The nearest first. */
    positions: () => [...positions.subarray(0, count)],
    /** Minus infinity if the list is shorter. */
    scoreAt: (rank: number) => scores[rank] ?? Number.NEGATIVE_INFINITY,
  }
}

export interface VectorTable {
  readonly dimensions: number
  readonly values: Float32Array
  readonly norms: Float64Array
}

interface NeighborQuery {
  readonly vector: Float32Array
  readonly k: number
  readonly metric: Metric
  readonly normalize: boolean
  /** A position to skip: the row itself. */
  readonly without?: number | undefined
  /** The positions to compare; all by default. */
  readonly among?: Uint32Array | undefined
}

interface NeighborMatch {
  readonly position: number
  readonly value: number
}

/** A vector of zeros has no direction: it has no neighbors, and is never one. */
export async function findNeighbors(
  table: VectorTable,
  options: NeighborQuery,
  task: CooperativeTask,
): Promise<NeighborMatch[]> {
  const { dimensions, values, norms } = table
  const { vector, metric, normalize, without, among } = options
  const count = among?.length ?? norms.length
  const length = Math.sqrt(dot(vector, vector, { a: 0, b: 0, length: dimensions }))
  if (length === 0) return []
  const nearest = createTopK(Math.min(options.k, count))
  for (let at = 0; at < count; at++) {
    const row = among?.[at] ?? at
    if (row === without || norms[row] === 0) continue
    const product = dot(values, vector, { a: row * dimensions, b: 0, length: dimensions })
    const similarity = compare(metric, { product, a: norms[row] as number, b: length, normalize })
    nearest.offer(row, toScore(metric, similarity))
    if (task.shouldYield()) await task.pause(at / count)
  }
  return nearest
    .positions()
    .map((position, rank) => ({ position, value: toScore(metric, nearest.scoreAt(rank)) + 0 }))
}

interface PairProduct {
  readonly product: number
  readonly a: number
  readonly b: number
  readonly normalize: boolean
}

/** If normalized, compares as if both had unit length; a row of zeros stays zero. */
export function compare(metric: Metric, { product, a, b, normalize }: PairProduct): number {
  if (!normalize) return toSimilarity(metric, product, a, b)
  return toSimilarity(metric, product / ((a || 1) * (b || 1)), a > 0 ? 1 : 0, b > 0 ? 1 : 0)
}
