// A crash, a full disk, a blocked folder, and damage: what is stored is complete, and failures are reported.
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { createChanges } from '../changes'
import { insertConversation, type StoredConversation } from '../conversations/conversation-rows'
import { insertTurn } from '../conversations/tree/turn-rows'
import { connect } from '../database/connection'
import { openDatabase } from '../database/database'
import { type Media, openMedia } from '../media/media'
import { openReadsHere } from '../reads'
import { stop } from '../scripted-service.fixture'
import { makeTurn } from '../turn.fixture'
import { makeFolder, openTestWorkspace, respondNext, startAnswer, waitUntilIdle } from '../workspace.fixture'
import {
  bear,
  blockMediaFolder,
  draw,
  filesIn,
  fox,
  hashOf,
  imageParameters,
  list,
  listComplete,
  openWithDrawings,
  pictureOf,
  startDrawing,
  titles,
} from './library.fixture'
import { LibraryIndexer } from './library-indexer'
import { starItems, tagItems } from './mark-items'

test('a crash during an export leaves no hidden file beside it after the next start', async () => {
  const { app, folder } = await openTestWorkspace()
  const target = makeFolder()
  const hidden = join(target, `.${randomUUID()}.part`)
  // The folders as a crash leaves them: the export never ends.
  void app.unfinishedFiles.track(hidden, () => new Promise(() => writeFileSync(hidden, 'half')))
  await expect.poll(() => existsSync(hidden)).toBe(true)
  await openTestWorkspace({ folder })
  await expect.poll(() => readdirSync(target)).toEqual([])
  await expect.poll(() => readdirSync(join(folder, 'unfinished'))).toEqual([])
})

test('sends nothing to an image model while the media folder is unusable, and the error names the folder', async () => {
  const workspace = await openTestWorkspace()
  blockMediaFolder(workspace.folder)
  const sent = workspace.service.next().then(() => 'sent')
  const { conversationId } = startDrawing(workspace)
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
  expect(await Promise.race([sent, 'nothing'])).toBe('nothing')
  expect(list(workspace.app, { kinds: ['image'] })).toEqual([])
})

/** Receives an image that only the rescue folder can store. */
async function drawRescued() {
  const workspace = await openTestWorkspace()
  const { conversationId, turnId } = startDrawing(workspace)
  const call = await workspace.service.next()
  const unblock = blockMediaFolder(workspace.folder)
  call.respond()
  await call.sendChunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await call.sendChunk(stop)
  call.end()
  const { turns } = await waitUntilIdle(workspace.app, conversationId)
  return { ...workspace, answer: turns[1], turnId, unblock }
}

