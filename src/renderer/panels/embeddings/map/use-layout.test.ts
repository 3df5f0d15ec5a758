// Layouts are cached.
import { expect, test } from 'vitest'
import type { SavedMap } from '#shared/schemas/embedding-set'
import type { LayoutOptions } from '../vectors/vector-types'
import type { Vectors } from '../vectors/vectors'
import { drawLayout } from './use-layout'

/** Records the options of the layouts that are requested. */
function createCountingVectors() {
  const requests: LayoutOptions[] = []
  const state = { fingerprint: 'a' }
  const call = async (name: 'layout' | 'fingerprint', options: LayoutOptions) => {
    if (name === 'fingerprint') return state.fingerprint
    requests.push(options)
    if (options.seed === 13) throw new Error('It failed.')
    return {
      rowIds: Uint32Array.of(7, 9),
      points: Float32Array.of(1, 2, 3, -4.5),
      explained: [0.5],
      neighbours: 2,
    }
  }
  // The layout makes no other calls.
  return { requests, state, vectors: { call: call as unknown as Vectors['call'] } as Vectors }
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

test('a UMAP from an earlier start is read from its file, unless the vectors or settings differ', async () => {
  const files = new Map<string, SavedMap>()
  const saved = {
    read: async (key: string) => files.get(key) ?? null,
    save: async (key: string, map: SavedMap) => void files.set(key, JSON.parse(JSON.stringify(map))),
  }
  const draw = async (fingerprint: string, seed: number) => {
    const { requests, state, vectors } = createCountingVectors()
    state.fingerprint = fingerprint
    const layout = await drawLayout(vectors, { method: 'umap', seed }, { saved })
    return { layout, computed: requests.length }
  }
  const first = await draw('a', 1)
  const again = await draw('a', 1)
  expect([first.computed, again.computed]).toEqual([1, 0])
  expect(again.layout).toEqual(first.layout)
  expect([(await draw('b', 1)).computed, (await draw('a', 2)).computed]).toEqual([1, 1])
})

test('a damaged file of a map does not prevent computing it', async () => {
  const { requests, vectors } = createCountingVectors()
  const saved = {
    read: async () => ({ rowIds: 'AQAAAA==', points: 'AAAA', explained: [] }),
    save: () => Promise.reject(new Error('The disk is full.')),
  }
  const layout = await drawLayout(vectors, { method: 'umap', seed: 1 }, { saved })
  expect([[...layout.rowIds], requests.length]).toEqual([[7, 9], 1])
})
