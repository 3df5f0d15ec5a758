// The nearest rows of the chosen one, by the measure that all views of vectors share.
import { useCallback } from 'react'
import { useWork } from '../inspect/use-work'
import { useEmbeddingComparing } from '../state/embedding-comparing'
import type { Neighbour, Waiting } from '../vectors/vector-calls'
import type { Vectors } from '../vectors/vectors'
import { useMapSettings } from './map-settings'

interface Nearest {
  /** Of this row: while those of another are looked for, nothing. */
  readonly neighbours: readonly Neighbour[]
  readonly metric: 'cosine' | 'dot' | 'euclidean'
}

const none: readonly Neighbour[] = []

/** `rowId` must have a vector; null where none is chosen. */
export function useNearest(vectors: Vectors, rowId: number | null): Nearest {
  const lines = useMapSettings((settings) => settings.lines)
  const metric = useEmbeddingComparing((comparing) => comparing.metric)
  const normalise = useEmbeddingComparing((comparing) => comparing.normalise)
  const ask = useCallback(
    async (waiting: Waiting) => {
      if (rowId === null) return { rowId, found: none }
      const found = await vectors.neighbours({ origin: { rowId }, k: lines, metric, normalise, ...waiting })
      return { rowId, found }
    },
    [vectors, rowId, lines, metric, normalise],
  )
  const { answer } = useWork(rowId === null || lines === 0 ? null : ask)
  return { neighbours: answer?.rowId === rowId ? answer.found : none, metric }
}
