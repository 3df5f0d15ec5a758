// The end of a workspace: whatever is under way ends with it, and its folder may go.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { draw, hashOf, listComplete, pictureOf } from './library/library.fixture'
import { makePng } from './library/make-png.fixture'
import { makeWebp } from './media/image-metadata/pictures.fixture'
import { makeFolder, openTestWorkspace } from './workspace.fixture'

const fox = makePng(64, 48, 10)
const bear = makePng(64, 48, 20)
const hash = hashOf(fox)

async function* once(bytes: Uint8Array) {
  yield bytes
}

test('once it is closed nothing makes its folder anew, whatever is asked', async () => {
  const { app, folder } = await openTestWorkspace()
  await app.media.keep(fox)
  await app.close()
  rmSync(folder, { recursive: true })
  const { media, collection } = app
  const late = [
    media.keep(fox),
    media.keepStream({ chunks: once(fox), name: 'fox.png', length: fox.length }),
    media.open(hash),
    media.read(hash),
    media.list(),
    media.writeBeside(hash, []),
    media.readBeside(hash),
    media.remove(hash),
    media.keepThumbnail(hash, makeWebp()),
    media.openThumbnail(hash),
    collection.reconcile(),
    collection.emptyTrash(),
  ]
  for (const asked of late) {
    await expect(asked).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      message: 'The workspace is closed.',
    })
  }
  expect(await media.measure()).toMatchObject({ files: 0, problem: 'The workspace is closed.' })
  expect(existsSync(folder)).toBe(false)
})

test('closing waits for what the Library is in the midst of', async () => {
  const setting = await openTestWorkspace()
  const { app } = setting
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const items = await listComplete(app)
  await app.collection.delete({ ids: items.map(({ id }) => id) })
  let ended = 0
  const count = () => {
    ended += 1
  }
  const works = [
    app.collection.reconcile(),
    app.collection.emptyTrash(),
    app.collection.makingOf({ media: hash }),
  ]
  for (const work of works) work.then(count, count)
  await app.close()
  expect(ended).toBe(works.length)
})

test('whoever closes it a second time waits for the first', async () => {
  const { app, folder } = await openTestWorkspace()
  void app.close()
  await app.close()
  rmSync(folder, { recursive: true })
  expect(existsSync(folder)).toBe(false)
})

test('an export that nobody reads on is ended by the closing, and nothing of it is left', async () => {
  const setting = await openTestWorkspace()
  const { app } = setting
  const large = Buffer.concat([fox, Buffer.alloc(12_000_000, 7)])
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(large)] })
  await draw(setting, { prompt: 'A bear', answer: [pictureOf(bear)] })
  const items = await listComplete(app)
  const target = makeFolder()
  const path = join(target, 'all.zip')
  const reading = app.collection.export({ ids: items.map(({ id }) => id), path })[Symbol.asyncIterator]()
  await reading.next()
  await app.close()
  expect(readdirSync(target).filter((name) => name !== 'all.zip')).toEqual([])
})
