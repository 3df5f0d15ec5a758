// Sets and rows as stored: order, names, copies, Library items, and the trash.
import { expect, test } from 'vitest'
import type { LibraryQuery } from '#shared/schemas/library'
import { countRows, list, makeItem } from '../library/library.fixture'
import type { Workspace } from '../workspace'
import { onDisk, openTestWorkspace, type TestWorkspace } from '../workspace.fixture'
import { addTexts, describeRows, makeSet, openSet, readRows, runSet, untilIdle } from './embeddings.fixture'

async function openWithVectors() {
  const opened = await openTestWorkspace()
  opened.service.answerWith((pending) => pending.sendVectors([1, 2, 3]))
  return opened
}

async function makeDone(workspace: TestWorkspace, texts: readonly string[]): Promise<string> {
  const id = await makeSet(workspace, texts)
  await runSet(workspace, id)
  return id
}

const find = ({ app }: { app: Workspace }, query: Partial<LibraryQuery> = {}) => list(app, query)

const texts = (workspace: TestWorkspace, id: string) => readRows(workspace, id).map(({ text }) => text)

test('the version of the vectors changes only when rows get vectors or lose them', async () => {
  const workspace = await openWithVectors()
  const { embeddings } = workspace.app
  const id = await makeDone(workspace, ['one', 'two', 'three'])
  const versionOf = () => embeddings.list().find((set) => set.id === id)?.vectorsVersion
  const changesVersion = async (work: () => unknown) => {
    const before = versionOf()
    await work()
    return before !== versionOf()
  }
  const [one = 0, two = 0, three = 0] = readRows(workspace, id).map((row) => row.id)
  const edit = (rowId: number, row: { text: string; title?: string; cells?: string[] }) =>
    embeddings.editRow({ id, rowId, row: { title: null, cells: [], ...row } })
  let added: number[] = []
  expect([
    await changesVersion(() => embeddings.rename({ id, name: 'Other' })),
    await changesVersion(() => embeddings.setColumns({ id, columns: ['topic'] })),
    await changesVersion(() => edit(one, { text: 'one', title: 'A title', cells: ['a cell'] })),
    await changesVersion(async () => {
      added = await addTexts(workspace, id, ['four', 'five'])
    }),
    await changesVersion(() => edit(added[0] ?? 0, { text: 'vier' })),
    await changesVersion(() => embeddings.deleteRows({ id, rowIds: added })),
    await changesVersion(() => embeddings.restoreRows({ id, rowIds: added })),
  ]).toEqual(Array(7).fill(false))
  expect([
    await changesVersion(() => edit(one, { text: 'eins' })),
    await changesVersion(() => embeddings.deleteRows({ id, rowIds: [two] })),
    await changesVersion(() => embeddings.restoreRows({ id, rowIds: [two] })),
    await changesVersion(() => edit(three, { text: '' })),
    // Its earlier text brings back its own vector.
    await changesVersion(() => edit(three, { text: 'three' })),
    await changesVersion(() => embeddings.run({ id }).then(() => untilIdle(workspace, id))),
    await changesVersion(() =>
      embeddings.setSettings({
        id,
        settings: { model: 'other', taskType: null, outputDimensionality: null },
      }),
    ),
  ]).toEqual(Array(7).fill(true))
})

test('deleted rows can be restored to their position until the program quits; ids are never reused', async () => {
  const { app, folder, workspace, id } = await openSet(['one', 'two', 'three'])
  await app.embeddings.deleteRows({ id, rowIds: [2, 3] })
  expect([texts(workspace, id), app.embeddings.list()[0]?.counts.rows]).toEqual([['one'], 1])
  await app.embeddings.restoreRows({ id, rowIds: [2] })
  expect(texts(workspace, id)).toEqual(['one', 'two'])
  await app.close()
  const again = await openTestWorkspace({ folder })
  await again.app.close()
  const last = await openTestWorkspace({ folder })
  await last.app.embeddings.restoreRows({ id, rowIds: [3] })
  expect([await addTexts(last, id, ['four']), texts(last, id)]).toEqual([[4], ['one', 'two', 'four']])
})

test('many rows are inserted in slices, and read and counted from any offset', async () => {
  const { workspace, id } = await openSet([])
  for (const at of [0, 5000])
    await addTexts(
      workspace,
      id,
      Array.from({ length: 5000 }, (_, row) => `Row ${at + row}`),
    )
  const { total, rows } = workspace.app.embeddings.rows({ id, offset: 9_999, limit: 10 })
  expect([total, rows.map(({ text }) => text)]).toEqual([10_000, ['Row 9999']])
})

