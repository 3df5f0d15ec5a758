// Computes the layout for the current settings, cached per set of vectors.

import { useMemo } from 'react'
import type { CallOptions } from '../../../api/worker-calls'
import { formatCount, formatPercent } from '../../../components/format'
import { useDebounced } from '../../../components/use-debounced'
import { useComputation } from '../inspect/ComputationStatus'
import { useEmbeddingComparison } from '../state/embedding-comparison'
import type { Layout, LayoutOptions } from '../vectors/vector-types'
import type { Vectors } from '../vectors/vectors'
import { useMapSettings } from './map-state'

export interface LayoutResult {
  readonly options: LayoutOptions
  readonly layout: Layout
}

/** Waits until a number has been typed. */
const debounceMs = 300

export function useLayout(vectors: Vectors) {
  const { method, seed, neighbors, minDistance } = useMapSettings()
  const normalize = useEmbeddingComparison((options) => options.normalize)
  const numbers = useDebounced(
    useMemo(() => ({ seed, neighbors, minDistance }), [seed, neighbors, minDistance]),
    debounceMs,
  )
  const options = useMemo(() => ({ method, normalize, ...numbers }), [method, normalize, numbers])
  const { layoutResult, ...computation } = useComputedLayout(vectors, options)
  // The PCA is shown until UMAP has finished.
  const isPreview = method === 'umap' && !layoutResult
  const previewOptions = useMemo(
    () => (isPreview ? ({ method: 'pca', seed: 1, normalize } as const) : null),
    [isPreview, normalize],
  )
  const preview = useComputedLayout(vectors, previewOptions)
  return { ...computation, layoutResult: layoutResult ?? preview.layoutResult }
}

function useComputedLayout(vectors: Vectors, options: LayoutOptions | null) {
  const request = useMemo(
    () =>
      options &&
      (async (callOptions: CallOptions) => {
        return { vectors, options, layout: await drawLayout(vectors, options, callOptions) }
      }),
    [vectors, options],
  )
  const { answer, ...computation } = useComputation(request)
  // If rows were added or deleted, the previous map does not apply.
  const layoutResult: LayoutResult | null = answer?.vectors === vectors ? answer : null
  return { ...computation, layoutResult }
}

const layouts = new WeakMap<Vectors, Map<string, Layout>>()
/** The number of layouts cached per set. */
const maxCached = 12

export async function drawLayout(
  vectors: Vectors,
  options: LayoutOptions,
  callOptions: CallOptions,
): Promise<Layout> {
  const cached = layouts.get(vectors) ?? new Map<string, Layout>()
  layouts.set(vectors, cached)
  // PCA depends only on normalization.
  const { method, seed, neighbors, minDistance, normalize } = options
  const umap = [method, seed, neighbors, minDistance, normalize]
  const key = JSON.stringify(method === 'pca' ? [method, normalize] : umap)
  const layout = cached.get(key) ?? (await vectors.call('layout', { ...options }, callOptions))
  cached.delete(key)
  cached.set(key, layout)
  for (const oldest of [...cached.keys()].slice(0, -maxCached)) cached.delete(oldest)
  return layout
}

/** The method of the map, and the share of variance it shows. */
export function describeLayout(
  { method, seed, neighbors: requested = 15, minDistance = 0.1, normalize = false }: LayoutOptions,
  { rowIds, explained, neighbors = requested }: Layout,
): string {
  const texts = `${formatCount(rowIds.length)} ${rowIds.length === 1 ? 'text' : 'texts'}`
  const all = explained.reduce((sum, share) => sum + share, 0)
  const parts =
    method === 'pca'
      ? [`PCA of ${texts}`, `${explained.map((share) => formatPercent(share)).join(' + ')} of variance`]
      : [
          `UMAP of ${texts}`,
          `seed ${seed}`,
          neighbors === requested
            ? `${neighbors} neighbors`
            : neighbors === 0
              ? 'too few texts for neighbors'
              : `${neighbors} neighbors (${requested} requested)`,
          ...(minDistance === 0.1 ? [] : [`minimum distance ${minDistance}`]),
          `from principal components with ${formatPercent(all)} of variance`,
        ]
  return [...parts, ...(normalize ? ['normalized'] : [])].join(', ')
}
