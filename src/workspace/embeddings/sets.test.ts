// Sets and their rows as they are kept: in order, renamed, doubled, in the Library, in the bin and out of it.
import { expect, test } from 'vitest'
import { LibraryQuery } from '#shared/schemas/library'
import { connect } from '../database/connection'
import {
  addTexts,
  type EmbeddingWorkspace,
  makeSet,
  openEmbeddingWorkspace,
  publishRows,
  readRows,
  untilIdle,
} from './embeddings.fixture'

async function openAnswering(folder?: string): Promise<EmbeddingWorkspace> {
  const studio = await openEmbeddingWorkspace(folder === undefined ? {} : { folder })
  studio.service.answerWith((asked) => asked.give([1, 2, 3]))
  return studio
}

async function makeDone(studio: EmbeddingWorkspace, texts: readonly string[]): Promise<string> {
  const id = await makeSet(studio, texts)
  await studio.app.embeddings.run({ id })
  await untilIdle(studio, id)
  return id
}

const find = ({ app }: EmbeddingWorkspace, query: Partial<LibraryQuery> = {}) =>
  app.collection.list({ query: LibraryQuery.parse(query), offset: 0, limit: 10 }).items

const texts = (studio: EmbeddingWorkspace, id: string) => readRows(studio, id).map(({ text }) => text)

test('the version of the vectors is another only where rows have come to vectors, or lost them', async () => {
  const studio = await openAnswering()
  const { embeddings } = studio.app
  const id = await makeDone(studio, ['one', 'two', 'three'])
  const versionOf = () => embeddings.list().find((set) => set.id === id)?.vectorsVersion
  const isAnother = async (work: () => unknown) => {
    const before = versionOf()
    await work()
    return before !== versionOf()
  }
  const [one = 0, two = 0, three = 0] = readRows(studio, id).map((row) => row.id)
  const edit = (rowId: number, row: { text: string; title?: string; cells?: string[] }) =>
    embeddings.editRow({ id, rowId, row: { title: null, cells: [], ...row } })
  let added: number[] = []
  expect([
    await isAnother(() => embeddings.rename({ id, name: 'Other' })),
    await isAnother(() => embeddings.setColumns({ id, columns: ['topic'] })),
    await isAnother(() => edit(one, { text: 'one', title: 'A title', cells: ['a cell'] })),
    await isAnother(async () => {
      added = await addTexts(studio, id, ['four', 'five'])
    }),
    await isAnother(() => edit(added[0] ?? 0, { text: 'vier' })),
    await isAnother(() => embeddings.deleteRows({ id, rowIds: added })),
    await isAnother(() => embeddings.restoreRows({ id, rowIds: added })),
  ]).toEqual(Array(7).fill(false))
  expect([
    await isAnother(() => edit(one, { text: 'eins' })),
    await isAnother(() => embeddings.deleteRows({ id, rowIds: [two] })),
    await isAnother(() => embeddings.restoreRows({ id, rowIds: [two] })),
    await isAnother(() => edit(three, { text: '' })),
    // Its earlier text brings back its own vector.
    await isAnother(() => edit(three, { text: 'three' })),
    await isAnother(() => embeddings.run({ id }).then(() => untilIdle(studio, id))),
    await isAnother(() =>
      embeddings.setSettings({
        id,
        settings: { model: 'other', taskType: null, outputDimensionality: null },
      }),
    ),
  ]).toEqual(Array(7).fill(true))
})

test('rows stand where they were put, however often something is put before the same one', async () => {
  const studio = await openEmbeddingWorkspace()
  const id = await makeSet(studio, ['first', 'last'])
  for (let number = 0; number < 60; number += 1) {
    const rows = [{ text: String(number), title: null, cells: [] }]
    await studio.app.embeddings.insertRows({ id, before: 2, rows })
  }
  const rows = ['a', 'b'].map((text) => ({ text, title: null, cells: [] }))
  await studio.app.embeddings.insertRows({ id, before: 1, rows })
  const numbers = Array.from({ length: 60 }, (_, number) => String(number))
  expect(texts(studio, id)).toEqual(['a', 'b', 'first', ...numbers, 'last'])
})

test('rows that lie as close as they can make room, and keep their order', async () => {
  const studio = await openEmbeddingWorkspace()
  const id = await makeSet(studio, ['first', 'last', 'behind'])
  let before = 2
  for (let number = 0; number < 60; number += 1) {
    const rows = [{ text: String(number), title: null, cells: [] }]
    before = (await studio.app.embeddings.insertRows({ id, before, rows })).ids[0] ?? 0
  }
  const numbers = Array.from({ length: 60 }, (_, number) => String(59 - number))
  expect(texts(studio, id)).toEqual(['first', ...numbers, 'last', 'behind'])
})

test('deleted rows come back into their place until the program ends; their ids are never used again', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, folder } = studio
  const id = await makeSet(studio, ['one', 'two', 'three'])
  await app.embeddings.deleteRows({ id, rowIds: [2, 3] })
  expect([texts(studio, id), app.embeddings.list()[0]?.counts.rows]).toEqual([['one'], 1])
  await app.embeddings.restoreRows({ id, rowIds: [2] })
  expect(texts(studio, id)).toEqual(['one', 'two'])
  await app.close()
  const again = await openEmbeddingWorkspace({ folder })
  await again.app.close()
  const last = await openEmbeddingWorkspace({ folder })
  await last.app.embeddings.restoreRows({ id, rowIds: [3] })
  expect([await addTexts(last, id, ['four']), texts(last, id)]).toEqual([[4], ['one', 'two', 'four']])
})

