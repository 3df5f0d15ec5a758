// The nearest rows of the chosen one, by the measure that all views of vectors share.
import { useCallback } from 'react'
import { useComputation } from '../inspect/use-work'
import { useEmbeddingComparison } from '../state/embedding-comparing'
import type { Neighbor, VectorCallOptions } from '../vectors/vector-calls'
import type { Vectors } from '../vectors/vectors'
import { useMapSettings } from './map-settings'

interface TopK {
  /** Of this row: while those of another are looked for, nothing. */
  readonly neighbours: readonly Neighbor[]
  readonly metric: 'cosine' | 'dot' | 'euclidean'
}

const none: readonly Neighbor[] = []

/** `rowId` must have a vector; null where none is chosen. */
export function useNearest(vectors: Vectors, rowId: number | null): TopK {
  const lines = useMapSettings((settings) => settings.lines)
  const metric = useEmbeddingComparison((options) => options.metric)
  const normalise = useEmbeddingComparison((options) => options.normalise)
  const request = useCallback(
    async (callOptions: VectorCallOptions) => {
      if (rowId === null) return { rowId, found: none }
      const found = await vectors.neighbours({
        origin: { rowId },
        k: lines,
        metric,
        normalise,
        ...callOptions,
      })
      return { rowId, found }
    },
    [vectors, rowId, lines, metric, normalise],
  )
  const { answer } = useComputation(rowId === null || lines === 0 ? null : request)
  return { neighbours: answer?.rowId === rowId ? answer.found : none, metric }
}
