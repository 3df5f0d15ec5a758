// Closing a workspace ends all running work, and its folder can be deleted.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { draw, hashOf, listComplete, makePng, pictureOf } from './library/library.fixture'
import { makeWebp } from './media/image-metadata/pictures.fixture'
import { makeFolder, openTestWorkspace } from './workspace.fixture'

const fox = makePng(64, 48, 10)
const bear = makePng(64, 48, 20)
const hash = hashOf(fox)

async function* once(bytes: Uint8Array) {
  yield bytes
}

test('no call recreates the folder of a closed workspace', async () => {
  const { app, folder } = await openTestWorkspace()
  await app.media.store(fox)
  await app.close()
  rmSync(folder, { recursive: true })
  const { media, library } = app
  const promises = [
    media.store(fox),
    media.storeStream({ chunks: once(fox), name: 'fox.png', length: fox.length }),
    media.open(hash),
    media.read(hash),
    media.list(),
    media.writeSidecar(hash, []),
    media.readSidecar(hash),
    media.remove(hash),
    media.storeThumbnail(hash, makeWebp()),
    media.openThumbnail(hash),
    library.reconcile(),
    library.emptyTrash(),
  ]
  for (const promise of promises) {
    await expect(promise).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      message: 'The workspace is closed.',
    })
  }
  expect(await media.measure()).toMatchObject({ files: 0, problem: 'The workspace is closed.' })
  expect(existsSync(folder)).toBe(false)
})

test('closing waits for running work of the Library', async () => {
  const { app, workspace } = await openTestWorkspace()
  await draw(workspace, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const items = await listComplete(app)
  await app.library.delete({ ids: items.map(({ id }) => id) })
  let ended = 0
  const count = () => {
    ended += 1
  }
  const tasks = [
    app.library.reconcile(),
    app.library.emptyTrash(),
    app.library.readMetadataOfFile({ media: hash }),
  ]
  for (const task of tasks) task.then(count, count)
  await app.close()
  expect(ended).toBe(tasks.length)
})

test('a second close waits for the first', async () => {
  const { app, folder } = await openTestWorkspace()
  void app.close()
  await app.close()
  rmSync(folder, { recursive: true })
  expect(existsSync(folder)).toBe(false)
})

test('closing ends an export that is no longer read, and leaves no partial file', async () => {
  const { app, workspace } = await openTestWorkspace()
  const large = Buffer.concat([fox, Buffer.alloc(12_000_000, 7)])
  await draw(workspace, { prompt: 'A fox', answer: [pictureOf(large)] })
  await draw(workspace, { prompt: 'A bear', answer: [pictureOf(bear)] })
  const items = await listComplete(app)
  const target = makeFolder()
  const path = join(target, 'all.zip')
  const exportEvents = app.library.export({ ids: items.map(({ id }) => id), path })[Symbol.asyncIterator]()
  await exportEvents.next()
  await app.close()
  expect(readdirSync(target).filter((name) => name !== 'all.zip')).toEqual([])
})
