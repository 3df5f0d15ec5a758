// The rows nearest to a vector, all of them looked at.
import { dot } from './dots'
import { toScore, toSimilarity } from './likeness'
import { createTopK } from './nearest'
import type { Metric } from './vector-calls'
import type { CooperativeTask } from './work'

export interface VectorTable {
  readonly dimensions: number
  readonly values: Float32Array
  readonly norms: Float64Array
}

export interface NeighborQuery {
  readonly vector: Float32Array
  readonly k: number
  readonly metric: Metric
  readonly normalise: boolean
  /** A position that is left out: the row itself. */
  readonly without?: number | undefined
  /** Positions that alone are looked at; all of them unless told. */
  readonly among?: Uint32Array | undefined
}

export interface NeighborMatch {
  readonly position: number
  readonly value: number
}

export async function findNeighbors(
  table: VectorTable,
  options: NeighborQuery,
  work: CooperativeTask,
): Promise<NeighborMatch[]> {
  const { dimensions, values, norms } = table
  const { vector, metric, normalise, without, among } = options
  const count = among?.length ?? norms.length
  const length = Math.sqrt(dot(vector, vector, { a: 0, b: 0, length: dimensions }))
  const nearest = createTopK(Math.min(options.k, count))
  for (let place = 0; place < count; place++) {
    const row = among?.[place] ?? place
    if (row === without) continue
    const product = dot(values, vector, { a: row * dimensions, b: 0, length: dimensions })
    const similarity = compare(metric, { product, a: norms[row] as number, b: length, normalise })
    nearest.offer(row, toScore(metric, similarity))
    if (work.shouldYield()) await work.rest(place / count)
  }
  return nearest
    .positions()
    .map((position, rank) => ({ position, value: toScore(metric, nearest.scoreAt(rank)) + 0 }))
}

interface Meeting {
  readonly product: number
  readonly a: number
  readonly b: number
  readonly normalise: boolean
}

/** With `normalise` as if both had been of unit length; a row of zeros stays one. */
export function compare(metric: Metric, { product, a, b, normalise }: Meeting): number {
  if (!normalise) return toSimilarity(metric, product, { a, b })
  const lengths = { a: a > 0 ? 1 : 0, b: b > 0 ? 1 : 0 }
  return toSimilarity(metric, product / ((a || 1) * (b || 1)), lengths)
}
