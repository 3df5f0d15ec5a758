// Maps that were worked out, kept as long as their vectors are: going back to one costs nothing.

import type { Layout, LayoutOptions, VectorCallOptions } from '../vectors/vector-calls'
import type { Vectors } from '../vectors/vectors'

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
  const layout = kept.get(key) ?? (await vectors.layout({ ...options, ...callOptions }))
  kept.delete(key)
  kept.set(key, layout)
  for (const oldest of [...kept.keys()].slice(0, -maxCached)) kept.delete(oldest)
  return layout
}
