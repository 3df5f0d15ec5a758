// The Library from without: what is drawn is found, tagged, put away and taken out, and says how it was made.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LibraryQuery } from '#shared/schemas/library'
import { connect } from '../database/connection'
import { ask, openTestWorkspace } from '../workspace.fixture'
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
import { makePng } from './make-png.fixture'

const fox = makePng(64, 48, 10)
const bluerFox = makePng(64, 48, 20)
const sketch = makePng(8, 8, 30)

test('a picture is an item with what its bytes tell, whatever their type was said to be, and a sidecar', async () => {
  const setting = await openTestWorkspace()
  const made = await draw(setting, { prompt: 'A red\nfox', answer: [pictureOf(fox, 'image/jpeg')] })
  const [item] = await listComplete(setting.app, { kinds: ['image'] })
  expect(item).toEqual({
    id: expect.any(String),
    kind: 'image',
    title: 'A red fox',
    model: imageParameters.model,
    createdAt: expect.any(Number),
    deletedAt: null,
    tags: [],
    file: 'here',
    media: hashOf(fox),
    mimeType: 'image/png',
    bytes: fox.length,
    width: 64,
    height: 48,
    conversationId: made.conversationId,
    turnId: made.turnId,
    seconds: null,
    jobId: null,
  })
  const making = await setting.app.collection.generationMetadata({ id: item?.id ?? '' })
  expect(making).toMatchObject({ prompt: 'A red\nfox', parameters: imageParameters, ...made, chain: [] })
  await expect.poll(() => setting.app.media.readBeside(hashOf(fox))).toEqual([making])
  expect(await setting.app.media.read(hashOf(fox))).toEqual(fox)
})

test('what was thought on the way, what the user gave and what was written by hand are no items', async () => {
  const setting = await openTestWorkspace()
  const given = await setting.app.media.keep(sketch)
  const reference = { inlineData: { mimeType: 'image/png', media: given.hash } }
  const made = await draw(setting, {
    prompt: [{ text: 'As this' }, reference],
    answer: [{ ...pictureOf(bluerFox), thought: true }, { text: 'Here.' }, pictureOf(fox)],
  })
  setting.app.chat.edit({
    ...made,
    parameters: imageParameters,
    parts: [{ inlineData: { mimeType: 'image/png', media: hashOf(fox) } }],
  })
  const items = await listComplete(setting.app, { kinds: ['image'] })
  expect(items.map(({ media }) => media)).toEqual([hashOf(fox)])
  expect(await setting.app.collection.generationMetadata({ id: items[0]?.id ?? '' })).toMatchObject({
    references: [{ media: given.hash, mimeType: 'image/png' }],
  })
})

test('each step knows the ones before it and what they were gone on from', async () => {
  const setting = await openTestWorkspace()
  const first = await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const { conversationId } = first
  const second = await draw(setting, {
    conversationId,
    after: first.turnId,
    prompt: 'Bluer',
    answer: [pictureOf(bluerFox)],
  })
  await draw(setting, {
    conversationId,
    after: second.turnId,
    prompt: 'A sketch',
    answer: [pictureOf(sketch)],
  })
  await listComplete(setting.app)
  const making = await setting.app.collection.makingOf({ media: hashOf(sketch) })
  expect(making).toMatchObject({
    prompt: 'A sketch',
    chain: [
      { prompt: 'A fox', media: hashOf(fox) },
      { prompt: 'Bluer', media: hashOf(bluerFox) },
    ],
  })
})

test('the same bytes made twice are two items and one file, whose sidecar tells of both', async () => {
  const setting = await openTestWorkspace()
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox), pictureOf(fox)] })
  await draw(setting, { prompt: 'Once more a fox', answer: [pictureOf(fox)] })
  expect(titles(await listComplete(setting.app, { kinds: ['image'] }))).toEqual(['Once more a fox', 'A fox'])
  await expect
    .poll(() => setting.app.media.readBeside(hashOf(fox)))
    .toMatchObject([{ prompt: 'A fox' }, { prompt: 'Once more a fox' }])
  expect(filesIn(join(setting.folder, 'media'))).toEqual([`${hashOf(fox)}.json`, `${hashOf(fox)}.png`])
  expect(await setting.app.collection.makingOf({ media: hashOf(fox) })).toMatchObject({
    prompt: 'Once more a fox',
  })
})

