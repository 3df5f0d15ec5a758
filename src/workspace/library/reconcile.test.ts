// The Library and its folder in step: moved, deleted, changed, returned, adopted, located.
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../database/connection'
import { openDatabase } from '../database/database'
import { openMedia } from '../media/media'
import { makeTurn } from '../turn.fixture'
import { makeFolder, openTestWorkspace, parameters, type TestWorkspace } from '../workspace.fixture'
import { insertItem } from './item-rows'
import { draw, hashOf, list, listComplete, pictureOf, titles } from './library.fixture'
import { makePng } from './make-png.fixture'
import { reconcile } from './reconcile'

const fox = makePng(64, 48, 10)
const bear = makePng(64, 48, 20)
const nothing = { missing: 0, changed: 0, returned: 0, adopted: 0 }

const keptFox = {
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

async function setUpFox() {
  const setting = await openTestWorkspace()
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await listComplete(setting.app)
  await expect.poll(() => setting.app.media.readBeside(hashOf(fox))).toBeDefined()
  await setting.app.collection.reconcile()
  const { path } = await setting.app.media.open(hashOf(fox))
  return { ...setting, path, sidecar: path.replace(/\.png$/, '.json') }
}

const states = ({ app }: Pick<TestWorkspace, 'app'>) =>
  list(app, { kinds: ['image'] }).map(({ file }) => file)

test('a file that was moved away is missing, and once it is back it is here', async () => {
  const setting = await setUpFox()
  const { app, path } = setting
  expect(await app.collection.reconcile()).toEqual(nothing)
  const elsewhere = join(makeFolder(), 'mine.png')
  renameSync(path, elsewhere)
  expect(await app.collection.reconcile()).toEqual({ ...nothing, missing: 1 })
  expect([
    states(setting),
    app.collection.facets().fileProblems,
    list(app, { fileProblems: true }),
  ]).toMatchObject([['missing'], 1, [{ title: 'A fox' }]])
  expect(await app.collection.reconcile()).toEqual(nothing)
  renameSync(elsewhere, path)
  expect(await app.collection.reconcile()).toEqual({ ...nothing, returned: 1 })
  expect(states(setting)).toEqual(['here'])
})

test('a file of another size has changed; made anew it is here again', async () => {
  const setting = await setUpFox()
  writeFileSync(setting.path, fox.subarray(0, 20))
  expect(await setting.app.collection.reconcile()).toEqual({ ...nothing, changed: 1 })
  expect(states(setting)).toEqual(['changed'])
  await draw(setting, { prompt: 'Once more', answer: [pictureOf(fox)] })
  expect(states(setting)).toEqual(['here', 'here'])
  expect(await setting.app.collection.reconcile()).toEqual(nothing)
})

test('the start looks through the folder too', async () => {
  const setting = await setUpFox()
  await setting.app.close()
  rmSync(setting.path)
  const again = await openTestWorkspace(setting.folder)
  await expect.poll(() => states(again)).toEqual(['missing'])
})

test('files that only their sidecars know are adopted with all that those tell', async () => {
  const from = await setUpFox()
  const [made] = list(from.app, { kinds: ['image'] })
  const making = await from.app.collection.generationMetadata({ id: made?.id ?? '' })
  const { app, folder } = await openTestWorkspace()
  await app.collection.reconcile()
  const shelf = join(folder, 'media', hashOf(fox).slice(0, 2))
  mkdirSync(shelf, { recursive: true })
  for (const path of [from.path, from.sidecar]) copyFileSync(path, join(shelf, path.split('/').at(-1) ?? ''))
  expect(await app.collection.reconcile()).toEqual({ ...nothing, adopted: 1 })
  const [item] = await listComplete(app)
  expect(item).toEqual({ ...made, id: item?.id })
  expect(titles(list(app, { text: 'fox' }))).toEqual(['A fox'])
  expect(await app.collection.generationMetadata({ id: item?.id ?? '' })).toEqual(making)
  expect(await app.collection.reconcile()).toEqual(nothing)
})

test('a damaged sidecar blocks nothing, and is written anew where the database knows better', async () => {
  const setting = await setUpFox()
  const other = await setting.app.media.keep(bear)
  writeFileSync(other.path.replace('.png', '.json'), '[{"version":1,')
  writeFileSync(setting.sidecar, '{"not":"a list"}')
  expect(await setting.app.collection.reconcile()).toEqual(nothing)
  expect(titles(list(setting.app, { kinds: ['image'] }))).toEqual(['A fox'])
  rmSync(setting.sidecar)
  await setting.app.collection.reconcile()
  expect(JSON.parse(readFileSync(setting.sidecar, 'utf8'))).toMatchObject([{ prompt: 'A fox' }])
})

test('what others have written into a sidecar stays in it', async () => {
  const setting = await setUpFox()
  const [making] = JSON.parse(readFileSync(setting.sidecar, 'utf8'))
  const foreign = [{ ...making, stars: 5 }, { tool: 'another one' }]
  writeFileSync(setting.sidecar, JSON.stringify(foreign))
  await draw(setting, { prompt: 'Once more', answer: [pictureOf(fox)] })
  await expect
    .poll(() => JSON.parse(readFileSync(setting.sidecar, 'utf8')))
    .toMatchObject([...foreign, { prompt: 'Once more' }])
})

test('a folder that is away marks nothing as missing, and is named', async () => {
  const setting = await setUpFox()
  const moved = join(makeFolder(), 'media')
  const steps = setting.app.media.moveTo(moved)
  for await (const _ of steps);
  renameSync(moved, `${moved} unplugged`)
  await expect(setting.app.collection.reconcile()).rejects.toMatchObject({
    message: expect.stringContaining(moved),
  })
  expect(states(setting)).toEqual(['here'])
  await setting.app.close()
  const again = await openTestWorkspace(setting.folder)
  expect(again.app.media.folder()).toEqual({ path: moved, isDefault: false })
  expect(states(again)).toEqual(['here'])
})

test('a missing file is taken back from where the user shows it, and no other in its place', async () => {
  const setting = await setUpFox()
  const { app, path } = setting
  const [item] = list(app, { kinds: ['image'] })
  const folder = makeFolder()
  const right = join(folder, 'right.png')
  const wrong = join(folder, 'wrong.png')
  renameSync(path, right)
  writeFileSync(wrong, bear)
  await app.collection.reconcile()
  await expect(app.collection.locate({ id: item?.id ?? '', path: wrong })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: 'wrong.png isn’t the original file of “A fox”: its contents differ. Nothing was changed.',
  })
  await expect(
    app.collection.locate({ id: item?.id ?? '', path: join(folder, 'no.png') }),
  ).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
  })
  expect(states(setting)).toEqual(['missing'])
  expect(await app.collection.locate({ id: item?.id ?? '', path: right })).toEqual(item)
  expect(readFileSync(path)).toEqual(fox)
  expect(readFileSync(right)).toEqual(fox)
})

