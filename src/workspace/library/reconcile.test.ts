// Keeps the Library and its folder in step: missing, deleted, changed, returned, adopted and located files.
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/database'
import { openMedia } from '../media/media'
import { openReadsHere } from '../reads'
import { makeTurn } from '../turn.fixture'
import { makeFolder, openTestWorkspace, parameters, type TestWorkspace } from '../workspace.fixture'
import { insertItem } from './item-rows'
import {
  bear,
  draw,
  fox,
  hashOf,
  list,
  listComplete,
  makePng,
  openWithDrawings,
  pictureOf,
  titles,
} from './library.fixture'
import { reconcile } from './reconcile'

const nothing = { missing: 0, changed: 0, returned: 0, adopted: 0 }

const storedFox = {
  id: 'fox',
  kind: 'image',
  title: 'A fox',
  text: 'A fox',
  model: null,
  createdAt: 1,
  deletedAt: null,
  file: 'here',
  mimeType: 'image/png',
  conversationId: null,
  turnId: 'turn',
} as const

async function openWithFox() {
  const { workspace } = await openWithDrawings()
  await expect.poll(() => workspace.app.media.readSidecar(hashOf(fox))).toBeDefined()
  await workspace.app.library.reconcile()
  const { path } = await workspace.app.media.open(hashOf(fox))
  return { ...workspace, path, sidecar: path.replace(/\.png$/, '.json') }
}

/** Another workspace, whose media folder has a copy of the file and its sidecar. */
async function openWithCopy(from: { path: string; sidecar: string }) {
  const { app, folder } = await openTestWorkspace()
  await app.library.reconcile()
  const shard = join(folder, 'media', hashOf(fox).slice(0, 2))
  mkdirSync(shard, { recursive: true })
  for (const path of [from.path, from.sidecar]) copyFileSync(path, join(shard, basename(path)))
  return { app, sidecar: join(shard, basename(from.sidecar)) }
}

const states = ({ app }: Pick<TestWorkspace, 'app'>) =>
  list(app, { kinds: ['image'] }).map(({ file }) => file)

test('a file moved away is missing, and returns when moved back', async () => {
  const workspace = await openWithFox()
  const { app, path } = workspace
  expect(await app.library.reconcile()).toEqual(nothing)
  const elsewhere = join(makeFolder(), 'mine.png')
  renameSync(path, elsewhere)
  expect(await app.library.reconcile()).toEqual({ ...nothing, missing: 1 })
  expect([
    states(workspace),
    app.library.facets().fileProblems,
    list(app, { fileProblems: true }),
  ]).toMatchObject([['missing'], 1, [{ title: 'A fox' }]])
  expect(await app.library.reconcile()).toEqual(nothing)
  renameSync(elsewhere, path)
  expect(await app.library.reconcile()).toEqual({ ...nothing, returned: 1 })
  expect(states(workspace)).toEqual(['here'])
})

test('a file with another size is marked as changed until it is stored again', async () => {
  const workspace = await openWithFox()
  writeFileSync(workspace.path, fox.subarray(0, 20))
  expect(await workspace.app.library.reconcile()).toEqual({ ...nothing, changed: 1 })
  expect(states(workspace)).toEqual(['changed'])
  await draw(workspace, { prompt: 'Once more', answer: [pictureOf(fox)] })
  expect(states(workspace)).toEqual(['here', 'here'])
  expect(await workspace.app.library.reconcile()).toEqual(nothing)
})

test('the start compares the folder, too', async () => {
  const workspace = await openWithFox()
  await workspace.app.close()
  rmSync(workspace.path)
  const again = await openTestWorkspace({ folder: workspace.folder })
  await expect.poll(() => states(again)).toEqual(['missing'])
})

