// Maps that were worked out, kept as long as their vectors are: going back to one costs nothing.

import type { Layout, LayoutWish, Waiting } from '../vectors/vector-calls'
import type { Vectors } from '../vectors/vectors'

const known = new WeakMap<Vectors, Map<string, Layout>>()
/** Of one set. */
const mostKept = 12

export async function drawLayout(vectors: Vectors, wish: LayoutWish, waiting: Waiting): Promise<Layout> {
  const kept = known.get(vectors) ?? new Map<string, Layout>()
  known.set(vectors, kept)
  // The same axes whatever else is set.
  const { method, seed, neighbours, normalise } = wish
  const key = JSON.stringify(method === 'pca' ? [method, normalise] : [method, seed, neighbours, normalise])
  const layout = kept.get(key) ?? (await vectors.layout({ ...wish, ...waiting }))
  kept.delete(key)
  kept.set(key, layout)
  for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
  return layout
}
