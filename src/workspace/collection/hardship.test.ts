// A crash, a full disk, a folder in the way, damage: what is kept is whole, and what is not is told.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { createChanges } from '../changes'
import { insertConversation, type KeptConversation } from '../library/conversations/conversation-rows'
import { insertTurn } from '../library/conversations/tree/turn-rows'
import { connect } from '../storage/connection'
import { openDatabase } from '../storage/database'
import { openMedia } from '../storage/media'
import { makeTurn } from '../turn.fixture'
import { answerNext, makeFolder, read, setUp, untilIdle } from '../workspace.fixture'
import {
  draw,
  filesIn,
  hashOf,
  imageParameters,
  list,
  listWhole,
  pictureOf,
  titles,
} from './collection.fixture'
import { createGathering } from './gathering'
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

    const { app } = await setUp(folder)
    const items = await listWhole(app, { kinds: ['image'] })
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
  const { app, gateway, folder } = await setUp()
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
  const again = await setUp(folder)
  expect(titles(await listWhole(again.app, { kinds: ['image'] }))).toEqual(['A fox'])
})

test('a folder that takes no file is told in the answer, the prompt is kept, and nothing half-written is left', async () => {
  const setting = await setUp()
  const media = join(setting.folder, 'media')
  renameSync(media, `${media} elsewhere`)
  writeFileSync(media, 'a file in the way')
  const { conversationId } = setting.app.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: 'A fox' }],
    parameters: imageParameters,
    variations: 1,
  })
  const call = await setting.gateway.next()
  call.answer()
  void call.chunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  const { turns } = await untilIdle(setting.app, conversationId)
  expect(turns).toMatchObject([
    { parts: [{ text: 'A fox' }] },
    { state: 'failed', error: { message: expect.stringContaining(media) } },
  ])
  expect(list(setting.app, { kinds: ['image'] })).toEqual([])
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
  const gathering = createGathering(ports)
  await media.keep(fox)
  connection.transact(() => {
    insertConversation(connection, conversation)
    insertTurn(connection, turnWith(hashOf(fox)))
    gathering.addMade(turnWith(hashOf(fox)))
  })
  await gathering.writeSidecars()
  const known = () => connection.get('SELECT bytes, width, beside FROM items')
  expect(known()).toMatchObject({ bytes: fox.length, width: 64, beside: 0 })
  expect(await media.readBeside(hashOf(fox))).toBeUndefined()
  isFull = false
  await gathering.writeSidecars()
  expect(known()).toMatchObject({ beside: 1 })
  await gathering.close()
  connection.close()
})

const conversation: KeptConversation = {
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
  const gathering = createGathering({
    connection,
    media,
    changes: createChanges(),
    now: () => 1,
    newId: () => 'i',
  })
  const pages = connection.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0
  connection.get(`PRAGMA max_page_count = ${pages}`)
  const turn = { ...turnWith(hashOf(fox)), model: 'x'.repeat(100_000) }
  expect(() => connection.transact(() => gathering.addMade(turn))).toThrow('is full')
  await gathering.writeSidecars()
  expect(connection.get('SELECT count(*) AS items FROM items')).toMatchObject({ items: 0 })
  expect(filesIn(join(folder, 'media'))).toEqual([])
  await gathering.close()
  connection.close()
})

test('a damaged index costs nobody a picture, and damaged rows block nothing else', async () => {
  const setting = await setUp()
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await listWhole(setting.app)
  const direct = connect(join(setting.folder, 'workspace.db'))
  direct.exec('DELETE FROM item_texts_data WHERE id <> 10')
  direct.run("UPDATE items SET making = '{', turn_id = NULL, file = 'changed', media = 'no hash'")
  direct.run("UPDATE conversations SET parameters = '{'")
  direct.close()
  await draw(setting, { prompt: 'A bear', answer: [pictureOf(bear)] })
  expect(titles(await listWhole(setting.app, { kinds: ['image'] }))).toEqual(['A bear', 'A fox'])
  expect(setting.app.collection.facets()).toMatchObject({ troubled: 1 })
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
  expect(await setting.app.collection.emptyBin()).toEqual({ items: 4, bytes: fox.length + bear.length })
  expect(list(setting.app, { bin: true })).toEqual([])
})

test('an answer that is gone on with brings no item twice', async () => {
  const { app, gateway } = await setUp()
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
  await answerNext(gateway, pictureOf(bear))
  await untilIdle(app, sent.conversationId)
  const items = await listWhole(app, { kinds: ['image'] })
  expect(items.map(({ media }) => media).sort()).toEqual([hashOf(fox), hashOf(bear)].sort())
})
