// Maps are stored in files of their set, and deleted with it.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, openTestWorkspace } from '../workspace.fixture'
import { makeSet } from './embeddings.fixture'

const map = { rowIds: 'AQAAAA==', points: 'AAAAAAAAAAA=', explained: [0.5], neighbours: 15 }

test('a saved map returns for the same key, also after a restart, and not for another one', async () => {
  const folder = makeFolder()
  const first = await openTestWorkspace({ folder })
  const id = await makeSet(first, ['a'])
  await first.app.embeddings.saveMap({ id, key: 'one', map })
  await first.app.close()
  const { app } = await openTestWorkspace({ folder })
  expect([
    await app.embeddings.readMap({ id, key: 'one' }),
    await app.embeddings.readMap({ id, key: 'two' }),
    await app.embeddings.readMap({ id: '../one', key: 'one' }),
  ]).toEqual([map, null, null])
})

test('a damaged file is no map, and a set that does not exist gets none', async () => {
  const { app, folder } = await openTestWorkspace()
  const id = await makeSet({ app }, ['a'])
  await app.embeddings.saveMap({ id, key: 'one', map })
  const maps = join(folder, 'maps')
  for (const name of readdirSync(maps)) writeFileSync(join(maps, name), '{"rowIds":')
  expect(await app.embeddings.readMap({ id, key: 'one' })).toBeNull()
  await expect(app.embeddings.saveMap({ id: 'none', key: 'one', map })).rejects.toThrow('not found')
})

test('only the maps used last are kept, and none of a set that is deleted for good', async () => {
  const { app, folder } = await openTestWorkspace()
  const id = await makeSet({ app }, ['a'])
  const other = await makeSet({ app }, ['b'])
  await app.embeddings.saveMap({ id: other, key: 'other', map })
  for (let at = 0; at < 14; at += 1) await app.embeddings.saveMap({ id, key: String(at), map })
  expect(readdirSync(join(folder, 'maps'))).toHaveLength(13)
  expect(await app.embeddings.readMap({ id, key: '13' })).toEqual(map)
  app.embeddings.delete({ id })
  await app.embeddings.drop(id)
  expect([readdirSync(join(folder, 'maps')).length, existsSync(join(folder, 'workspace.db'))]).toEqual([
    1,
    true,
  ])
})
