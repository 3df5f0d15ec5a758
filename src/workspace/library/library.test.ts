// The Library from outside: images are found, tagged, deleted and restored, and have their metadata.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LibraryQuery } from '#shared/schemas/library'
import { connect } from '../database/connection'
import { ask, onDisk, openTestWorkspace } from '../workspace.fixture'
import {
  draw,
  facets,
  fox,
  hashOf,
  imageParameters,
  list,
  listComplete,
  makeItem,
  makePng,
  openWithDrawings,
  pictureOf,
  startDrawing,
  titles,
} from './library.fixture'

const bluerFox = makePng(64, 48, 20)
const sketch = makePng(8, 8, 30)

test('an image is an item with the type and size of its bytes, and a sidecar', async () => {
  const workspace = await openTestWorkspace()
  const session = await draw(workspace, { prompt: 'A red\nfox', answer: [pictureOf(fox, 'image/jpeg')] })
  const [item] = await listComplete(workspace.app, { kinds: ['image'] })
  expect(item).toEqual(
    makeItem({
      id: expect.any(String),
      title: 'A red fox',
      model: imageParameters.model,
      media: hashOf(fox),
      mimeType: 'image/png',
      bytes: fox.length,
      width: 64,
      height: 48,
      ...session,
    }),
  )
  const metadata = await workspace.app.library.generationMetadata({ id: item?.id ?? '' })
  expect(metadata).toMatchObject({ prompt: 'A red\nfox', parameters: imageParameters, ...session, chain: [] })
  await expect.poll(() => workspace.app.media.readSidecar(hashOf(fox))).toEqual([metadata])
  expect(await workspace.app.media.read(hashOf(fox))).toEqual(fox)
})

test('thoughts, references of the user and edited answers are not listed', async () => {
  const workspace = await openTestWorkspace()
  const reference = await workspace.app.media.store(sketch)
  const referencePart = { inlineData: { mimeType: 'image/png', media: reference.hash } }
  const session = await draw(workspace, {
    prompt: [{ text: 'As this' }, referencePart],
    answer: [{ ...pictureOf(bluerFox), thought: true }, { text: 'Here.' }, pictureOf(fox)],
  })
  workspace.app.chat.edit({
    ...session,
    parameters: imageParameters,
    parts: [{ inlineData: { mimeType: 'image/png', media: hashOf(fox) } }],
  })
  const items = await listComplete(workspace.app, { kinds: ['image'] })
  expect(items.map(({ media }) => media)).toEqual([hashOf(fox)])
  expect(await workspace.app.library.generationMetadata({ id: items[0]?.id ?? '' })).toMatchObject({
    references: [{ media: reference.hash, mimeType: 'image/png' }],
  })
})

test('the metadata of a step has the steps before it and the image it started from', async () => {
  const workspace = await openTestWorkspace()
  const first = await draw(workspace, { prompt: 'A fox', answer: [pictureOf(fox)] })
  const second = await draw(workspace, { prompt: 'Bluer', answer: [pictureOf(bluerFox)], after: first })
  await draw(workspace, { prompt: 'A sketch', answer: [pictureOf(sketch)], after: second })
  await listComplete(workspace.app)
  const metadata = await workspace.app.library.readMetadataOfFile({ media: hashOf(sketch) })
  expect(metadata).toMatchObject({
    prompt: 'A sketch',
    chain: [
      { prompt: 'A fox', media: hashOf(fox) },
      { prompt: 'Bluer', media: hashOf(bluerFox) },
    ],
  })
})

test('finds items and conversations by text, kind, model, tag and date, in each order, by page', async () => {
  const { app, workspace } = await openTestWorkspace()
  const moments = [10, 20, 30]
  await draw(workspace, { prompt: 'A crimson fox', answer: [pictureOf(fox)] })
  await draw(workspace, { prompt: 'Ein schöner Bär', answer: [pictureOf(makePng(200, 200, 1))] })
  await ask(workspace, 'What is a fox?')
  await listComplete(app)
  const direct = connect(join(workspace.folder, 'workspace.db'))
  for (const [at, moment] of moments.entries()) {
    direct.run('UPDATE items SET created_at = ? WHERE seq = ?', [moment, at + 1])
    direct.run('UPDATE conversations SET updated_at = ? WHERE seq = ?', [moment, at + 1])
  }
  direct.close()
  const [crimson] = list(app, { text: 'crimson', kinds: ['image'] })
  await app.library.tag({ ids: [crimson?.id ?? '', 'nothing'], add: ['animals', 'best'], remove: [] })

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
    smallest: find({ order: 'smallest' }).slice(0, 2),
    byTitle: find({ kinds: ['conversation'], order: 'title' }),
    byTitleDown: find({ kinds: ['image'], order: 'title-descending' }),
    byKind: find({ order: 'kind' }).slice(0, 2),
    byModel: find({ order: 'model-descending' }).slice(0, 1),
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
    // Conversations have no size, so they are last.
    smallest: ['A crimson fox', 'Ein schöner Bär'],
    byTitle: [
      'A crimson fox (conversation)',
      'Ein schöner Bär (conversation)',
      'What is a fox? (conversation)',
    ],
    byTitleDown: ['Ein schöner Bär', 'A crimson fox'],
    // A chat, then an image.
    byKind: ['What is a fox? (conversation)', 'Ein schöner Bär'],
    byModel: ['What is a fox? (conversation)'],
    chat: ['What is a fox? (conversation)'],
    tagged: ['A crimson fox'],
    halfTagged: [],
    dated: ['Ein schöner Bär', 'Ein schöner Bär (conversation)'],
    marks: [],
  })
  expect(app.library.shape(LibraryQuery.parse({ text: 'fox', order: 'oldest' }))).toEqual({
    moments: [10, 10, 30],
    ratios: [1.333, 1, 1],
  })
  const page = app.library.list({ query: LibraryQuery.parse({}), offset: 3, limit: 1 })
  expect({ total: page.total, titles: titles(page.items) }).toEqual({ total: 5, titles: ['A crimson fox'] })
  expect(facets(app)).toEqual({
    kinds: ['conversation 3', 'image 2'],
    models: [`${imageParameters.model} 4`, 'gen-2.5-pro 1'],
    tags: ['animals 1', 'best 1'],
    boards: [],
    starred: 0,
    inBin: 0,
    fileProblems: 0,
  })
})

