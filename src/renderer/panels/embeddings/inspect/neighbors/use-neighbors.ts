// Finds the nearest rows to a row or a vector, in the selected metric.
import { useCallback } from 'react'
import type { CallOptions } from '../../../../api/worker-calls'
import { useEmbeddingComparison } from '../../state/embedding-comparison'
import type { Neighbor, Origin } from '../../vectors/vector-types'
import type { Vectors } from '../../vectors/vectors'
import { type Computation, useComputation } from '../ComputationStatus'

interface NearestRows {
  readonly origin: Origin
  readonly neighbors: readonly Neighbor[]
}

/** `origin` must be memoized; null finds nothing. The answer may be of an earlier origin. */
export function useNeighbors(vectors: Vectors, origin: Origin | null, k: number): Computation<NearestRows> {
  const metric = useEmbeddingComparison((options) => options.metric)
  const normalise = useEmbeddingComparison((options) => options.normalise)
  const request = useCallback(
    async ({ signal }: CallOptions) => {
      const neighbors = origin
        ? await vectors.call('neighbors', { origin, k, metric, normalise }, { signal })
        : []
      return { origin: origin ?? { vector: [] }, neighbors }
    },
    [vectors, origin, k, metric, normalise],
  )
  return useComputation(origin && k > 0 ? request : null)
}
