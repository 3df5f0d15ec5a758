// Thousands of conversations that are deleted, moved or tagged together: one transaction and one event each, with undo.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../database/connection'
import { openTestWorkspace, parameters } from '../workspace.fixture'

const total = 5_000
const ids = Array.from({ length: total }, (_, index) => `c${index + 1}`)

async function setUp() {
  const { app, folder } = await openTestWorkspace()
  const direct = connect(join(folder, 'workspace.db'))
  direct.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${total})
      INSERT INTO conversations (id, kind, title, parameters, created_at, updated_at)
      SELECT 'c' || n, 'chat', 'Chat ' || n, ?, n, n FROM numbers`,
    [JSON.stringify(parameters)],
  )
  let events = 0
  app.changes.subscribe((topic) => {
    if (topic === 'conversations') events += 1
  })
  /** The number of events until the work has ended. */
  const countEvents = async (work: () => unknown) => {
    events = 0
    await work()
    return events
  }
  const list = () => app.conversations.list()
  const countTagged = () => list().filter(({ tags }) => tags.includes('work')).length
  return { app, direct, countEvents, list, countTagged }
}

test('all are deleted, restored, moved and tagged with one event each', async () => {
  const { app, direct, countEvents, list, countTagged } = await setUp()
  expect(await countEvents(() => app.library.delete({ ids }))).toBe(1)
  expect(list()).toEqual([])
  // Repeated, as after a lost response: nothing changes.
  expect(await countEvents(() => app.library.delete({ ids }))).toBe(0)
  expect(await countEvents(() => app.library.restore({ ids: [...ids, 'none'] }))).toBe(1)
  expect(list()).toHaveLength(total)

  const [a, b] = ['A', 'B'].map((name) => app.folders.create({ name }).id)
  const half = total / 2
  const countIn = (id: string | null | undefined) => list().filter(({ folderId }) => folderId === id).length
  const move = (moves: Parameters<typeof app.conversations.move>[0]['moves']) =>
    countEvents(() => app.conversations.move({ moves }))
  expect(await move([{ conversationIds: ids, folderId: a ?? null }])).toBe(1)
  expect(countIn(a)).toBe(total)
  const back = { conversationIds: ids.slice(half), folderId: null }
  expect(await move([{ conversationIds: ids.slice(0, half), folderId: b ?? null }, back])).toBe(1)
  expect([countIn(a), countIn(b), countIn(null)]).toEqual([0, half, half])

  expect(await countEvents(() => app.library.tag({ ids, add: ['work'], remove: [] }))).toBe(1)
  expect(countTagged()).toBe(total)
  expect(await countEvents(() => app.library.tag({ ids, add: [], remove: ['work'] }))).toBe(1)
  expect(countTagged()).toBe(0)
  direct.close()
})

test('a change that fails halfway changes none of them', async () => {
  const { app, direct, list, countTagged } = await setUp()
  const { id: folderId } = app.folders.create({ name: 'A' })
  const fail = "SELECT RAISE(ABORT, 'no room'); END"
  direct.exec(`CREATE TRIGGER full BEFORE UPDATE ON conversations WHEN new.id = 'c3000' BEGIN ${fail};
    CREATE TRIGGER no_tags BEFORE INSERT ON item_tags WHEN new.item_id = 'c3000' BEGIN ${fail};`)
  await expect(app.library.delete({ ids })).rejects.toThrow()
  expect(() => app.conversations.move({ moves: [{ conversationIds: ids, folderId }] })).toThrow()
  await expect(app.library.tag({ ids, add: ['work'], remove: [] })).rejects.toThrow()
  expect([list().filter((each) => each.folderId === null).length, countTagged()]).toEqual([total, 0])
  // A folder that was deleted meanwhile stops the whole undo.
  direct.exec('DROP TRIGGER full')
  const moves = [
    { conversationIds: ids.slice(1), folderId },
    { conversationIds: ids.slice(0, 1), folderId: 'gone' },
  ]
  expect(() => app.conversations.move({ moves })).toThrow('Folder not found.')
  expect(list().every((each) => each.folderId === null)).toBe(true)
  direct.close()
})