test('each facet counts with the other filters, also in the trash; its own values stay available', async () => {
  const { app, images } = await openWithDrawings({ 'A fox': fox, 'A bear': bluerFox })
  const [bear, found] = images
  await app.library.tag({ ids: [found?.id ?? ''], add: ['best', 'red'], remove: [] })
  await app.library.tag({ ids: [bear?.id ?? ''], add: ['best'], remove: [] })
  const { model } = imageParameters
  expect(facets(app, { kinds: ['image'] })).toMatchObject({
    kinds: ['conversation 2', 'image 2'],
    models: [`${model} 2`],
  })
  expect(facets(app, { text: 'fox' })).toMatchObject({
    kinds: ['conversation 1', 'image 1'],
    models: [`${model} 2`],
    tags: ['best 1', 'red 1'],
  })
  expect(facets(app, { models: ['another'] })).toMatchObject({ kinds: [], models: [`${model} 4`] })
  expect(facets(app, { tags: ['red'] })).toMatchObject({ kinds: ['image 1'], tags: ['best 1', 'red 1'] })
  await app.library.delete({ ids: [found?.id ?? ''] })
  expect(facets(app, { bin: true })).toMatchObject({ kinds: ['image 1'], inBin: 1 })
  expect(facets(app, { text: 'fox' })).toMatchObject({ tags: [], inBin: 1 })
})

test('returns ids in the order of the query, reads items in the given order, and adds and removes tags', async () => {
  const { app } = await openWithDrawings({ One: fox, Two: bluerFox })
  const { library } = app
  const ids = library.ids(LibraryQuery.parse({ kinds: ['image'] }))
  expect(titles(await library.read({ ids }))).toEqual(['Two', 'One'])
  expect(titles(await library.read({ ids: [...ids, 'gone'].reverse() }))).toEqual(['One', 'Two'])
  await library.tag({ ids, add: ['best', 'wild'], remove: [] })
  await library.tag({ ids, add: ['best'], remove: ['wild'] })
  expect((await library.read({ ids })).map(({ tags }) => tags)).toEqual([['best'], ['best']])
})

test('deleted items are found only in the trash, and restored unchanged', async () => {
  const { app, items: before, ids } = await openWithDrawings()
  await app.library.delete({ ids: [...ids, 'nothing'] })
  expect([list(app), titles(list(app, { bin: true })), app.conversations.list()]).toEqual([
    [],
    ['A fox', 'A fox'],
    [],
  ])
  expect(facets(app)).toMatchObject({ kinds: [], models: [], inBin: 2 })
  await app.library.restore({ ids })
  expect(list(app)).toEqual(before)
  expect(facets(app).inBin).toBe(0)
})

test('deleting a drawing in progress stops it, and moves it to the trash', async () => {
  const { app, service } = await openTestWorkspace()
  const { conversationId } = startDrawing({ app })
  const { request } = await service.next()
  await app.library.delete({ ids: [conversationId] })
  expect(request.signal.aborted).toBe(true)
  expect(app.countRunning()).toBe(0)
  expect(titles(list(app, { bin: true }))).toEqual(['A fox'])
})

test('metadata comes from the sidecar if the database has none, and is null if unknown', async () => {
  const { app, folder, sessions } = await openWithDrawings()
  await expect.poll(() => app.media.readSidecar(hashOf(fox))).toBeDefined()
  onDisk(folder, ({ run }) => run("UPDATE items SET generation = '{broken', turn_id = NULL"))
  expect(await app.library.readMetadataOfFile({ media: hashOf(fox) })).toMatchObject({
    prompt: 'A fox',
    ...sessions[0],
  })
  const other = await app.media.store(sketch)
  expect(await app.library.readMetadataOfFile({ media: other.hash })).toBeNull()
  expect(await app.library.readMetadataOfFile({ media: hashOf(bluerFox) })).toBeNull()
})
