// A crash, a full disk, a folder in the way, damage: what is kept is whole, and what is not is told.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { createChanges } from '../changes'
import { insertConversation, type StoredConversation } from '../conversations/conversation-rows'
import { insertTurn } from '../conversations/tree/turn-rows'
import { connect } from '../database/connection'
import { openDatabase } from '../database/database'
import { openMedia } from '../media/media'
import { makeTurn } from '../turn.fixture'
import {
  makeFolder,
  openTestWorkspace,
  read,
  respondNext,
  stop,
  type TestWorkspace,
  waitUntilIdle,
} from '../workspace.fixture'
import {
  draw,
  filesIn,
  hashOf,
  imageParameters,
  list,
  listComplete,
  pictureOf,
  titles,
} from './library.fixture'
import { LibraryIndexer } from './library-indexer'
import { makePng } from './make-png.fixture'

let program = ''
const fox = makePng(64, 48, 10)
const bear = makePng(64, 48, 20)

beforeAll(async () => {
  program = await bundleProgram(new URL('./endless-pictures.fixture.ts', import.meta.url))
}, 60_000)

function startDrawing(folder: string): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const child = startProgram(program, folder)
  return child
}

test.each([1, 2, 3])(
  'killed while pictures are kept, after %i steps: files, items and sidecars agree',
  async (steps) => {
    const folder = makeFolder()
    const child = startDrawing(folder)
    let drawn = 0
    for await (const _ of createInterface({ input: child.stdout })) {
      drawn += 1
      if (drawn === steps) break
    }
    child.kill('SIGKILL')
    await once(child, 'exit')

    const { app } = await openTestWorkspace(folder)
    const items = await listComplete(app, { kinds: ['image'] })
    expect(items.length).toBeGreaterThanOrEqual(steps * 4)
    await expect
      .poll(async () => await Promise.all(items.map(({ media }) => app.media.readBeside(media ?? ''))))
      .toEqual(items.map(({ turnId }) => [expect.objectContaining({ turnId, prompt: 'Noise' })]))
    for (const { media, bytes } of items) {
      const kept = await app.media.read(media ?? '')
      expect([hashOf(kept), kept.length]).toEqual([media, bytes])
    }
    expect(filesIn(join(folder, 'media')).filter((name) => name.startsWith('unfinished'))).toEqual([])
    const turns = (await Promise.all(app.conversations.list().map(({ id }) => read(app, id)))).flatMap(
      ({ known }) => Object.values(known),
    )
    expect(turns.filter(({ state }) => state === 'running')).toEqual([])
  },
  60_000,
)

test('a picture that had come when the program was killed is an item after the restart', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  app.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: 'A fox' }],
    parameters: imageParameters,
    variations: 1,
  })
  const call = await gateway.next()
  call.answer()
  await call.chunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  // The folder as a crash leaves it: its owner never came to say that it ends.
  const again = await openTestWorkspace(folder)
  expect(titles(await listComplete(again.app, { kinds: ['image'] }))).toEqual(['A fox'])
})

/** A file in the place of the media folder: neither readable nor writable, whoever runs the test. */
function takeAway(folder: string): () => void {
  const media = join(folder, 'media')
  renameSync(media, `${media} elsewhere`)
  writeFileSync(media, 'a file in the way')
  return () => {
    rmSync(media)
    renameSync(`${media} elsewhere`, media)
  }
}

function startImage({ app }: Pick<TestWorkspace, 'app'>) {
  return app.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: 'A fox' }],
    parameters: imageParameters,
    variations: 1,
  })
}

test('nothing is sent to an image model while the media folder takes no file, and the response says which folder', async () => {
  const setting = await openTestWorkspace()
  takeAway(setting.folder)
  let isSent = false
  void setting.gateway.next().then(() => {
    isSent = true
  })
  const { conversationId } = startImage(setting)
  const { turns } = await waitUntilIdle(setting.app, conversationId)
  expect(turns).toMatchObject([
    { parts: [{ text: 'A fox' }] },
    { state: 'failed', error: { message: expect.stringContaining(join(setting.folder, 'media')) } },
  ])
  expect(turns[1]?.error?.message).toMatch(
    /^Nothing was sent because .*Choose another media folder in Settings\.$/,
  )
  expect([isSent, list(setting.app, { kinds: ['image'] })]).toEqual([false, []])
})

