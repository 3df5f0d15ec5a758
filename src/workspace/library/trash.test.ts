// Emptying the trash: what is deleted for good, and what stays because it is still in use.
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Part } from '#shared/schemas/content'
import { LibraryQuery } from '#shared/schemas/library'
import { connect } from '../database/connection'
import type { Workspace } from '../workspace'
import {
  countTurns,
  onDisk,
  openTestWorkspace,
  parameters,
  read,
  respondNext,
  type TestWorkspace,
  waitUntilIdle,
} from '../workspace.fixture'
import {
  bear,
  countRows,
  draw,
  filesIn,
  fox,
  hashOf,
  idsOf,
  list,
  listComplete,
  makePng,
  openWithDrawings,
  pictureOf,
  startDrawing,
  titles,
} from './library.fixture'

const sketch = makePng(8, 8, 30)
const owl = makePng(64, 48, 40)
const drafted = makePng(64, 48, 50)

test('emptying the trash deletes rows, files, sidecars, search texts, and the draft of a conversation', async () => {
  const { app, workspace } = await openTestWorkspace()
  const stored = await app.media.store(sketch)
  const inlineData = { mimeType: 'image/png', media: stored.hash }
  const prompt = [{ text: 'A fox' }, { inlineData }]
  const session = await draw(workspace, { prompt, answer: [pictureOf(fox)] })
  const ids = idsOf(await listComplete(app))
  attachToDraft(app, fox, session.conversationId)
  attachToDraft(app, bear, 'new')
  await app.library.tag({ ids, add: ['best'], remove: [] })
  await app.library.delete({ ids })
  expect(await app.library.emptyTrash()).toEqual({ items: 2, bytes: fox.length + sketch.length })
  expect([list(app), list(app, { bin: true }), filesIn(join(workspace.folder, 'media'))]).toEqual([
    [],
    [],
    [],
  ])
  expect(Object.keys(app.drafts.read())).toEqual(['new'])
  await app.close()
  const tables = ['items', 'item_texts', 'item_tags', 'turns', 'turn_texts', 'conversations']
  expect(tables.map((table) => countRows(workspace.folder, table))).toEqual([0, 0, 0, 0, 0, 0])
})

test('one item is deleted permanently, and the rest of the trash stays restorable', async () => {
  const { app, folder, items, images, ids: all } = await openWithDrawings({ 'A fox': fox, 'A bear': bear })
  await app.library.delete({ ids: all })
  const ids = idsOf(items.filter(({ title }) => title === 'A fox'))
  const image = idsOf(images.filter(({ title }) => title === 'A fox'))
  const conversations = list(app, { bin: true, kinds: ['conversation'] })
  expect(conversations.map(({ isSession }) => isSession)).toEqual([true, true])
  const session = { usedBy: 'session', title: 'A fox', items: 1 }
  expect(await app.library.previewEmptying({ ids: image })).toEqual({ items: 0, bytes: 0, inUse: [session] })
  expect(await app.library.emptyTrash({ ids: image })).toEqual({ items: 0, bytes: 0 })
  const preview = { items: 2, bytes: fox.length }
  expect(await app.library.previewEmptying({ ids })).toEqual({ ...preview, inUse: [] })
  expect(await app.library.emptyTrash({ ids })).toEqual(preview)
  expect(titles(list(app, { bin: true }))).toEqual(['A bear', 'A bear'])
  await app.library.restore({ ids: idsOf(list(app, { bin: true })) })
  expect(titles(list(app))).toEqual(['A bear', 'A bear'])
  expect(filesIn(join(folder, 'media')).filter((name) => name.endsWith('.png'))).toHaveLength(1)
  // An item that is not in the trash is never deleted.
  expect(await app.library.emptyTrash({ ids: idsOf(list(app)) })).toEqual({ items: 0, bytes: 0 })
  expect(list(app)).toHaveLength(2)
})

