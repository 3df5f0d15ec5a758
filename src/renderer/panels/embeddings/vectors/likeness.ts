// How like two rows are in each metric, from their inner product and their lengths.
import type { Metric } from './vector-calls'

export interface Lengths {
  readonly a: number
  readonly b: number
}

/** Of rows as they are. A row of zeros is like nothing: its cosine is 0. */
export function toSimilarity(metric: Metric, product: number, { a, b }: Lengths): number {
  if (metric === 'dot') return product
  if (metric === 'cosine') return toCosine(product, a * b)
  return Math.sqrt(Math.max(0, a * a + b * b - 2 * product))
}

/** Rounding must not bring it past 1. */
function toCosine(product: number, lengths: number): number {
  return lengths > 0 ? Math.max(-1, Math.min(1, product / lengths)) : 0
}

/** Greater is nearer, in every metric. */
export function toScore(metric: Metric, similarity: number): number {
  return metric === 'euclidean' ? -similarity : similarity
}
