// Survives a loss of power: a file's bytes, its name, and the names of the folders created for it.
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '../atomic-write'
import { watchSyncs } from '../watch-syncs.fixture'
import { makeFolder } from '../workspace.fixture'
import { openMedia } from './media'

test('a new folder is synced in its parent, and so is every parent created with it', async () => {
  const folder = makeFolder()
  const synced = await watchSyncs(folder)
  await createFolder(join(folder, 'one', 'two', 'three'))
  expect(synced).toEqual([join(folder, 'one', 'two'), join(folder, 'one'), folder])
  await createFolder(join(folder, 'one', 'two', 'three'))
  expect(synced).toHaveLength(3)
})

test('a media file is synced, then its name, then the new folders', async () => {
  const folder = makeFolder()
  const synced = await watchSyncs(folder)
  const media = await openMedia(join(folder, 'data', 'media'))
  const { path } = await media.store(Buffer.from('An image'))
  const [shard, mediaFolder] = [dirname(path), join(folder, 'data', 'media')]
  expect(synced.slice(0, 2)).toEqual([join(folder, 'data'), folder])
  expect(synced[2]).toMatch(/\/unfinished-/)
  expect(synced.slice(3)).toEqual([mediaFolder, shard])
})