test('items and conversations are found by words, kinds, models, tags and dates, in each order, page by page', async () => {
  const setting = await openTestWorkspace()
  const { app } = setting
  const moments = [10, 20, 30]
  await draw(setting, { prompt: 'A crimson fox', answer: [pictureOf(fox)] })
  await draw(setting, { prompt: 'Ein schöner Bär', answer: [pictureOf(makePng(200, 200, 1))] })
  await ask(setting, 'What is a fox?')
  await listComplete(app)
  const direct = connect(join(setting.folder, 'workspace.db'))
  for (const [at, moment] of moments.entries()) {
    direct.run('UPDATE items SET created_at = ? WHERE seq = ?', [moment, at + 1])
    direct.run('UPDATE conversations SET updated_at = ? WHERE seq = ?', [moment, at + 1])
  }
  direct.close()
  const [crimson] = list(app, { text: 'crimson', kinds: ['image'] })
  await app.collection.tag({ ids: [crimson?.id ?? '', 'nothing'], add: ['animals', 'best'], remove: [] })

  const find = (query: Partial<LibraryQuery>) =>
    list(app, query).map(({ kind, title }) => (kind === 'image' ? title : `${title} (${kind})`))
  expect(find({})).toEqual([
    'What is a fox? (conversation)',
    'Ein schöner Bär',
    'Ein schöner Bär (conversation)',
    'A crimson fox',
    'A crimson fox (conversation)',
  ])
  expect({
    word: find({ text: 'FOX cri' }),
    short: find({ text: 'bä', kinds: ['image'] }),
    plain: find({ text: 'schoner', kinds: ['image'] }),
    answer: find({ text: 'answer to' }),
    oldest: find({ kinds: ['image'], order: 'oldest' }),
    largest: find({ kinds: ['image'], order: 'largest' }),
    chat: find({ models: ['gen-2.5-pro'] }),
    tagged: find({ tags: ['best', 'animals'] }),
    halfTagged: find({ tags: ['best', 'absent'] }),
    dated: find({ from: 20, to: 30 }),
    marks: find({ text: '\u0002 \u0003 % " OR NOT' }),
  }).toEqual({
    word: ['A crimson fox', 'A crimson fox (conversation)'],
    short: ['Ein schöner Bär'],
    plain: ['Ein schöner Bär'],
    answer: ['What is a fox? (conversation)'],
    oldest: ['A crimson fox', 'Ein schöner Bär'],
    largest: ['Ein schöner Bär', 'A crimson fox'],
    chat: ['What is a fox? (conversation)'],
    tagged: ['A crimson fox'],
    halfTagged: [],
    dated: ['Ein schöner Bär', 'Ein schöner Bär (conversation)'],
    marks: [],
  })
  const page = app.collection.list({ query: LibraryQuery.parse({}), offset: 3, limit: 1 })
  expect({ total: page.total, titles: titles(page.items) }).toEqual({ total: 5, titles: ['A crimson fox'] })
  expect(app.collection.facets()).toEqual({
    kinds: [
      { value: 'conversation', count: 3 },
      { value: 'image', count: 2 },
    ],
    models: [
      { value: imageParameters.model, count: 4 },
      { value: 'gen-2.5-pro', count: 1 },
    ],
    tags: [
      { value: 'animals', count: 1 },
      { value: 'best', count: 1 },
    ],
    inBin: 0,
    fileProblems: 0,
  })
})