test('an image is not deleted permanently if a later step or another image of its response would be lost', async () => {
  const { app, workspace } = await openTestWorkspace()
  const { first } = await drawChain(workspace)
  const two = await draw(workspace, { prompt: 'Twins', answer: [pictureOf(owl), pictureOf(sketch)] })
  const images = await listComplete(app, { kinds: ['image'] })
  const idsOfFiles = (...files: Buffer[]) =>
    files.map((file) => images.find(({ media }) => media === hashOf(file))?.id ?? '')
  const deleteSteps = async ({ conversationId }: { conversationId: string }) =>
    app.chat.deleteTurn({ conversationId, turnId: (await read(app, conversationId)).branch[0] ?? '' })
  for (const session of [first, two]) await deleteSteps(session)
  const ids = idsOfFiles(fox, owl)
  const inUse = [
    { usedBy: 'session', title: 'A fox', items: 1 },
    { usedBy: 'session', title: 'Twins', items: 1 },
  ]
  expect(await app.library.previewEmptying({ ids })).toEqual({ items: 0, bytes: 0, inUse })
  expect(await app.library.emptyTrash({ ids })).toEqual({ items: 0, bytes: 0 })
  expect(await app.media.readSidecar(hashOf(fox))).toMatchObject([{ prompt: 'A fox' }])
  await app.library.restore({ ids: idsOfFiles(bear) })
  const { branch, turns } = await read(app, first.conversationId)
  expect([branch.length, turns.at(-1)?.parts.length]).toEqual([4, 1])
  // Once everything that follows is selected too, the steps are deleted.
  await deleteSteps(first)
  expect(await app.library.emptyTrash({ ids: idsOfFiles(fox, bear, owl, sketch) })).toMatchObject({
    items: 4,
  })
  expect(filesIn(join(workspace.folder, 'media'))).toEqual([])
})

test('deleted messages of a chat stay restorable when the image before them is deleted permanently', async () => {
  const { app, service } = await openTestWorkspace()
  const ask = async (text: string, answer: Part[], conversationId: string | null = null) => {
    const sent = app.chat.send({ conversationId, parts: [{ text }], parameters })
    await respondNext(service, ...answer)
    await waitUntilIdle(app, sent.conversationId)
    return sent
  }
  const { conversationId } = await ask('Draw a fox', [{ text: 'Here:' }, pictureOf(fox)])
  await ask('Why orange?', [{ text: 'Camouflage.' }], conversationId)
  // A response that no other message follows is deleted with its image.
  await app.chat.deleteTurn(await ask('Draw a bear', [pictureOf(bear)]))
  const turnId = (await read(app, conversationId)).branch[0] ?? ''
  await app.chat.deleteTurn({ conversationId, turnId })
  const inUse = [{ usedBy: 'chat', title: 'Draw a fox', items: 1 }]
  const preview = { items: 1, bytes: bear.length }
  expect(await app.library.previewEmptying()).toEqual({ ...preview, inUse })
  expect(await app.library.emptyTrash()).toEqual(preview)
  await app.chat.restoreTurn({ conversationId, turnId })
  expect((await read(app, conversationId)).turns.at(-1)?.parts).toEqual([{ text: 'Camouflage.' }])
  expect(titles(list(app, { kinds: ['image'] }))).toEqual(['Draw a fox'])
})

test('an image without later steps is deleted with its turn, and does not return as an item', async () => {
  const workspace = await openTestWorkspace()
  const { first } = await drawChain(workspace)
  const last = list(workspace.app, { kinds: ['image'] }).find(({ media }) => media === hashOf(bear))
  await workspace.app.library.delete({ ids: [last?.id ?? ''] })
  expect(await workspace.app.library.emptyTrash()).toEqual({ items: 1, bytes: bear.length })
  await workspace.app.library.reconcile()
  await workspace.app.close()
  const again = await openTestWorkspace({ folder: workspace.folder })
  await again.app.library.reconcile()
  expect(titles(list(again.app, { kinds: ['image'] }))).toEqual(['A fox'])
  const { turns } = await read(again.app, first.conversationId)
  expect(turns.map(({ role }) => role)).toEqual(['user', 'model', 'user'])
})

