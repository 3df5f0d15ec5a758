// What comes in the midst of something else: edits, closing, another service, the same question twice, a disk that takes no more.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readBlock } from '#shared/vectors/vector-block'
import { connect } from '../database/connection'
import {
  addTexts,
  type EmbeddingWorkspace,
  makeSet,
  openEmbeddingWorkspace,
  publishRows,
  readRows,
  readVectors,
  settings,
  untilIdle,
  vendor,
} from './embeddings.fixture'

const clustering = { ...settings, taskType: 'CLUSTERING' } as const

/** So many rows with vectors that they are cleared in two slices. */
async function importMany(
  { app, folder }: EmbeddingWorkspace,
  upstream: 'demo' | 'vendor' = 'demo',
): Promise<string> {
  const path = join(folder, 'many.jsonl')
  const made = { ...settings, upstream: { kind: upstream, id: upstream, label: upstream } }
  const lines = Array.from({ length: 1100 }, (_, at) =>
    JSON.stringify({ text: `Text ${at}`, embedding: [at, 1], ...made }),
  )
  writeFileSync(path, lines.join('\n'))
  const { id } = await app.embeddings.import({ path })
  await nextTurn()
  return id
}

const find = ({ app }: Pick<EmbeddingWorkspace, 'app'>, id: string) =>
  app.embeddings.list().find((set) => set.id === id)

test('a row that is edited while the settings change gets no vector of the old ones', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  service.answerWith((asked) => asked.give([1]))
  const other = await makeSet(studio, ['known'])
  await app.embeddings.run({ id: other })
  await untilIdle(studio, other)
  const id = await importMany(studio)
  const changing = app.embeddings.setSettings({ id, settings: clustering })
  const edited = app.embeddings.editRow({ id, rowId: 1, row: { text: 'known', title: null, cells: [] } })
  const changed = await changing
  expect([edited.state, changed.counts.done, readRows(studio, id)[0]?.state]).toEqual(['done', 0, 'waiting'])
})

test('closing while the settings change leaves the old ones, and no vectors under wrong ones', async () => {
  const studio = await openEmbeddingWorkspace()
  const id = await importMany(studio)
  const changing = expect(studio.app.embeddings.setSettings({ id, settings: clustering })).rejects.toThrow(
    'Gen Playground is quitting.',
  )
  await studio.app.close()
  await changing
  expect(find(await openEmbeddingWorkspace({ folder: studio.folder }), id)?.settings).toEqual(settings)
})

test('closing while a twin is made leaves no half of it', async () => {
  const studio = await openEmbeddingWorkspace()
  const id = await importMany(studio)
  const twinning = expect(studio.app.embeddings.duplicate({ id, settings: clustering })).rejects.toThrow(
    'Gen Playground is quitting.',
  )
  await studio.app.close()
  await twinning
  const again = await openEmbeddingWorkspace({ folder: studio.folder })
  expect(again.app.embeddings.list().map((set) => set.id)).toEqual([id])
})

test('a run that is wished for as soon as another was cancelled begins', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['one'])
  await app.embeddings.run({ id })
  await service.next()
  app.embeddings.cancel({ id })
  await app.embeddings.run({ id })
  ;(await service.next()).give([1])
  await untilIdle(studio, id)
  expect(publishRows(studio, id)).toEqual(['one done'])
})

test('an answer that has come whole is kept, although the run is cancelled in the same moment', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['one'])
  await app.embeddings.run({ id })
  ;(await service.next()).give([1])
  app.embeddings.cancel({ id })
  await untilIdle(studio, id)
  expect(publishRows(studio, id)).toEqual(['one done'])
})

test('a run that is wished for under another service leaves no vector of the run before', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['one'])
  await app.embeddings.run({ id })
  const before = await service.next()
  app.settings.update(vendor)
  const running = app.embeddings.run({ id, force: true })
  before.give([1, 2])
  ;(await service.next()).give([7])
  await running
  const { dimensions, upstream } = await untilIdle(studio, id)
  expect([dimensions, upstream?.id]).toEqual([[1], 'vendor'])
  expect([...readBlock(await readVectors(studio, id, 1)).values]).toEqual([7])
})

test('a run of no rows under another service is refused, and makes nothing anew', async () => {
  const studio = await openEmbeddingWorkspace()
  const id = await importMany(studio, 'vendor')
  await expect(studio.app.embeddings.run({ id, rowIds: [] })).rejects.toThrow('can’t be compared')
  expect([find(studio, id)?.counts.done, studio.service.count()]).toEqual([1100, 0])
})

test('what happens to a set while its vectors are taken away for a run is heeded: its name, and that it was deleted', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const [renamed, deleted] = [await importMany(studio, 'vendor'), await importMany(studio, 'vendor')]
  const running = app.embeddings.run({ id: renamed, force: true })
  app.embeddings.rename({ id: renamed, name: 'Coasts' })
  await running
  app.embeddings.cancel({ id: renamed })
  await untilIdle(studio, renamed)
  expect(find(studio, renamed)?.name).toBe('Coasts')
  const before = service.count()
  const gone = expect(app.embeddings.run({ id: deleted, force: true })).rejects.toThrow(
    'Embedding set not found.',
  )
  app.embeddings.delete({ id: deleted })
  await gone
  expect(service.count()).toBe(before)
})

test('the same question twice at once is asked once, and not at all where a row has it on its way', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['Which?'], { taskType: 'RETRIEVAL_QUERY' })
  const ask = (text: string) => app.embeddings.query({ id, text })
  const both = Promise.all([ask('Who?'), ask('Who?')])
  ;(await service.next()).give([1])
  expect(await both).toEqual([
    { vector: [1], cached: false },
    { vector: [1], cached: true },
  ])
  await app.embeddings.run({ id })
  const asked = await service.next()
  const question = ask('Which?')
  asked.give([2])
  expect([await question, service.count()]).toEqual([{ vector: [2], cached: true }, 2])
})