test('files known only by their sidecars are adopted with their metadata, tags and star', async () => {
  const from = await openWithFox()
  const ids = list(from.app, { kinds: ['image'] }).map(({ id }) => id)
  await from.app.library.tag({ ids, add: ['red', 'best'], remove: [] })
  await from.app.library.star({ ids, starred: true })
  const readSidecar = () => from.app.media.readSidecar(hashOf(fox))
  await expect.poll(readSidecar).toMatchObject([{ prompt: 'A fox', tags: ['best', 'red'], starred: true }])
  const [original] = list(from.app, { kinds: ['image'] })
  const metadata = await from.app.library.generationMetadata({ id: original?.id ?? '' })
  const { app } = await openWithCopy(from)
  expect(await app.library.reconcile()).toEqual({ ...nothing, adopted: 1 })
  const [item] = await listComplete(app)
  expect(item).toEqual({ ...original, id: item?.id })
  expect(titles(list(app, { text: 'fox' }))).toEqual(['A fox'])
  expect(await app.library.generationMetadata({ id: item?.id ?? '' })).toEqual(metadata)
  expect(await app.library.reconcile()).toEqual(nothing)
  // Without labels, the sidecar is as before there were any.
  await from.app.library.tag({ ids, add: [], remove: ['red', 'best'] })
  await from.app.library.star({ ids, starred: false })
  await expect.poll(readSidecar).toEqual([metadata])
})

test('labels that another program wrote are read as far as they are valid', async () => {
  const from = await openWithFox()
  const [entry] = (await from.app.media.readSidecar(hashOf(fox))) as object[]
  const { app, sidecar } = await openWithCopy(from)
  writeFileSync(sidecar, JSON.stringify([{ ...entry, tags: ['x'.repeat(200)], starred: 'yes' }]))
  expect(await app.library.reconcile()).toEqual({ ...nothing, adopted: 1 })
  expect(list(app)).toMatchObject([{ title: 'A fox', tags: [], starred: false }])
})

test('a damaged sidecar does not affect other files, and is written again from the database', async () => {
  const workspace = await openWithFox()
  const other = await workspace.app.media.store(bear)
  writeFileSync(other.path.replace('.png', '.json'), '[{"version":1,')
  writeFileSync(workspace.sidecar, '{"not":"a list"}')
  expect(await workspace.app.library.reconcile()).toEqual(nothing)
  expect(titles(list(workspace.app, { kinds: ['image'] }))).toEqual(['A fox'])
  rmSync(workspace.sidecar)
  await workspace.app.library.reconcile()
  expect(JSON.parse(readFileSync(workspace.sidecar, 'utf8'))).toMatchObject([{ prompt: 'A fox' }])
})

test('entries of other programs stay in a sidecar', async () => {
  const workspace = await openWithFox()
  const [metadata] = JSON.parse(readFileSync(workspace.sidecar, 'utf8'))
  const others = [{ ...metadata, stars: 5 }, { tool: 'another one' }]
  writeFileSync(workspace.sidecar, JSON.stringify(others))
  await draw(workspace, { prompt: 'Once more', answer: [pictureOf(fox)] })
  await expect
    .poll(() => JSON.parse(readFileSync(workspace.sidecar, 'utf8')))
    .toMatchObject([...others, { prompt: 'Once more' }])
})

test('a missing folder is reported, and marks no file as missing', async () => {
  const workspace = await openWithFox()
  const moved = join(makeFolder(), 'media')
  const steps = workspace.app.media.moveTo(moved)
  for await (const _ of steps);
  renameSync(moved, `${moved} unplugged`)
  await expect(workspace.app.library.reconcile()).rejects.toMatchObject({
    message: expect.stringContaining(moved),
  })
  expect(states(workspace)).toEqual(['here'])
  await workspace.app.close()
  const again = await openTestWorkspace({ folder: workspace.folder })
  expect(again.app.media.folder()).toEqual({ path: moved, isDefault: false })
  expect(states(again)).toEqual(['here'])
})

