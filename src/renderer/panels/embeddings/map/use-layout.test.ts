// Layouts are cached.
import { expect, test } from 'vitest'
import type { LayoutOptions } from '../vectors/vector-types'
import type { Vectors } from '../vectors/vectors'
import { drawLayout } from './use-layout'

/** Records the options of the layouts that are requested. */
function createCountingVectors() {
  const requests: LayoutOptions[] = []
  const call = async (_: 'layout', options: LayoutOptions) => {
    requests.push(options)
    return {
      rowIds: Uint32Array.of(7, 9),
      points: Float32Array.of(1, 2, 3, -4.5),
      explained: [0.5],
      neighbors: 2,
    }
  }
  // The layout makes no other calls.
  return { requests, vectors: { call: call as unknown as Vectors['call'] } as Vectors }
}

test('a cached map is not computed again; the seed changes UMAP but not PCA', async () => {
  const { requests, vectors } = createCountingVectors()
  const draw = (method: 'pca' | 'umap', seed: number, neighbors = 15) =>
    drawLayout(vectors, { method, seed, neighbors, normalize: false }, {})
  const first = await draw('pca', 1)
  expect(await draw('pca', 2, 30)).toBe(first)
  await draw('umap', 1)
  await draw('umap', 2)
  await draw('umap', 1, 30)
  await draw('umap', 2)
  expect(requests.map(({ method, seed, neighbors }) => [method, seed, neighbors])).toEqual([
    ['pca', 1, 15],
    ['umap', 1, 15],
    ['umap', 2, 15],
    ['umap', 1, 30],
  ])
})