test('a copy has the same rows and ids, its own settings, and the cached vectors', async () => {
  const { app, workspace } = await openWithVectors()
  const id = await makeDone(workspace, ['one', 'two', ' '])
  const { settings } = app.embeddings.list()[0] ?? { settings: undefined }
  if (!settings) throw new Error('No set.')
  const copy = await app.embeddings.duplicate({ id, settings: { ...settings, taskType: 'CLUSTERING' } })
  const same = await app.embeddings.duplicate({ id, settings })
  expect([copy.name, copy.duplicateOf, copy.settings.taskType, copy.counts]).toEqual([
    'Texts (clustering)',
    id,
    'CLUSTERING',
    { rows: 3, done: 0, failed: 0, empty: 1, cached: 0 },
  ])
  expect([same.counts.cached, readRows(workspace, same.id).map(({ id: rowId }) => rowId)]).toEqual([
    2,
    [1, 2, 3],
  ])
})

test('the Library lists a set once it has vectors, finds it by name and texts, and follows its name', async () => {
  const { app, workspace } = await openWithVectors()
  const id = await makeSet(workspace, ['A lighthouse'])
  expect(find(workspace)).toEqual([])
  await runSet(workspace, id)
  app.embeddings.rename({ id, name: 'Coasts' })
  const other = await makeDone(workspace, ['A lighthouse'])
  app.embeddings.rename({ id: other, name: 'Coasts' })
  app.embeddings.rename({ id: other, name: 'Hills' })
  expect(find(workspace, { text: 'coasts lighthouse' })).toEqual([
    makeItem({
      id,
      kind: 'embeddings',
      title: 'Coasts',
      model: 'gen-embedding-001',
      isDemo: true,
      file: 'none',
      bytes: 12,
    }),
  ])
  expect(find(workspace, { text: 'hills' }).map(({ id: found }) => found)).toEqual([other])
})

test('a set and its item go to the trash and come back together, from either side', async () => {
  const { app, workspace } = await openWithVectors()
  const id = await makeDone(workspace, ['one'])
  /** Of the list, the Library, and the trash. */
  const counts = () =>
    [app.embeddings.list(), find(workspace), find(workspace, { bin: true })]
      .map(({ length }) => length)
      .join()
  app.embeddings.delete({ id })
  const seen = [counts()]
  await app.library.restore({ ids: [id] })
  seen.push(counts())
  await app.library.delete({ ids: [id] })
  seen.push(counts())
  app.embeddings.restore({ id })
  expect([...seen, counts()]).toEqual(['0,0,1', '1,1,0', '0,0,1', '1,1,0'])
})

test('deleting a set aborts its run', async () => {
  const { workspace, id } = await openSet(['one'])
  await workspace.app.embeddings.run({ id })
  const pending = await workspace.service.next()
  workspace.app.embeddings.delete({ id })
  expect(pending.request.signal.aborted).toBe(true)
})

test('emptying the trash deletes a set with the vectors that no other set uses', async () => {
  const workspace = await openWithVectors()
  const { app, folder } = workspace
  const deleted = await makeDone(workspace, ['mine', 'shared'])
  const remaining = await makeDone(workspace, ['shared'])
  app.embeddings.delete({ id: deleted })
  await app.library.emptyTrash()
  expect([find(workspace, { bin: true }), describeRows(workspace, remaining)]).toEqual([
    [],
    ['shared done cached'],
  ])
  await app.close()
  const tables = ['embedding_sets', 'embedding_rows', 'embedding_vectors']
  expect(tables.map((table) => countRows(folder, table))).toEqual([1, 1, 1])
})

test('the next start deletes a set in the trash that never had vectors', async () => {
  const { workspace, id } = await openSet(['one'])
  workspace.app.embeddings.delete({ id })
  await workspace.app.close()
  await (await openTestWorkspace({ folder: workspace.folder })).app.close()
  expect(countRows(workspace.folder, 'embedding_sets')).toBe(0)
})

test('a set with a damaged row is left out, and the others are listed', async () => {
  const workspace = await openTestWorkspace()
  const [broken, id] = [await makeSet(workspace, ['one']), await makeSet(workspace, ['two'])]
  await workspace.app.close()
  onDisk(workspace.folder, ({ run }) => {
    run("UPDATE embedding_sets SET settings = '{' WHERE id = ?", [broken])
    run("UPDATE embedding_rows SET cells = '{' WHERE set_id = ?", [id])
  })
  const again = await openTestWorkspace({ folder: workspace.folder })
  expect([again.app.embeddings.list().map((set) => set.id), describeRows(again, id)]).toEqual([
    [id],
    ['two waiting'],
  ])
})