test('whoever waits for somebody else’s question asks it when that one leaves', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service } = studio
  const id = await makeSet(studio, ['one'])
  const leaving = new AbortController()
  const first = expect(app.embeddings.query({ id, text: 'Who?' }, leaving.signal)).rejects.toThrow()
  await service.next()
  const second = app.embeddings.query({ id, text: 'Who?' })
  leaving.abort()
  await first
  ;(await service.next()).give([1])
  expect(await second).toEqual({ vector: [1], cached: false })
})

test('vectors that the database does not take stay, are not counted, and are saved by a retry without another request', async () => {
  const studio = await openEmbeddingWorkspace({ settings: vendor })
  const { app, service, folder } = studio
  const id = await makeSet(studio, ['one', 'two'])
  const onDisk = connect(join(folder, 'workspace.db'))
  const refuse = (table: string, when: string) =>
    onDisk.exec(`CREATE TRIGGER ${table}_full BEFORE INSERT ON ${table} WHEN ${when}
      BEGIN SELECT RAISE(ABORT, 'full'); END`)
  refuse('embedding_vectors', '(SELECT count(*) FROM embedding_vectors) > 0')
  refuse('embedding_rows', "new.text = 'bad'")
  await app.embeddings.run({ id })
  ;(await service.next()).give([1], [2])
  await expect
    .poll(() => app.saves.list().pending)
    .toEqual([{ owner: id, message: expect.stringContaining('full'), rescued: true }])
  expect(find(studio, id)).toMatchObject({
    running: true,
    counts: { rows: 2, done: 0, failed: 0, empty: 0, cached: 0 },
  })
  await expect(addTexts(studio, id, ['good', 'bad'])).rejects.toThrow('full')
  expect(find(studio, id)?.counts.rows).toBe(2)

  onDisk.exec('DROP TRIGGER embedding_vectors_full')
  onDisk.close()
  app.saves.retryNow()
  const { counts } = await untilIdle(studio, id)
  expect([counts.done, service.count(), app.saves.list().pending]).toEqual([2, 1, []])
  expect(
    existsSync(join(folder, 'rescue', 'records')) && readdirSync(join(folder, 'rescue', 'records')),
  ).toEqual([])
})

test('vectors that were not saved until the quit are known after the next start', async () => {
  const studio = await openEmbeddingWorkspace({ settings: vendor })
  const { app, service, folder } = studio
  const id = await makeSet(studio, ['one', 'two'])
  const onDisk = connect(join(folder, 'workspace.db'))
  onDisk.exec("CREATE TRIGGER full BEFORE INSERT ON embedding_vectors BEGIN SELECT RAISE(ABORT, 'full'); END")
  await app.embeddings.run({ id })
  ;(await service.next()).give([1, 0], [0, 1])
  await expect.poll(() => app.saves.list().pending[0]?.rescued).toBe(true)
  await app.close()
  onDisk.exec('DROP TRIGGER full')
  onDisk.close()
  const again = await openEmbeddingWorkspace({ folder })
  await again.app.embeddings.run({ id })
  await untilIdle(again, id)
  expect([publishRows(again, id), again.service.count()]).toEqual([['one done cached', 'two done cached'], 0])
  expect([...readBlock(await readVectors(again, id, 2)).values]).toEqual([1, 0, 0, 1])
})

test('the vector of a question is given at once although it cannot be saved yet', async () => {
  const studio = await openEmbeddingWorkspace()
  const { app, service, folder } = studio
  const id = await makeSet(studio, ['one'])
  const onDisk = connect(join(folder, 'workspace.db'))
  onDisk.exec("CREATE TRIGGER full BEFORE INSERT ON embedding_vectors BEGIN SELECT RAISE(ABORT, 'full'); END")
  const asked = app.embeddings.query({ id, text: 'Which?' })
  ;(await service.next()).give([1])
  expect(await asked).toEqual({ vector: [1], cached: false })
  const again = app.embeddings.query({ id, text: 'Which?' })
  onDisk.exec('DROP TRIGGER full')
  onDisk.close()
  app.saves.retryNow()
  expect([await again, service.count()]).toEqual([{ vector: [1], cached: true }, 1])
})

test('a set takes no more rows than can be exported and imported again, and so many are run without holding up others', async () => {
  const studio = await openEmbeddingWorkspace()
  const id = await makeSet(studio, [])
  await studio.app.close()
  const onDisk = connect(join(studio.folder, 'workspace.db'))
  onDisk.run(
    `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 199999)
      INSERT INTO embedding_rows (set_id, row_id, position, text, cells, state)
      SELECT ?, number, number, 'x', '[]', 'waiting' FROM numbers`,
    [id],
  )
  onDisk.run('UPDATE embedding_sets SET next_row_id = 200000')
  onDisk.close()
  const again = await openEmbeddingWorkspace({ folder: studio.folder })
  await expect(addTexts(again, id, ['one', 'two'])).rejects.toThrow('Sets can have up to 200,000 rows.')
  expect(await addTexts(again, id, ['one'])).toHaveLength(1)
  let [turns, isOver] = [0, false]
  const counting = async () => {
    for (; !isOver; turns += 1) await nextTurn()
  }
  const counted = counting()
  await again.app.embeddings.run({ id })
  isOver = true
  await counted
  // Nobody waits till all of its rows have been looked for.
  expect(turns).toBeGreaterThan(2)
}, 60_000)