test('a missing file is restored from a path given by the user, but only with the same bytes', async () => {
  const workspace = await openWithFox()
  const { app, path } = workspace
  const [item] = list(app, { kinds: ['image'] })
  const folder = makeFolder()
  const right = join(folder, 'right.png')
  const wrong = join(folder, 'wrong.png')
  renameSync(path, right)
  writeFileSync(wrong, bear)
  await app.library.reconcile()
  await expect(app.library.locate({ id: item?.id ?? '', path: wrong })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: 'wrong.png isn’t the original file of “A fox”: its contents differ. Nothing was changed.',
  })
  const locating = app.library.locate({ id: item?.id ?? '', path: join(folder, 'no.png') })
  await expect(locating).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' })
  expect(states(workspace)).toEqual(['missing'])
  expect(await app.library.locate({ id: item?.id ?? '', path: right })).toEqual(item)
  expect(readFileSync(path)).toEqual(fox)
  expect(readFileSync(right)).toEqual(fox)
})

test('the images of an imported drawing are listed, once', async () => {
  const from = await openWithFox()
  const { id: conversationId } = from.app.conversations.list()[0] ?? { id: '' }
  const chunks: string[] = []
  for await (const { content } of from.app.exports.write({ conversationId, format: 'json', fileName: 'a' }))
    for await (const chunk of content) chunks.push(String(chunk))
  const { app } = await openTestWorkspace()
  const imported = await app.exports.import(chunks.join(''))
  expect(imported.kind).toBe('images')
  await app.exports.import(chunks.join(''))
  const items = await listComplete(app, { kinds: ['image'] })
  expect(items).toMatchObject([{ title: 'A fox', conversationId: imported.id, media: hashOf(fox) }])
})

test('a folder that disappears during the comparison marks no file as missing', async () => {
  const root = makeFolder()
  const folder = join(root, 'media')
  mkdirSync(folder)
  const media = await openMedia(join(root, 'default'), { customFolder: folder })
  const connection = openDatabase({ file: join(root, 'workspace.db') })
  const ports = {
    connection,
    ...openReadsHere(connection),
    media,
    now: Date.now,
    newId: () => 'new',
    notify: () => {},
    isClosed: () => false,
  }
  insertItem(connection, { ...storedFox, media: (await media.store(fox)).hash })
  const unplug = async () => {
    renameSync(folder, join(root, 'unplugged'))
    return []
  }
  await expect(reconcile({ ...ports, media: { ...media, list: unplug } })).rejects.toThrow('not found')
  expect(connection.all('SELECT file FROM items')).toEqual([{ file: 'here' }])
  connection.close()
  await media.close()
})

test('sidecars with times out of range are adopted with a valid date', async () => {
  const { app, sidecar } = await openWithFox()
  const [metadata] = JSON.parse(readFileSync(sidecar, 'utf8'))
  for (const createdAt of [1e300, -1e300, 8.7e15]) {
    const { hash } = await app.media.store(makePng(4, 4, createdAt > 0 ? Math.log10(createdAt) : 1))
    await app.media.writeSidecar(hash, [{ ...metadata, turnId: 'elsewhere', createdAt }])
  }
  expect(await app.library.reconcile()).toEqual({ ...nothing, adopted: 3 })
  const times = list(app, { kinds: ['image'] }).map(({ createdAt }) => new Date(createdAt).getTime())
  expect(times.map(Number.isNaN)).toEqual([false, false, false, false])
})

test('an image that an imported conversation names but does not contain is missing', async () => {
  const { app } = await openTestWorkspace()
  const inlineData = { mimeType: 'image/png', media: hashOf(fox) }
  const conversation = { title: 'Foxes', createdAt: 1, updatedAt: 1, headTurnId: 'a', parameters }
  const turns = [makeTurn({ id: 'a', role: 'model', parts: [{ inlineData }] })]
  const file = {
    kind: 'gen-playground-conversation',
    version: 1,
    exportedAt: 1,
    conversation,
    turns,
    media: {},
  }
  await app.exports.import(JSON.stringify(file))
  await expect.poll(() => states({ app })).toEqual(['missing'])
})
