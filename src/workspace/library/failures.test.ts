// A crash, a full disk, a blocked folder, and damage: what is stored is complete, and failures are reported.
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
import { openReadsHere } from '../reads'
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
import { starItems, tagItems } from './mark-items'

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
  'killed while storing images, after %i steps: files, items and sidecars agree',
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
      .poll(async () => await Promise.all(items.map(({ media }) => app.media.readSidecar(media ?? ''))))
      .toEqual(items.map(({ turnId }) => [expect.objectContaining({ turnId, prompt: 'Noise' })]))
    for (const { media, bytes } of items) {
      const stored = await app.media.read(media ?? '')
      expect([hashOf(stored), stored.length]).toEqual([media, bytes])
    }
    expect(filesIn(join(folder, 'media')).filter((name) => name.startsWith('unfinished'))).toEqual([])
    const turns = (await Promise.all(app.conversations.list().map(({ id }) => read(app, id)))).flatMap(
      ({ known }) => Object.values(known),
    )
    expect(turns.filter(({ state }) => state === 'running')).toEqual([])
  },
  60_000,
)

test('a crash during an export leaves no hidden file beside it after the next start', async () => {
  const { app, folder } = await openTestWorkspace()
  const target = makeFolder()
  const hidden = join(target, `.${randomUUID()}.part`)
  // The folders as a crash leaves them: the export never ends.
  void app.unfinishedFiles.track(hidden, () => new Promise(() => writeFileSync(hidden, 'half')))
  await expect.poll(() => existsSync(hidden)).toBe(true)
  await openTestWorkspace(folder)
  await expect.poll(() => readdirSync(target)).toEqual([])
  await expect.poll(() => readdirSync(join(folder, 'unfinished'))).toEqual([])
})

test('an image received before a crash is an item after the restart', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  app.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: 'A fox' }],
    parameters: imageParameters,
    variations: 1,
  })
  const call = await gateway.next()
  call.respond()
  await call.sendChunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  // The folder as a crash leaves it: the first workspace is never closed.
  const again = await openTestWorkspace(folder)
  expect(titles(await listComplete(again.app, { kinds: ['image'] }))).toEqual(['A fox'])
})