test('ids come in the order of the query and are read in the order they are asked for', async () => {
  const setting = await openTestWorkspace()
  await draw(setting, { prompt: 'One', answer: [pictureOf(fox)] })
  await draw(setting, { prompt: 'Two', answer: [pictureOf(bluerFox)] })
  const ids = setting.app.collection.ids(LibraryQuery.parse({ kinds: ['image'] }))
  const read = (asked: string[]) => setting.app.collection.read({ ids: asked })
  expect(titles(await read(ids))).toEqual(['Two', 'One'])
  expect(titles(await read([...ids, 'gone'].reverse()))).toEqual(['One', 'Two'])
})

test('tags are added once, taken off, and counted without those in the bin', async () => {
  const setting = await openTestWorkspace()
  const { collection } = setting.app
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const ids = list(setting.app).map(({ id }) => id)
  await collection.tag({ ids, add: ['best', 'wild'], remove: [] })
  await collection.tag({ ids, add: ['best'], remove: ['wild'] })
  expect(list(setting.app).map(({ tags }) => tags)).toEqual([['best'], ['best']])
  await collection.delete({ ids: ids.slice(0, 1) })
  expect(collection.facets().tags).toEqual([{ value: 'best', count: 1 }])
})

test('what goes into the bin is found there alone, and comes back as it was', async () => {
  const setting = await openTestWorkspace()
  const { app } = setting
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const before = await listComplete(app)
  const ids = before.map(({ id }) => id)
  await app.collection.delete({ ids: [...ids, 'nothing'] })
  expect([list(app), titles(list(app, { bin: true })), app.conversations.list()]).toEqual([
    [],
    ['A fox', 'A fox'],
    [],
  ])
  expect(app.collection.facets()).toMatchObject({ kinds: [], models: [], inBin: 2 })
  await app.collection.restore({ ids })
  expect(list(app)).toEqual(before)
  expect(app.collection.facets().inBin).toBe(0)
})

test('deleting a drawing that is under way stops it, and a picture that comes too late is not lost track of', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: 'A fox' }],
    parameters: imageParameters,
    variations: 1,
  })
  const { call } = await gateway.next()
  await app.collection.delete({ ids: [conversationId] })
  expect(call.signal.aborted).toBe(true)
  expect(app.countRunning()).toBe(0)
  expect(titles(list(app, { bin: true }))).toEqual(['A fox'])
})

test('making is told by the sidecar where the database cannot, and by nothing where nothing knows', async () => {
  const setting = await openTestWorkspace()
  const { app } = setting
  const made = await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await listComplete(app)
  await expect.poll(() => app.media.readBeside(hashOf(fox))).toBeDefined()
  const direct = connect(join(setting.folder, 'workspace.db'))
  direct.run("UPDATE items SET making = '{broken', turn_id = NULL")
  direct.close()
  expect(await app.collection.makingOf({ media: hashOf(fox) })).toMatchObject({ prompt: 'A fox', ...made })
  const other = await app.media.keep(sketch)
  expect(await app.collection.makingOf({ media: other.hash })).toBeNull()
  expect(await app.collection.makingOf({ media: hashOf(bluerFox) })).toBeNull()
})

test('whoever shows the Library is told of each change, however many there are', async () => {
  const setting = await openTestWorkspace()
  const topics: string[] = []
  setting.app.changes.subscribe((topic) => void topics.push(topic))
  const told = () => topics.filter((topic) => topic === 'library').length
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(fox)] })
  await expect.poll(told).toBeGreaterThan(0)
  await listComplete(setting.app)
  const ids = list(setting.app).map(({ id }) => id)
  const before = told()
  for (let time = 0; time < 200; time += 1)
    await setting.app.collection.tag({ ids, add: [`${time}`], remove: [] })
  await expect.poll(told).toBeGreaterThan(before)
  expect(told() - before).toBeLessThan(100)
})

test('no Base64 gets into the database', async () => {
  const setting = await openTestWorkspace()
  const large = makePng(300, 300, 7)
  await draw(setting, { prompt: 'A fox', answer: [pictureOf(large)] })
  await listComplete(setting.app)
  await setting.app.close()
  const database = readFileSync(join(setting.folder, 'workspace.db'))
  expect(database.includes(large.toString('base64').slice(0, 60))).toBe(false)
})
