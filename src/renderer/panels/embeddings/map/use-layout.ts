// The map that the settings ask for: the last one stays in view while the next is worked out.
import { useCallback, useMemo } from 'react'
import { useSettled } from '../../../components/use-settled'
import { type Computation, useComputation } from '../inspect/use-work'
import { useEmbeddingComparison } from '../state/embedding-comparing'
import type { Layout, LayoutOptions, VectorCallOptions } from '../vectors/vector-calls'
import type { Vectors } from '../vectors/vectors'
import { drawLayout } from './draw-layout'
import { useMapSettings } from './map-settings'

export interface LayoutResult {
  readonly options: LayoutOptions
  readonly layout: Layout
}

interface LayoutWork extends Omit<Computation<unknown>, 'answer'> {
  readonly drawn: LayoutResult | null
}

/** Milliseconds in which a number is typed. */
const typing = 300

export function useLayout(vectors: Vectors): LayoutWork {
  const method = useMapSettings((settings) => settings.method)
  const seed = useMapSettings((settings) => settings.seed)
  const neighbours = useMapSettings((settings) => settings.neighbours)
  const normalise = useEmbeddingComparison((options) => options.normalise)
  const numbers = useSettled(
    useMemo(() => ({ seed, neighbours }), [seed, neighbours]),
    typing,
  )
  const request = useCallback(
    async (callOptions: VectorCallOptions) => {
      const options = { method, normalise, ...numbers }
      return { vectors, options, layout: await drawLayout(vectors, options, callOptions) }
    },
    [vectors, method, normalise, numbers],
  )
  const { answer, ...work } = useComputation(request)
  // Rows have come or gone: the map of those that were there says nothing of them.
  return { ...work, drawn: answer?.vectors === vectors ? answer : null }
}
