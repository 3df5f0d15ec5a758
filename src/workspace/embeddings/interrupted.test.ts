// Runs interrupted by edits, closing, another provider, a duplicate question, or a full disk.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readBlock } from '#shared/vectors/vector-block'
import { countTurns, onDisk, openTestWorkspace, rejectWrites, type TestWorkspace } from '../workspace.fixture'
import {
  addTexts,
  describeRows,
  makeSet,
  openSet,
  readRows,
  readVectors,
  settings,
  untilIdle,
  vendor,
  waitUntilSet,
} from './embeddings.fixture'

const clustering = { ...settings, taskType: 'CLUSTERING' } as const

/** Enough rows with vectors that clearing them takes two slices. */
async function importMany(
  { app, folder }: TestWorkspace,
  upstream: 'demo' | 'vendor' = 'demo',
): Promise<string> {
  const path = join(folder, 'many.jsonl')
  const origin = { ...settings, upstream: { kind: upstream, id: upstream, label: upstream } }
  const lines = Array.from({ length: 1100 }, (_, at) =>
    JSON.stringify({ text: `Text ${at}`, embedding: [at, 1], ...origin }),
  )
  writeFileSync(path, lines.join('\n'))
  const { id } = await app.embeddings.import({ paths: [path] })
  await nextTurn()
  return id
}

const find = ({ app }: Pick<TestWorkspace, 'app'>, id: string) =>
  app.embeddings.list().find((set) => set.id === id)

test('a row that is edited while the settings change gets no vector of the old settings', async () => {
  const { app, workspace } = await openTestWorkspace()
  const id = await importMany(workspace)
  const changing = app.embeddings.setSettings({ id, settings: clustering })
  const edited = app.embeddings.editRow({ id, rowId: 1, row: { text: 'Text 5', title: null, cells: [] } })
  const changed = await changing
  expect([edited.state, changed.counts.done, readRows(workspace, id)[0]?.state]).toEqual([
    'done',
    0,
    'waiting',
  ])
})

test('closing while the settings change or a set is duplicated leaves the old settings and no partial copy', async () => {
  const { app, folder, workspace } = await openTestWorkspace()
  const id = await importMany(workspace)
  const rejected = [
    app.embeddings.setSettings({ id, settings: clustering }),
    app.embeddings.duplicate({ id, settings: clustering }),
  ].map((work) => expect(work).rejects.toThrow('Gen Playground is quitting.'))
  await app.close()
  await Promise.all(rejected)
  const again = await openTestWorkspace({ folder })
  expect(again.app.embeddings.list()).toMatchObject([{ id, settings }])
})

test('a run that is started right after another was canceled starts', async () => {
  const { app, service, workspace, id } = await openSet(['one'])
  await app.embeddings.run({ id })
  await service.next()
  app.embeddings.cancel({ id })
  await app.embeddings.run({ id })
  ;(await service.next()).sendVectors([1])
  await untilIdle(workspace, id)
  expect(describeRows(workspace, id)).toEqual(['one done'])
})

test('a response that arrived completely is saved even if the run is canceled at that moment', async () => {
  const { app, service, workspace, id } = await openSet(['one'])
  await app.embeddings.run({ id })
  ;(await service.next()).sendVectors([1])
  app.embeddings.cancel({ id })
  await untilIdle(workspace, id)
  expect(describeRows(workspace, id)).toEqual(['one done'])
})

test('a run with another provider discards the vectors of the run before', async () => {
  const { app, service, workspace, id } = await openSet(['one'])
  await app.embeddings.run({ id })
  const before = await service.next()
  app.settings.update(vendor)
  before.sendVectors([1, 2])
  await untilIdle(workspace, id)
  await waitUntilSet(workspace, id, ({ upstream }) => upstream?.id === 'vendor')
  await app.embeddings.run({ id })
  ;(await service.next()).sendVectors([7])
  const { dimensions, upstream } = await untilIdle(workspace, id)
  expect([dimensions, upstream?.id]).toEqual([[1], 'vendor'])
  expect([...readBlock(await readVectors(workspace, id, 1)).values]).toEqual([7])
})

test('renaming or deleting a set takes effect while its vectors are cleared for a run', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const [renamed, deleted] = [await importMany(workspace, 'vendor'), await importMany(workspace, 'vendor')]
  const running = app.embeddings.run({ id: renamed, force: true })
  app.embeddings.rename({ id: renamed, name: 'Coasts' })
  await running
  app.embeddings.cancel({ id: renamed })
  await untilIdle(workspace, renamed)
  expect(find(workspace, renamed)?.name).toBe('Coasts')
  const before = service.count()
  const rejected = expect(app.embeddings.run({ id: deleted, force: true })).rejects.toThrow(
    'Embedding set not found.',
  )
  app.embeddings.delete({ id: deleted })
  await rejected
  expect(service.count()).toBe(before)
})