test('a hundred thousand rows go in by slices, and are read and counted from anywhere', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app } = studio
  const id = await makeSet(studio, [])
  for (let at = 0; at < 100_000; at += 5000)
    await addTexts(
      studio,
      id,
      Array.from({ length: 5000 }, (_, index) => `Row ${at + index}`),
    )
  const { total, rows } = app.embeddings.rows({ id, offset: 99_999, limit: 10 })
  expect([total, rows.map(({ text }) => text)]).toEqual([100_000, ['Row 99999']])
}, 60_000)

test('a twin has the same rows under the same ids, its own settings, and the vectors that are known', async () => {
  const studio = await openAnswering()
  const { app } = studio
  const id = await makeDone(studio, ['one', 'two', ' '])
  const { settings } = app.embeddings.list()[0] ?? { settings: undefined }
  if (!settings) throw new Error('No set.')
  const twin = await app.embeddings.duplicate({ id, settings: { ...settings, taskType: 'CLUSTERING' } })
  const same = await app.embeddings.duplicate({ id, settings })
  expect([twin.name, twin.duplicateOf, twin.settings.taskType, twin.counts]).toEqual([
    'Texts (CLUSTERING)',
    id,
    'CLUSTERING',
    { rows: 3, done: 0, failed: 0, empty: 1, cached: 0 },
  ])
  expect([same.counts.cached, readRows(studio, same.id).map(({ id: rowId }) => rowId)]).toEqual([
    2,
    [1, 2, 3],
  ])
})

test('the Library has a set once it has vectors, finds it by name and texts, and follows its name', async () => {
  const studio = await openAnswering()
  const { app } = studio
  const id = await makeSet(studio, ['A lighthouse'])
  expect(find(studio)).toEqual([])
  await app.embeddings.run({ id })
  await untilIdle(studio, id)
  app.embeddings.rename({ id, name: 'Coasts' })
  const other = await makeDone(studio, ['A lighthouse'])
  app.embeddings.rename({ id: other, name: 'Coasts' })
  app.embeddings.rename({ id: other, name: 'Hills' })
  expect(find(studio, { text: 'coasts lighthouse' })).toEqual([
    {
      id,
      kind: 'embeddings',
      title: 'Coasts',
      model: 'gen-embedding-001',
      createdAt: expect.any(Number),
      deletedAt: null,
      tags: [],
      file: 'none',
      media: null,
      mimeType: null,
      bytes: 12,
      width: null,
      height: null,
      seconds: null,
      conversationId: null,
      turnId: null,
      jobId: null,
    },
  ])
  expect(find(studio, { text: 'hills' }).map(({ id: found }) => found)).toEqual([other])
})

test('set and item go into the bin together and come out together, from either side', async () => {
  const studio = await openAnswering()
  const { app } = studio
  const id = await makeDone(studio, ['one'])
  const publish = () => [
    app.embeddings.list().length,
    find(studio).length,
    find(studio, { bin: true }).length,
  ]
  app.embeddings.delete({ id })
  const told = [publish()]
  await app.collection.restore({ ids: [id] })
  told.push(publish())
  await app.collection.delete({ ids: [id] })
  told.push(publish())
  app.embeddings.restore({ id })
  told.push(publish())
  expect(told).toEqual([
    [0, 0, 1],
    [1, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
  ])
})

test('a set that is deleted while it runs is asked for no more', async () => {
  const studio = await openEmbeddingWorkspace()
  const id = await makeSet(studio, ['one'])
  await studio.app.embeddings.run({ id })
  const asked = await studio.service.next()
  studio.app.embeddings.delete({ id })
  expect(asked.call.signal.aborted).toBe(true)
})

test('emptying the bin takes a set away with the vectors that nothing else has', async () => {
  const studio = await openAnswering()
  const { app, folder } = studio
  const gone = await makeDone(studio, ['mine', 'shared'])
  const stays = await makeDone(studio, ['shared'])
  app.embeddings.delete({ id: gone })
  await app.collection.emptyTrash()
  expect([find(studio, { bin: true }), publishRows(studio, stays)]).toEqual([[], ['shared done cached']])
  await app.close()
  const onDisk = connect(`${folder}/workspace.db`)
  const count = (table: string) =>
    onDisk.get<{ total: number }>(`SELECT count(*) AS total FROM ${table}`)?.total
  expect([count('embedding_sets'), count('embedding_rows'), count('embedding_vectors')]).toEqual([1, 1, 1])
  onDisk.close()
})

test('a deleted set that never had vectors is gone for good with the next start', async () => {
  const studio = await openEmbeddingWorkspace()
  const id = await makeSet(studio, ['one'])
  studio.app.embeddings.delete({ id })
  await studio.app.close()
  await (await openEmbeddingWorkspace({ folder: studio.folder })).app.close()
  const onDisk = connect(`${studio.folder}/workspace.db`)
  expect(onDisk.all('SELECT id FROM embedding_sets')).toEqual([])
  onDisk.close()
})

test('a set whose row is damaged is left out, and harms no other', async () => {
  const studio = await openEmbeddingWorkspace()
  const [broken, id] = [await makeSet(studio, ['one']), await makeSet(studio, ['two'])]
  await studio.app.close()
  const onDisk = connect(`${studio.folder}/workspace.db`)
  onDisk.run("UPDATE embedding_sets SET settings = '{' WHERE id = ?", [broken])
  onDisk.run("UPDATE embedding_rows SET cells = '{' WHERE set_id = ?", [id])
  onDisk.close()
  const again = await openEmbeddingWorkspace({ folder: studio.folder })
  expect([again.app.embeddings.list().map((set) => set.id), publishRows(again, id)]).toEqual([
    [id],
    ['two waiting'],
  ])
})