test('an image that the media folder cannot store is shown from the rescue folder, and moved back by a retry', async () => {
  const { app, folder, answer, turnId, unblock } = await drawRescued()
  expect(answer).toMatchObject({
    state: 'complete',
    error: null,
    parts: [{ inlineData: { mimeType: 'image/png', media: hashOf(fox) } }],
  })
  const [rescued] = app.saves.list().files
  expect(rescued).toEqual({ media: hashOf(fox), path: expect.stringContaining(join(folder, 'rescue')) })
  expect(readFileSync(rescued?.path ?? '')).toEqual(fox)
  expect(await app.media.open(hashOf(fox))).toMatchObject({ path: rescued?.path, mimeType: 'image/png' })
  await expect.poll(() => app.saves.list().filesProblem).toContain(join(folder, 'media'))
  expect(await listComplete(app, { kinds: ['image'] })).toMatchObject([
    { turnId, file: 'here', bytes: fox.length, width: 64 },
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
  const { app: before, folder, unblock } = await drawRescued()
  await before.close()
  unblock()
  const { app } = await openTestWorkspace({ folder })
  await expect.poll(() => app.saves.list().files).toEqual([])
  expect((await app.media.open(hashOf(fox))).path).toContain(join(folder, 'media'))
  expect(await app.library.reconcile()).toMatchObject({ missing: 0, changed: 0 })
})

test('a rescued file removed by hand is no longer pending', async () => {
  const { app, folder, unblock } = await drawRescued()
  // The first attempt to move it has failed.
  await expect.poll(() => app.saves.list().filesProblem).not.toBeNull()
  rmSync(join(folder, 'rescue'), { recursive: true })
  unblock()
  app.saves.retryNow()
  await expect.poll(() => app.saves.list()).toEqual({ pending: [], files: [], filesProblem: null })
  await expect(app.media.open(hashOf(fox))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an image that no folder can store stays in memory until one can', async () => {
  const { app, folder, workspace } = await openTestWorkspace()
  const { conversationId, turnId } = startDrawing(workspace)
  const call = await workspace.service.next()
  const unblock = blockMediaFolder(folder)
  writeFileSync(join(folder, 'rescue'), 'a file in the way, too')
  call.respond()
  void call.sendChunk({ candidates: [{ content: { parts: [pictureOf(fox)] } }] })
  await expect
    .poll(() => app.saves.list().pending)
    .toEqual([{ owner: turnId, message: expect.stringContaining(join(folder, 'media')), rescued: false }])
  app.chat.stop({ conversationId })
  unblock()
  app.saves.retryNow()
  const { turns } = await waitUntilIdle(app, conversationId)
  expect(turns[1]).toMatchObject({ state: 'stopped', parts: [{ inlineData: { media: hashOf(fox) } }] })
})

/** An indexer with a drawing of a fox, whose methods of the media folder a test replaces. */
async function openIndexer(replace: (media: Media) => Partial<Media> = () => ({})) {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db') })
  const media = await openMedia(join(folder, 'media'))
  const indexer = new LibraryIndexer({
    connection,
    ...openReadsHere(connection),
    media: { ...media, ...replace(media) },
    changes: createChanges(),
    now: () => 1,
    newId: () => 'item',
  })
  onTestFinished(async () => {
    await indexer.close()
    connection.close()
  })
  await media.store(fox)
  connection.transact(() => insertConversation(connection, conversation))
  const index = () =>
    connection.transact(() => {
      insertTurn(connection, turn)
      indexer.indexTurn(turn)
    })
  return { connection, media, indexer, index }
}

test('if only the sidecar cannot be written, the image is listed, and the sidecar is written later', async () => {
  let isFull = true
  const { connection, media, indexer, index } = await openIndexer(({ writeSidecar }) => ({
    writeSidecar: async (hash, content) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      await writeSidecar(hash, content)
    },
  }))
  index()
  await indexer.writeSidecars()
  const readItem = () => connection.get('SELECT bytes, width, has_sidecar FROM items')
  expect(readItem()).toMatchObject({ bytes: fox.length, width: 64, has_sidecar: 0 })
  expect(await media.readSidecar(hashOf(fox))).toBeUndefined()
  isFull = false
  await indexer.writeSidecars()
  expect(readItem()).toMatchObject({ has_sidecar: 1 })
})

test('a star or tag only changes the sidecar: files are neither measured nor, if missing, looked for', async () => {
  const opened: string[] = []
  let onWrite = () => {}
  const { connection, media, indexer, index } = await openIndexer(({ open, writeSidecar }) => ({
    open: async (hash) => {
      opened.push(hash)
      return await open(hash)
    },
    writeSidecar: async (hash, content) => {
      onWrite()
      await writeSidecar(hash, content)
    },
  }))
  index()
  await indexer.writeSidecars()
  expect(opened.splice(0)).toEqual([hashOf(fox)])
  const ids = ['item']
  await starItems(indexer.ports, { ids, starred: true })
  await indexer.writeSidecars()
  expect(await media.readSidecar(hashOf(fox))).toMatchObject([{ turnId: 'turn', starred: true }])
  const tag = async (name: string) => {
    await tagItems(indexer.ports, { ids, add: [name], remove: [] })
    await indexer.writeSidecars()
  }
  // Another tag is added while the file is being written.
  onWrite = () => {
    onWrite = () => {}
    void tag('late')
  }
  await tag('early')
  expect(await media.readSidecar(hashOf(fox))).toMatchObject([{ tags: ['early', 'late'] }])
  connection.run("UPDATE items SET file = 'missing', bytes = NULL")
  rmSync((await media.open(hashOf(fox))).path)
  await tag('missing')
  expect(opened).toEqual([])
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

const parts = [{ inlineData: { mimeType: 'image/png', media: hashOf(fox) } }]
const turn = makeTurn({ id: 'turn', conversationId: 'drawing', role: 'model', model: 'm', parts })

test('if the database is full, indexing throws, without an item or a sidecar', async () => {
  const { connection, media, indexer } = await openIndexer()
  const pages = connection.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0
  connection.get(`PRAGMA max_page_count = ${pages}`)
  const large = { ...turn, model: 'x'.repeat(100_000) }
  expect(() => connection.transact(() => indexer.indexTurn(large))).toThrow('is full')
  await indexer.writeSidecars()
  expect(connection.get('SELECT count(*) AS items FROM items')).toMatchObject({ items: 0 })
  expect(await media.readSidecar(hashOf(fox))).toBeUndefined()
})

test('a damaged index loses no image, and damaged rows do not affect others', async () => {
  const { workspace } = await openWithDrawings()
  const direct = connect(join(workspace.folder, 'workspace.db'))
  direct.exec('DELETE FROM item_texts_data WHERE id <> 10')
  direct.run("UPDATE items SET generation = '{', turn_id = NULL, file = 'changed', media = 'no hash'")
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
  const { app, service, workspace } = await openTestWorkspace()
  const { request: first, ...sent } = await startAnswer(workspace, { parameters: imageParameters })
  await first.sendChunk({ candidates: [{ content: { parts: [pictureOf(fox), { text: 'And' }] } }] })
  app.chat.stop(sent)
  app.chat.continue(sent)
  await respondNext(service, pictureOf(bear))
  await waitUntilIdle(app, sent.conversationId)
  const items = await listComplete(app, { kinds: ['image'] })
  expect(items.map(({ media }) => media).sort()).toEqual([hashOf(fox), hashOf(bear)].sort())
})
