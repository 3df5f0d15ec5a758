// What those who watch a set receive.
import { expect, test } from 'vitest'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { createSetFeed } from './set-feed'

// The feed passes it on.
const set = { id: 'coasts' } as EmbeddingSet
const toRow = (id: number) => ({ id, state: 'done' as const, error: null, cached: false })

test('a slow watcher receives changed rows once, or that thousands of them have to be read again', async () => {
  const feed = createSetFeed({ view: () => set, publishList: () => undefined })
  const watching = feed.watch(set.id)
  const next = async () => (await watching.next()).value
  expect(await next()).toEqual({ set, changed: [], hasOtherRows: false })
  for (const id of [1, 2, 1]) feed.publishRow(set.id, toRow(id))
  expect(await next()).toEqual({ set, changed: [toRow(1), toRow(2)], hasOtherRows: false })
  feed.publishRow(set.id, toRow(1))
  feed.publishRows(set.id)
  feed.publishRow(set.id, toRow(2))
  expect(await next()).toEqual({ set, changed: [], hasOtherRows: true })
  for (let id = 0; id < 3000; id += 1) feed.publishRow(set.id, toRow(id))
  expect(await next()).toEqual({ set, changed: [], hasOtherRows: true })
  feed.close()
  expect(await next()).toBeUndefined()
})
