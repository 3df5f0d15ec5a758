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
    if (options.seed === 13) throw new Error('It failed.')
    return { rowIds: new Uint32Array(0), points: new Float32Array(0), explained: [] }
  }
  // The layout makes no other calls.
  return { requests, vectors: { call: call as Vectors['call'] } as Vectors }
}

test('a cached map is not computed again; the seed changes UMAP but not PCA', async () => {
  const { requests, vectors } = createCountingVectors()
  const draw = (method: 'pca' | 'umap', seed: number, neighbours = 15) =>
    drawLayout(vectors, { method, seed, neighbours, normalise: false }, {})
  const first = await draw('pca', 1)
  expect(await draw('pca', 2, 30)).toBe(first)
  await draw('umap', 1)
  await draw('umap', 2)
  await draw('umap', 1, 30)
  await draw('umap', 2)
  expect(requests.map(({ method, seed, neighbours }) => [method, seed, neighbours])).toEqual([
    ['pca', 1, 15],
    ['umap', 1, 15],
    ['umap', 2, 15],
    ['umap', 1, 30],
  ])
})

test('a failed map is computed again', async () => {
  const { requests, vectors } = createCountingVectors()
  const draw = () => drawLayout(vectors, { method: 'umap', seed: 13 }, {})
  await expect(draw()).rejects.toThrow('It failed.')
  await expect(draw()).rejects.toThrow('It failed.')
  expect(requests.length).toBe(2)
})