test('concurrent identical questions share one request, also with a row of the same text', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const id = await makeSet(workspace, ['Which?'], { taskType: 'RETRIEVAL_QUERY' })
  const ask = (text: string) => app.embeddings.query({ id, text })
  const both = Promise.all([ask('Who?'), ask('Who?')])
  ;(await service.next()).sendVectors([1])
  expect(await both).toEqual([
    { vector: [1], cached: false },
    { vector: [1], cached: true },
  ])
  await app.embeddings.run({ id })
  const pending = await service.next()
  const question = ask('Which?')
  pending.sendVectors([2])
  expect([await question, service.count()]).toEqual([{ vector: [2], cached: true }, 2])
})

test('a second caller sends the request itself if the first one cancels', async () => {
  const { app, service, id } = await openSet(['one'])
  const abortController = new AbortController()
  const first = expect(app.embeddings.query({ id, text: 'Who?' }, abortController.signal)).rejects.toThrow()
  await service.next()
  const second = app.embeddings.query({ id, text: 'Who?' })
  abortController.abort()
  await first
  ;(await service.next()).sendVectors([1])
  expect(await second).toEqual({ vector: [1], cached: false })
})

test('vectors that the database rejects are retained, not counted, and saved by a retry without another request', async () => {
  const { app, service, folder, workspace } = await openTestWorkspace({ settings: vendor })
  const id = await makeSet(workspace, ['one', 'two'])
  const makeRoom = rejectWrites(
    folder,
    'INSERT ON embedding_vectors WHEN (SELECT count(*) FROM embedding_vectors) > 0',
  )
  await app.embeddings.run({ id })
  ;(await service.next()).sendVectors([1], [2])
  await expect
    .poll(() => app.saves.list().pending)
    .toEqual([{ owner: id, message: expect.stringContaining('no room'), rescued: true }])
  expect(find(workspace, id)).toMatchObject({
    running: true,
    counts: { rows: 2, done: 0, failed: 0, empty: 0, cached: 0 },
  })
  makeRoom()
  app.saves.retryNow()
  const { counts } = await untilIdle(workspace, id)
  expect([counts.done, service.count(), app.saves.list().pending]).toEqual([2, 1, []])
  rejectWrites(folder, "INSERT ON embedding_rows WHEN new.text = 'bad'")
  await expect(addTexts(workspace, id, ['good', 'bad'])).rejects.toThrow('no room')
  expect(find(workspace, id)?.counts.rows).toBe(2)
  expect(
    existsSync(join(folder, 'rescue', 'records')) && readdirSync(join(folder, 'rescue', 'records')),
  ).toEqual([])
})

test('the vector of a question is returned immediately even if it cannot be saved yet', async () => {
  const { app, service, folder, id } = await openSet(['one'])
  const makeRoom = rejectWrites(folder, 'INSERT ON embedding_vectors')
  const result = app.embeddings.query({ id, text: 'Which?' })
  ;(await service.next()).sendVectors([1])
  expect(await result).toEqual({ vector: [1], cached: false })
  const second = app.embeddings.query({ id, text: 'Which?' })
  makeRoom()
  app.saves.retryNow()
  expect([await second, service.count()]).toEqual([{ vector: [1], cached: true }, 1])
})

test('a set is limited to 200,000 rows, and a run of all of them does not block the event loop', async () => {
  const workspace = await openTestWorkspace()
  const id = await makeSet(workspace, [])
  await workspace.app.close()
  onDisk(workspace.folder, ({ run }) => {
    run(
      `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 199999)
      INSERT INTO embedding_rows (set_id, row_id, position, text, cells, state)
      SELECT ?, number, number, 'x', '[]', 'waiting' FROM numbers`,
      [id],
    )
    run('UPDATE embedding_sets SET next_row_id = 200000')
  })
  const again = await openTestWorkspace({ folder: workspace.folder })
  await expect(addTexts(again, id, ['one', 'two'])).rejects.toThrow('Sets can have up to 200,000 rows.')
  expect(await addTexts(again, id, ['one'])).toHaveLength(1)
  const [, turns] = await countTurns(() => again.app.embeddings.run({ id }))
  // The run does not look up all rows in the cache before it yields.
  expect(turns).toBeGreaterThan(2)
}, 60_000)