test('pictures of chats from before there were items are listed once, a branched copy not again', async () => {
  const setting = await setUpFox()
  const { app, folder } = setting
  const { id: conversationId, headTurnId } = app.conversations.list()[0] ?? { id: '', headTurnId: '' }
  await app.conversations.branch({ conversationId, turnId: headTurnId ?? '' })
  const deleted = await draw(setting, { prompt: 'A bear', answer: [pictureOf(bear)] })
  app.conversations.delete({ conversationId: deleted.conversationId })
  const before = list(app, { kinds: ['image'] }).map(({ id: _, ...item }) => item)
  await app.close()
  const direct = connect(join(folder, 'workspace.db'))
  direct.exec('DELETE FROM items; UPDATE turns_to_list SET last_seq = (SELECT max(seq) FROM turns)')
  direct.run("UPDATE turns SET parts = '[{\"media\":\"' || parts WHERE role = 'user'")
  direct.close()
  const again = await openTestWorkspace(folder)
  const images = () => list(again.app, { kinds: ['image'] })
  await expect.poll(() => titles(images())).toEqual(['Image'])
  await listComplete(again.app)
  expect(images()).toMatchObject([{ ...before.find(({ media }) => media === hashOf(fox)), title: 'Image' }])
  expect(titles(list(again.app, { kinds: ['image'], bin: true }))).toEqual(['Image'])
})

test('the pictures of a drawing that is taken in from a file are items, once', async () => {
  const from = await setUpFox()
  const { id: conversationId } = from.app.conversations.list()[0] ?? { id: '' }
  const pieces: string[] = []
  for await (const { content } of from.app.exports.write({ conversationId, format: 'json', fileName: 'a' }))
    for await (const piece of content) pieces.push(String(piece))
  const { app } = await openTestWorkspace()
  const imported = await app.exports.import(pieces.join(''))
  expect(imported.kind).toBe('images')
  await app.exports.import(pieces.join(''))
  const items = await listComplete(app, { kinds: ['image'] })
  expect(items).toMatchObject([{ title: 'A fox', conversationId: imported.id, media: hashOf(fox) }])
})

test('a folder that goes away in the midst of the look says nothing of its files', async () => {
  const root = makeFolder()
  const folder = join(root, 'media')
  mkdirSync(folder)
  const media = await openMedia(join(root, 'default'), { chosen: folder })
  const connection = openDatabase({ file: join(root, 'workspace.db') })
  const ports = {
    connection,
    media,
    now: Date.now,
    newId: () => 'new',
    notify: () => {},
    isClosed: () => false,
  }
  insertItem(connection, { ...keptFox, media: (await media.keep(fox)).hash })
  const unplug = async () => {
    renameSync(folder, join(root, 'unplugged'))
    return []
  }
  await expect(reconcile({ ...ports, media: { ...media, list: unplug } })).rejects.toThrow('not found')
  expect(connection.all('SELECT file FROM items')).toEqual([{ file: 'here' }])
  connection.close()
  await media.close()
})

test.each([1e300, -1e300, 8.7e15])(
  'a sidecar that names the moment %d is adopted at one that a calendar knows',
  async (createdAt) => {
    const setting = await setUpFox()
    const { app, sidecar } = setting
    const [making] = JSON.parse(readFileSync(sidecar, 'utf8'))
    const kept = await app.media.keep(bear)
    await app.media.writeBeside(kept.hash, [{ ...making, turnId: 'elsewhere', createdAt }])
    expect(await app.collection.reconcile()).toEqual({ ...nothing, adopted: 1 })
    const items = list(app, { kinds: ['image'] })
    expect(items.map((item) => Number.isNaN(new Date(item.createdAt).getTime()))).toEqual([false, false])
  },
)

test('a picture that an imported conversation names and does not hold is missing', async () => {
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