test('an image that the media folder cannot take is in its turn, is shown from the rescue folder, and goes back by a retry', async () => {
  const setting = await openTestWorkspace()
  const { app, folder } = setting
  const { conversationId, turnIds } = startImage(setting)
  const call = await setting.gateway.next()
  const giveBack = takeAway(folder)
  call.answer()
  await call.chunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await call.chunk(stop)
  call.end()
  const { turns } = await waitUntilIdle(app, conversationId)
  expect(turns[1]).toMatchObject({
    state: 'complete',
    error: null,
    parts: [{ inlineData: { mimeType: 'image/png', media: hashOf(fox) } }],
  })
  const [rescued] = app.saves.list().files
  expect(rescued).toEqual({ media: hashOf(fox), path: expect.stringContaining(join(folder, 'rescue')) })
  expect(readFileSync(rescued?.path ?? '')).toEqual(fox)
  expect(await app.media.open(hashOf(fox))).toMatchObject({ path: rescued?.path, mimeType: 'image/png' })
  expect(Buffer.from(await app.media.read(hashOf(fox)))).toEqual(fox)
  await expect.poll(() => app.saves.list().filesProblem).toContain(join(folder, 'media'))
  expect(await listComplete(app, { kinds: ['image'] })).toMatchObject([
    { turnId: turnIds[0], file: 'here', bytes: fox.length, width: 64 },
  ])

  giveBack()
  app.saves.retryNow()
  await expect.poll(() => app.saves.list()).toEqual({ pending: [], files: [], filesProblem: null })
  expect((await app.media.open(hashOf(fox))).path).toContain(join(folder, 'media'))
  await expect.poll(() => app.media.readBeside(hashOf(fox))).toMatchObject([{ prompt: 'A fox' }])
  expect(filesIn(join(folder, 'media'))).toEqual([`${hashOf(fox)}.json`, `${hashOf(fox)}.png`])
  expect(existsSync(join(folder, 'rescue'))).toBe(false)
})

test('an image in the rescue folder goes to the media folder at the next start', async () => {
  const setting = await openTestWorkspace()
  const { conversationId } = startImage(setting)
  const call = await setting.gateway.next()
  const giveBack = takeAway(setting.folder)
  call.answer()
  await call.chunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await call.chunk(stop)
  call.end()
  await waitUntilIdle(setting.app, conversationId)
  await setting.app.close()
  giveBack()
  const { app, folder } = await openTestWorkspace(setting.folder)
  await expect.poll(() => app.saves.list().files).toEqual([])
  expect((await app.media.open(hashOf(fox))).path).toContain(join(folder, 'media'))
  expect(await app.collection.reconcile()).toMatchObject({ missing: 0, changed: 0 })
})

test('a rescued file that is removed by hand is no longer waited for', async () => {
  const setting = await openTestWorkspace()
  const { app, folder } = setting
  const { conversationId } = startImage(setting)
  const call = await setting.gateway.next()
  const giveBack = takeAway(folder)
  call.answer()
  await call.chunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await call.chunk(stop)
  call.end()
  await waitUntilIdle(app, conversationId)
  // The first attempt to move it has ended.
  await expect.poll(() => app.saves.list().filesProblem).not.toBeNull()
  rmSync(join(folder, 'rescue'), { recursive: true })
  giveBack()
  app.saves.retryNow()
  await expect.poll(() => app.saves.list()).toEqual({ pending: [], files: [], filesProblem: null })
  await expect(app.media.open(hashOf(fox))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an image that no folder can take stays in memory, and is in its turn once one can', async () => {
  const setting = await openTestWorkspace()
  const { app, folder } = setting
  const { conversationId, turnIds } = startImage(setting)
  const call = await setting.gateway.next()
  const giveBack = takeAway(folder)
  writeFileSync(join(folder, 'rescue'), 'a file in the way, too')
  call.answer()
  void call.chunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await expect
    .poll(() => app.saves.list().pending)
    .toEqual([{ owner: turnIds[0], message: expect.stringContaining(join(folder, 'media')), rescued: false }])
  app.chat.stop({ conversationId })
  giveBack()
  app.saves.retryNow()
  const { turns } = await waitUntilIdle(app, conversationId)
  expect(turns[1]).toMatchObject({ state: 'stopped', parts: [{ inlineData: { media: hashOf(fox) } }] })
})

test('where only the sidecar finds no room, the picture is an item, and the sidecar is written later', async () => {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  let isFull = true
  const full = {
    ...media,
    writeBeside: async (hash: string, content: unknown) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await media.writeBeside(hash, content)
    },
  }
  const ports = { connection, media: full, changes: createChanges(), now: () => 1, newId: () => 'item' }
  const indexer = new LibraryIndexer(ports)
  await media.keep(fox)
  connection.transact(() => {
    insertConversation(connection, conversation)
    insertTurn(connection, turnWith(hashOf(fox)))
    indexer.indexTurn(turnWith(hashOf(fox)))
  })
  await indexer.writeSidecars()
  const known = () => connection.get('SELECT bytes, width, beside FROM items')
  expect(known()).toMatchObject({ bytes: fox.length, width: 64, beside: 0 })
  expect(await media.readBeside(hashOf(fox))).toBeUndefined()
  isFull = false
  await indexer.writeSidecars()
  expect(known()).toMatchObject({ beside: 1 })
  await indexer.close()
  connection.close()
})

