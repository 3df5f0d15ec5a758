// The map that the settings ask for: the last one stays in view while the next is worked out.
import { useCallback, useMemo } from 'react'
import { useSettled } from '../../../components/use-settled'
import { useWork, type Work } from '../inspect/use-work'
import { useEmbeddingComparing } from '../state/embedding-comparing'
import type { Layout, LayoutWish, Waiting } from '../vectors/vector-calls'
import type { Vectors } from '../vectors/vectors'
import { drawLayout } from './draw-layout'
import { useMapSettings } from './map-settings'

export interface DrawnLayout {
  readonly wish: LayoutWish
  readonly layout: Layout
}

interface LayoutWork extends Omit<Work<unknown>, 'answer'> {
  readonly drawn: DrawnLayout | null
}

/** Milliseconds in which a number is typed. */
const typing = 300

export function useLayout(vectors: Vectors): LayoutWork {
  const method = useMapSettings((settings) => settings.method)
  const seed = useMapSettings((settings) => settings.seed)
  const neighbours = useMapSettings((settings) => settings.neighbours)
  const normalise = useEmbeddingComparing((comparing) => comparing.normalise)
  const numbers = useSettled(
    useMemo(() => ({ seed, neighbours }), [seed, neighbours]),
    typing,
  )
  const ask = useCallback(
    async (waiting: Waiting) => {
      const wish = { method, normalise, ...numbers }
      return { vectors, wish, layout: await drawLayout(vectors, wish, waiting) }
    },
    [vectors, method, normalise, numbers],
  )
  const { answer, ...work } = useWork(ask)
  // Rows have come or gone: the map of those that were there says nothing of them.
  return { ...work, drawn: answer?.vectors === vectors ? answer : null }
}
