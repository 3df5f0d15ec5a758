// The map the settings ask for, cached per set of vectors, and the nearest rows of the selected one.
import { useCallback, useMemo } from 'react'
import { useDebounced } from '../../../components/use-debounced'
import { type Computation, useComputation } from '../inspect/ComputationStatus'
import { useEmbeddingComparison } from '../state/embedding-comparison'
import type { Layout, LayoutOptions, Neighbor, VectorCallOptions } from '../vectors/vector-types'
import type { Vectors } from '../vectors/vectors'
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
  const numbers = useDebounced(
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
  // If rows were added or deleted, the previous map does not apply.
  return { ...work, drawn: answer?.vectors === vectors ? answer : null }
}

const known = new WeakMap<Vectors, Map<string, Layout>>()
/** Of one set. */
const maxCached = 12

export async function drawLayout(
  vectors: Vectors,
  options: LayoutOptions,
  callOptions: VectorCallOptions,
): Promise<Layout> {
  const kept = known.get(vectors) ?? new Map<string, Layout>()
  known.set(vectors, kept)
  // The same axes whatever else is set.
  const { method, seed, neighbours, normalise } = options
  const key = JSON.stringify(method === 'pca' ? [method, normalise] : [method, seed, neighbours, normalise])
  const layout = kept.get(key) ?? (await vectors.call('layout', { ...options }, callOptions))
  kept.delete(key)
  kept.set(key, layout)
  for (const oldest of [...kept.keys()].slice(0, -maxCached)) kept.delete(oldest)
  return layout
}

interface NearestRows {
  /** Of this row; empty while they are being computed. */
  readonly neighbours: readonly Neighbor[]
  readonly metric: 'cosine' | 'dot' | 'euclidean'
}

const none: readonly Neighbor[] = []

/** `rowId` must have a vector; null if none is selected. */
export function useNearest(vectors: Vectors, rowId: number | null): NearestRows {
  const lines = useMapSettings((settings) => settings.lines)
  const metric = useEmbeddingComparison((options) => options.metric)
  const normalise = useEmbeddingComparison((options) => options.normalise)
  const request = useCallback(
    async (callOptions: VectorCallOptions) => {
      if (rowId === null) return { rowId, found: none }
      const found = await vectors.call(
        'neighbors',
        { origin: { rowId }, k: lines, metric, normalise },
        callOptions,
      )
      return { rowId, found }
    },
    [vectors, rowId, lines, metric, normalise],
  )
  const { answer } = useComputation(rowId === null || lines === 0 ? null : request)
  return { neighbours: answer?.rowId === rowId ? answer.found : none, metric }
}
