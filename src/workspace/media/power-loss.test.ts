// Survives a loss of power: a file's bytes, its name, and the names of the folders created for it.
import { readlinkSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createFolder } from '../atomic-write'
import { makeFolder } from '../workspace.fixture'
import { openMedia } from './media'

/** Records the paths that are synced from now on. Linux reveals the file of an open handle. */
async function watchSyncs(folder: string): Promise<string[]> {
  const handle = await open(folder, 'r')
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const synced: string[] = []
  const sync = prototype.sync
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push(readlinkSync(`/proc/self/fd/${this.fd}`))
    await sync.call(this)
  })
  return synced
}

afterEach(() => vi.restoreAllMocks())

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
