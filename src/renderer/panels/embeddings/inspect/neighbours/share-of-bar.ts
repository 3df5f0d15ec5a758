// How long a neighbor's bar is: full where it could not be nearer, and shorter the farther it is.
import type { Metric, Neighbor } from '../../vectors/vector-calls'

/** From 0 to 1. The cosine has a scale of its own; other measures are held against the rest of the list. */
export function shareOfBar(value: number, list: readonly Neighbor[], metric: Metric): number {
  const nearest = list[0]?.value ?? value
  const farthest = list.at(-1)?.value ?? value
  if (metric === 'cosine') return within(value)
  if (metric === 'dot') return nearest > 0 ? within(value / nearest) : 0
  // The last of them has a bar as well.
  return farthest > 0 ? within(1 - value / (farthest * 1.25)) : 1
}

function within(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