/** Replaces the media folder with a file, so that it is neither readable nor writable, even for root. */
function blockMediaFolder(folder: string): () => void {
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

test('sends nothing to an image model while the media folder is unusable, and the error names the folder', async () => {
  const workspace = await openTestWorkspace()
  blockMediaFolder(workspace.folder)
  let isSent = false
  void workspace.gateway.next().then(() => {
    isSent = true
  })
  const { conversationId } = startImage(workspace)
  const { turns } = await waitUntilIdle(workspace.app, conversationId)
  expect(turns).toMatchObject([
    { parts: [{ text: 'A fox' }] },
    {
      state: 'failed',
      error: { message: expect.stringContaining(join(workspace.folder, 'media')), reason: 'not-saved' },
    },
  ])
  expect(turns[1]?.error?.message).toMatch(
    /^Nothing was sent because .*Choose another media folder in Settings\.$/,
  )
  expect([isSent, list(workspace.app, { kinds: ['image'] })]).toEqual([false, []])
})

test('an image that the media folder cannot store is shown from the rescue folder, and moved back by a retry', async () => {
  const workspace = await openTestWorkspace()
  const { app, folder } = workspace
  const { conversationId, turnIds } = startImage(workspace)
  const call = await workspace.gateway.next()
  const unblock = blockMediaFolder(folder)
  call.respond()
  await call.sendChunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await call.sendChunk(stop)
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

  unblock()
  app.saves.retryNow()
  await expect.poll(() => app.saves.list()).toEqual({ pending: [], files: [], filesProblem: null })
  expect((await app.media.open(hashOf(fox))).path).toContain(join(folder, 'media'))
  await expect.poll(() => app.media.readSidecar(hashOf(fox))).toMatchObject([{ prompt: 'A fox' }])
  expect(filesIn(join(folder, 'media'))).toEqual([`${hashOf(fox)}.json`, `${hashOf(fox)}.png`])
  expect(existsSync(join(folder, 'rescue'))).toBe(false)
})

test('an image in the rescue folder is moved to the media folder at the next start', async () => {
  const workspace = await openTestWorkspace()
  const { conversationId } = startImage(workspace)
  const call = await workspace.gateway.next()
  const unblock = blockMediaFolder(workspace.folder)
  call.respond()
  await call.sendChunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await call.sendChunk(stop)
  call.end()
  await waitUntilIdle(workspace.app, conversationId)
  await workspace.app.close()
  unblock()
  const { app, folder } = await openTestWorkspace(workspace.folder)
  await expect.poll(() => app.saves.list().files).toEqual([])
  expect((await app.media.open(hashOf(fox))).path).toContain(join(folder, 'media'))
  expect(await app.library.reconcile()).toMatchObject({ missing: 0, changed: 0 })
})

test('a rescued file removed by hand is no longer pending', async () => {
  const workspace = await openTestWorkspace()
  const { app, folder } = workspace
  const { conversationId } = startImage(workspace)
  const call = await workspace.gateway.next()
  const unblock = blockMediaFolder(folder)
  call.respond()
  await call.sendChunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await call.sendChunk(stop)
  call.end()
  await waitUntilIdle(app, conversationId)
  // The first attempt to move it has failed.
  await expect.poll(() => app.saves.list().filesProblem).not.toBeNull()
  rmSync(join(folder, 'rescue'), { recursive: true })
  unblock()
  app.saves.retryNow()
  await expect.poll(() => app.saves.list()).toEqual({ pending: [], files: [], filesProblem: null })
  await expect(app.media.open(hashOf(fox))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an image that no folder can store stays in memory until one can', async () => {
  const workspace = await openTestWorkspace()
  const { app, folder } = workspace
  const { conversationId, turnIds } = startImage(workspace)
  const call = await workspace.gateway.next()
  const unblock = blockMediaFolder(folder)
  writeFileSync(join(folder, 'rescue'), 'a file in the way, too')
  call.respond()
  void call.sendChunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await expect
    .poll(() => app.saves.list().pending)
    .toEqual([{ owner: turnIds[0], message: expect.stringContaining(join(folder, 'media')), rescued: false }])
  app.chat.stop({ conversationId })
  unblock()
  app.saves.retryNow()
  const { turns } = await waitUntilIdle(app, conversationId)
  expect(turns[1]).toMatchObject({ state: 'stopped', parts: [{ inlineData: { media: hashOf(fox) } }] })
})

test('if only the sidecar cannot be written, the image is listed, and the sidecar is written later', async () => {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  let isFull = true
  const failingMedia = {
    ...media,
    writeSidecar: async (hash: string, content: unknown) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await media.writeSidecar(hash, content)
    },
  }
  const ports = {
    connection,
    ...openReadsHere(connection),
    media: failingMedia,
    changes: createChanges(),
    now: () => 1,
    newId: () => 'item',
  }
  const indexer = new LibraryIndexer(ports)
  await media.store(fox)
  connection.transact(() => {
    insertConversation(connection, conversation)
    insertTurn(connection, turnWith(hashOf(fox)))
    indexer.indexTurn(turnWith(hashOf(fox)))
  })
  await indexer.writeSidecars()
  const readItem = () => connection.get('SELECT bytes, width, beside FROM items')
  expect(readItem()).toMatchObject({ bytes: fox.length, width: 64, beside: 0 })
  expect(await media.readSidecar(hashOf(fox))).toBeUndefined()
  isFull = false
  await indexer.writeSidecars()
  expect(readItem()).toMatchObject({ beside: 1 })
  await indexer.close()
  connection.close()
})

test('a star or tag only changes the sidecar: files are neither measured nor, if missing, looked for', async () => {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  const opened: string[] = []
  let onWrite = () => {}
  const countingMedia = {
    ...media,
    open: async (hash: string) => {
      opened.push(hash)
      return await media.open(hash)
    },
    writeSidecar: async (hash: string, content: unknown) => {
      onWrite()
      await media.writeSidecar(hash, content)
    },
  }
  const newId = () => 'item'
  const changes = createChanges()
  const ports = {
    connection,
    ...openReadsHere(connection),
    media: countingMedia,
    changes,
    now: () => 1,
    newId,
  }
  const indexer = new LibraryIndexer(ports)
  await media.store(fox)
  connection.transact(() => {
    insertConversation(connection, conversation)
    insertTurn(connection, turnWith(hashOf(fox)))
    indexer.indexTurn(turnWith(hashOf(fox)))
  })
  await indexer.writeSidecars()
  expect(opened).toEqual([hashOf(fox)])
  opened.length = 0
  const label = async (work: () => Promise<void>) => {
    await work()
    await indexer.writeSidecars()
  }
  const ids = ['item']
  await label(() => starItems(indexer.ports, { ids, starred: true }))
  expect(await media.readSidecar(hashOf(fox))).toMatchObject([{ turnId: 'turn', starred: true }])
  // Another tag is added while the file is being written.
  onWrite = () => {
    onWrite = () => {}
    void tagItems(indexer.ports, { ids, add: ['late'], remove: [] }).then(indexer.writeSidecars)
  }
  await label(() => tagItems(indexer.ports, { ids, add: ['early'], remove: [] }))
  expect(await media.readSidecar(hashOf(fox))).toMatchObject([{ tags: ['early', 'late'] }])
  connection.run("UPDATE items SET file = 'missing', bytes = NULL")
  rmSync((await media.open(hashOf(fox))).path)
  await label(() => tagItems(indexer.ports, { ids, add: ['missing'], remove: [] }))
  expect(opened).toEqual([])
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
  folderId: null,
  tags: [],
  queued: [],
}

function turnWith(media: string) {
  const parts = [{ inlineData: { mimeType: 'image/png', media } }]
  return makeTurn({ id: 'turn', conversationId: 'drawing', role: 'model', model: 'm', parts })
}

test('if the database is full, indexing throws, without an item or a sidecar', async () => {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  const indexer = new LibraryIndexer({
    connection,
    ...openReadsHere(connection),
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

test('a damaged index loses no image, and damaged rows do not affect others', async () => {
  const workspace = await openTestWorkspace()
  await draw(workspace, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await listComplete(workspace.app)
  const direct = connect(join(workspace.folder, 'workspace.db'))
  direct.exec('DELETE FROM item_texts_data WHERE id <> 10')
  direct.run("UPDATE items SET making = '{', turn_id = NULL, file = 'changed', media = 'no hash'")
  direct.run("UPDATE conversations SET parameters = '{'")
  direct.close()
  await draw(workspace, { prompt: 'A bear', answer: [pictureOf(bear)] })
  expect(titles(await listComplete(workspace.app, { kinds: ['image'] }))).toEqual(['A bear', 'A fox'])
  expect(workspace.app.library.facets()).toMatchObject({ fileProblems: 1 })
  const ids = list(workspace.app).map(({ id }) => id)
  const images = list(workspace.app, { kinds: ['image'] }).map(({ id }) => id)
  const path = join(makeFolder(), 'all.zip')
  for await (const _ of workspace.app.library.export({ ids: images, path }));
  expect(Object.keys(unzipSync(readFileSync(path))).sort()).toEqual([
    'A bear.json',
    'A bear.png',
    'Missing files.txt',
  ])
  await workspace.app.library.delete({ ids })
  expect(list(workspace.app, { bin: true })).toHaveLength(4)
  expect(await workspace.app.library.emptyTrash()).toEqual({ items: 4, bytes: fox.length + bear.length })
  expect(list(workspace.app, { bin: true })).toEqual([])
})

test('a continued answer lists each image once', async () => {
  const { app, gateway } = await openTestWorkspace()
  const sent = app.chat.send({
    conversationId: null,
    parts: [{ text: 'A fox and a bear' }],
    parameters: imageParameters,
  })
  const first = await gateway.next()
  first.respond()
  await first.sendChunk({ candidates: [{ content: { parts: [pictureOf(fox), { text: 'And' }] } }] })
  app.chat.stop(sent)
  app.chat.continue(sent)
  await respondNext(gateway, pictureOf(bear))
  await waitUntilIdle(app, sent.conversationId)
  const items = await listComplete(app, { kinds: ['image'] })
  expect(items.map(({ media }) => media).sort()).toEqual([hashOf(fox), hashOf(bear)].sort())
})