/** Draws two steps, the second from the image of the first. */
async function drawChain(workspace: TestWorkspace) {
  const first = await draw(workspace, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const second = await draw(workspace, { prompt: 'Make it a bear', answer: [pictureOf(bear)], after: first })
  await listComplete(workspace.app)
  return { first, second }
}

test('the preview equals what emptying frees, and a file in a draft stays', async () => {
  const { app, workspace } = await openTestWorkspace()
  const stored = await app.media.store(sketch)
  const inlineData = { mimeType: 'image/png', media: stored.hash }
  const session = await draw(workspace, {
    prompt: [{ text: 'A bear' }, { inlineData }],
    answer: [pictureOf(bear)],
  })
  await drawChain(workspace)
  await draw(workspace, { prompt: 'A fox again', answer: [pictureOf(fox)] })
  const alone = await draw(workspace, { prompt: 'An owl', answer: [pictureOf(owl)] })
  await draw(workspace, { prompt: 'A draft', answer: [pictureOf(drafted)] })
  attachToDraft(app, drafted)
  const items = await listComplete(app, { kinds: ['image'] })
  const shown = items.filter(({ title }) => title === 'A fox')
  const ids = items.filter((item) => !shown.includes(item)).map(({ id }) => id)
  await app.library.delete({ ids: [...ids, session.conversationId, alone.conversationId] })
  const before = await measure(app)
  const { inUse, ...preview } = await app.library.previewEmptying()
  expect(inUse).toEqual([{ usedBy: 'draft', title: null, items: 1 }])
  expect(await app.library.emptyTrash()).toEqual(preview)
  expect(preview).toEqual({ items: 6, bytes: before - (await measure(app)) })
  expect(preview.bytes).toBe(sketch.length + bear.length + owl.length)
  expect(await app.library.previewEmptying()).toEqual({ items: 0, bytes: 0, inUse })
})

async function measure({ media }: Workspace): Promise<number> {
  return (await media.list()).reduce((sum, { bytes }) => sum + bytes, 0)
}

function attachToDraft(app: Workspace, bytes: Buffer, key = 'new'): void {
  const media = hashOf(bytes)
  const file = { kind: 'file', id: '1', media, mimeType: 'image/png', name: 'f', bytes: 1 } as const
  app.drafts.write({ key, draft: { text: '', attachments: [file], parameters: null, columns: null } })
}

test('a file used, and a conversation restored, while the trash is emptied are complete or deleted, at any moment', async () => {
  const { app, folder, workspace } = await openTestWorkspace()
  const readImages = () => filesIn(join(folder, 'media')).filter((name) => name.endsWith('.png'))
  const owlFile = `${hashOf(owl)}.png`
  let isDone = false
  let moment = 0
  // Every moment at first, then longer and longer delays, until the emptying has ended before.
  for (; !isDone; moment += Math.ceil(moment / 3) || 1) {
    const { first } = await drawChain(workspace)
    const alone = await draw(workspace, { prompt: 'An owl', answer: [pictureOf(owl)] })
    await app.library.delete({ ids: idsOf(await listComplete(app)) })
    const emptying = app.library.emptyTrash().finally(() => {
      isDone = true
    })
    for (let turn = 0; turn < moment && !isDone; turn += 1) await nextTurn()
    const existed = readImages().includes(owlFile)
    attachToDraft(app, owl)
    const wasDone: boolean = isDone
    // Rejected once it is deleted.
    await app.library.restore({ ids: [first.conversationId] }).catch(() => undefined)
    await emptying
    isDone = wasDone
    const isRestored = app.conversations.list().some(({ id }) => id === first.conversationId)
    expect(readImages().sort()).toEqual(
      [
        ...(isRestored ? [fox, bear].map((each) => `${hashOf(each)}.png`) : []),
        ...(existed ? [owlFile] : []),
      ].sort(),
    )
    app.drafts.write({ key: 'new', draft: null })
    await app.library.delete({ ids: [...idsOf(list(app)), alone.conversationId] })
    await app.library.emptyTrash()
  }
  expect(moment).toBeGreaterThan(3)
}, 60_000)

test('a file that cannot be removed does not block others, and is removed at the next start', async () => {
  const { app, folder, ids } = await openWithDrawings({ 'A fox': fox, 'An owl': owl })
  await app.library.delete({ ids })
  const { path } = await app.media.open(hashOf(fox))
  rmSync(path)
  mkdirSync(path)
  await expect(app.library.emptyTrash()).rejects.toThrow('1 file couldn’t be removed from the media folder')
  expect([list(app), list(app, { bin: true })]).toEqual([[], []])
  await app.close()
  rmdirSync(path)
  writeFileSync(path, fox)
  const again = await openTestWorkspace({ folder })
  await expect.poll(() => filesIn(join(folder, 'media'))).toEqual([])
  expect(list(again.app)).toEqual([])
})

test('images of one prompt share its text, and are found as long as one of them exists', async () => {
  const { app, folder, workspace } = await openWithDrawings({ 'A fox at dawn': fox })
  await draw(workspace, { prompt: 'A fox at dawn', answer: [pictureOf(bear)] })
  const found = () => idsOf(list(app, { text: 'dawn', kinds: ['image'] }))
  const [second = '', first = ''] = idsOf(await listComplete(app, { kinds: ['image'] }))
  expect([found(), countRows(folder, 'item_texts')]).toEqual([[second, first], 1])
  // The item that the text was inserted with.
  await app.library.delete({ ids: [first] })
  await app.library.emptyTrash()
  expect([found(), countRows(folder, 'item_texts')]).toEqual([[second], 1])
  await app.library.delete({ ids: [second] })
  await app.library.emptyTrash()
  expect([found(), countRows(folder, 'item_texts')]).toEqual([[], 0])
})

test('an image outlives its drawing, and retains its metadata', async () => {
  const { app, images, sessions } = await openWithDrawings()
  const [id = ''] = idsOf(images)
  const [session] = sessions.map(({ conversationId }) => ({ ids: [conversationId] }))
  const before = await app.library.generationMetadata({ id })
  await app.library.delete(session ?? { ids: [] })
  expect(await app.library.emptyTrash()).toEqual({ items: 1, bytes: 0 })
  expect(list(app)).toEqual(images)
  expect(await app.library.generationMetadata({ id })).toEqual(before)
  expect(before).toMatchObject({ prompt: 'A fox' })
  await expect(app.library.restore(session ?? { ids: [] })).rejects.toThrow('deleted permanently')
  expect(app.conversations.list()).toEqual([])
})

test('identical files are one file with an entry for each item, and deleted with the last item', async () => {
  const { app, folder, workspace, sessions } = await openWithDrawings()
  await draw(workspace, { prompt: 'Once more', answer: [pictureOf(fox)] })
  expect(titles(await listComplete(app, { kinds: ['image'] }))).toEqual(['Once more', 'A fox'])
  const readSidecar = () => app.media.readSidecar(hashOf(fox))
  await expect.poll(readSidecar).toMatchObject([{ prompt: 'A fox' }, { prompt: 'Once more' }])
  expect(filesIn(join(folder, 'media'))).toEqual([`${hashOf(fox)}.json`, `${hashOf(fox)}.png`])
  const metadata = await app.library.readMetadataOfFile({ media: hashOf(fox) })
  expect(metadata).toMatchObject({ prompt: 'Once more' })
  const old = idsOf(list(app, { text: 'a fox', kinds: ['image'] }))
  await app.library.delete({ ids: [...sessions.map(({ conversationId }) => conversationId), ...old] })
  expect(await app.library.emptyTrash()).toEqual({ items: 2, bytes: 0 })
  expect(await readSidecar()).toMatchObject([{ prompt: 'Once more' }])
  await app.library.delete({ ids: idsOf(list(app)) })
  expect(await app.library.emptyTrash()).toEqual({ items: 2, bytes: fox.length })
  expect(filesIn(join(folder, 'media'))).toEqual([])
})

test('a prompt of another chat retains the file that it uses', async () => {
  const { app, service, folder, ids } = await openWithDrawings({ 'A fox': fox, 'A bear': bear })
  const part = { inlineData: { mimeType: 'image/png', media: hashOf(fox) } }
  const { conversationId } = app.chat.send({ conversationId: null, parts: [part], parameters })
  await respondNext(service, { text: 'A fox.' })
  await waitUntilIdle(app, conversationId)
  await app.library.delete({ ids })
  expect(await app.library.emptyTrash()).toEqual({ items: 3, bytes: bear.length })
  expect(list(app, { bin: true })).toMatchObject([{ title: 'A fox', media: hashOf(fox) }])
  expect(filesIn(join(folder, 'media'))).toContain(`${hashOf(fox)}.png`)
})

test('bulk actions yield to the event loop', async () => {
  const { app, folder } = await openWithDrawings()
  onDisk(folder, ({ exec }) =>
    exec(`INSERT INTO items (id, kind, title, created_at, file, media, turn_id, has_sidecar)
    WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 2000)
    SELECT 'item ' || n, 'image', 'Fox ' || n, n, 'here', '${hashOf(fox)}', 'turn ' || n, 1 FROM more`),
  )
  const { library } = app
  const ids = library.ids(LibraryQuery.parse({ kinds: ['image'] }))
  for (const work of [
    () => library.tag({ ids, add: ['best'], remove: [] }),
    () => library.delete({ ids }),
    () => library.restore({ ids }),
    () => library.read({ ids }),
  ])
    expect((await countTurns<unknown>(work))[1]).toBeGreaterThanOrEqual(4)
})

/** Inserts images of other files into the trash: the first of them is the oldest. */
function fillTrash(folder: string, count: number): void {
  onDisk(folder, ({ exec }) =>
    exec(`INSERT INTO items (id, kind, title, created_at, deleted_at, file, media, has_sidecar)
    WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ${count})
    SELECT 'item ' || n, 'image', 'Fox ' || n, n, 1, 'missing', lower(hex(randomblob(32))), 1 FROM more`),
  )
}

const listTrash = (app: Workspace) => app.library.ids(LibraryQuery.parse({ bin: true }))

test('a large trash is emptied in parts, and an item is not needed only by another part', async () => {
  const { app, folder } = await openTestWorkspace()
  fillTrash(folder, 1000)
  const direct = connect(join(folder, 'workspace.db'))
  // Files of the oldest and the newest image are identical.
  direct.exec(`UPDATE items SET media = '${hashOf(fox)}' WHERE id IN ('item 1', 'item 1000')`)
  const counts = new Set<number>()
  const count = () => {
    const sql = 'SELECT count(*) AS rows FROM items WHERE deleted_at > 0'
    counts.add(direct.get<{ rows: number }>(sql)?.rows ?? 0)
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  expect(await app.library.emptyTrash()).toEqual({ items: 1000, bytes: 0 })
  clearImmediate(timer)
  direct.close()
  const steps = [...counts].slice(1).map((rows, index) => ([...counts][index] ?? 0) - rows)
  expect(steps.length).toBeGreaterThanOrEqual(5)
  expect(Math.max(...steps)).toBeLessThanOrEqual(300)
  expect(listTrash(app)).toEqual([])
})

test('a quit during the emptying of a large trash leaves items that can be restored, or no rows', async () => {
  const { app, folder } = await openTestWorkspace()
  fillTrash(folder, 2000)
  const emptying = app.library.emptyTrash()
  await expect.poll(() => listTrash(app).length).toBeLessThan(2000)
  await app.close()
  await emptying
  const again = await openTestWorkspace({ folder })
  await again.app.library.reconcile()
  const left = listTrash(again.app)
  expect(left.length % 100).toBe(0)
  expect(left.length).toBeGreaterThan(0)
  await again.app.library.restore({ ids: left })
  expect(again.app.library.ids(LibraryQuery.parse({})).sort()).toEqual([...left].sort())
  expect(countRows(folder, 'items')).toBe(left.length)
})

test('an item that is restored while a large trash is emptied stays, unless its part was deleted', async () => {
  const { app, folder } = await openTestWorkspace()
  fillTrash(folder, 1000)
  // The emptying starts after the work of the start.
  await app.library.reconcile()
  const emptying = app.library.emptyTrash()
  const ids = ['item 1', 'item 1000']
  await app.library.restore({ ids })
  expect(await emptying).toEqual({ items: 999, bytes: 0 })
  expect(app.library.ids(LibraryQuery.parse({}))).toEqual(['item 1'])
})

test('a file that a running answer has received again stays when the trash is emptied', async () => {
  const { app, service, ids } = await openWithDrawings()
  await app.library.delete({ ids })
  startDrawing({ app }, { prompt: 'A fox again' })
  const call = await service.next()
  call.respond()
  await call.sendText('Here it comes.')
  await call.sendChunk({ candidates: [{ content: { role: 'model', parts: [pictureOf(fox)] }, index: 0 }] })
  expect(await app.library.emptyTrash()).toEqual({ items: 1, bytes: 0 })
  expect(titles(list(app, { bin: true }))).toEqual(['A fox'])
  expect((await app.media.open(hashOf(fox))).length).toBe(fox.length)
})