const conversation: StoredConversation = {
  id: 'drawing',
  kind: 'images',
  title: 'A fox',
  createdAt: 1,
  updatedAt: 1,
  headTurnId: null,
  parameters: imageParameters,
  pinnedAt: null,
  queued: [],
}

function turnWith(media: string) {
  const parts = [{ inlineData: { mimeType: 'image/png', media } }]
  return makeTurn({ id: 'turn', conversationId: 'drawing', role: 'model', model: 'm', parts })
}

test('where the database has no room the answer says so, and neither item nor sidecar is left', async () => {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  const indexer = new LibraryIndexer({
    connection,
    media,
    changes: createChanges(),
    now: () => 1,
    newId: () => 'i',
  })
  const pages = connection.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0
  connection.get(`PRAGMA max_page_count = ${pages}`)
  const turn = { ...turnWith(hashOf(fox)), model: 'x'.repeat(100_000) }
  expect(() => connection.transact(() => indexer.indexTurn(turn))).toThrow('is full')
  await indexer.writeSidecars()
  expect(connection.get('SELECT count(*) AS items FROM items')).toMatchObject({ items: 0 })
  expect(filesIn(join(folder, 'media'))).toEqual([])
  await indexer.close()
  connection.close()
})

test('a damaged index costs nobody a picture, and damaged rows block nothing else', async () => {
  const setting = await openTestWorkspace()
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await listComplete(setting.app)
  const direct = connect(join(setting.folder, 'workspace.db'))
  direct.exec('DELETE FROM item_texts_data WHERE id <> 10')
  direct.run("UPDATE items SET making = '{', turn_id = NULL, file = 'changed', media = 'no hash'")
  direct.run("UPDATE conversations SET parameters = '{'")
  direct.close()
  await draw(setting, { prompt: 'A bear', answer: [pictureOf(bear)] })
  expect(titles(await listComplete(setting.app, { kinds: ['image'] }))).toEqual(['A bear', 'A fox'])
  expect(setting.app.collection.facets()).toMatchObject({ fileProblems: 1 })
  const ids = list(setting.app).map(({ id }) => id)
  const images = list(setting.app, { kinds: ['image'] }).map(({ id }) => id)
  const path = join(makeFolder(), 'all.zip')
  for await (const _ of setting.app.collection.export({ ids: images, path }));
  expect(Object.keys(unzipSync(readFileSync(path))).sort()).toEqual([
    'A bear.json',
    'A bear.png',
    'Missing files.txt',
  ])
  await setting.app.collection.delete({ ids })
  expect(list(setting.app, { bin: true })).toHaveLength(4)
  expect(await setting.app.collection.emptyTrash()).toEqual({ items: 4, bytes: fox.length + bear.length })
  expect(list(setting.app, { bin: true })).toEqual([])
})

test('an answer that is gone on with brings no item twice', async () => {
  const { app, gateway } = await openTestWorkspace()
  const sent = app.chat.send({
    conversationId: null,
    parts: [{ text: 'A fox and a bear' }],
    parameters: imageParameters,
  })
  const first = await gateway.next()
  first.answer()
  await first.chunk({ candidates: [{ content: { parts: [pictureOf(fox), { text: 'And' }] } }] })
  app.chat.stop(sent)
  app.chat.continue(sent)
  await respondNext(gateway, pictureOf(bear))
  await waitUntilIdle(app, sent.conversationId)
  const items = await listComplete(app, { kinds: ['image'] })
  expect(items.map(({ media }) => media).sort()).toEqual([hashOf(fox), hashOf(bear)].sort())
})
