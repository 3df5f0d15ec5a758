// Searching, filtering and sorting the rows of a set.
import { expect, test } from 'vitest'
import type { RowQuery } from '#shared/schemas/embedding-set'
import { openTestWorkspace } from '../workspace.fixture'
import { settings, untilIdle } from './embeddings.fixture'

const all: RowQuery = { search: '', state: null, sort: null }

async function openRows(cells: readonly (readonly [text: string, title: string | null, ...string[]])[]) {
  const workspace = await openTestWorkspace()
  const { embeddings } = workspace.app
  const { id } = embeddings.create({ name: 'Texts', settings, columns: ['year', 'topic'] })
  const rows = cells.map(([text, title, ...others]) => ({ text, title, cells: others }))
  await embeddings.insertRows({ id, rows })
  const find = async (query: Partial<RowQuery>) =>
    (await embeddings.findRows({ id, query: { ...all, ...query } })).numbers
  return { ...workspace, id, find }
}

test('finds rows by words of their title, text and cells, in any case, and by their number', async () => {
  const { find } = await openRows([
    ['A red boat', null, '1999', 'Sea'],
    ['Ein ROTES Boot über Wasser', 'Boats', '2001', 'sea'],
    ['Bread', null, '3', 'food'],
  ])
  const found = await Promise.all(
    ['boat', 'RED boat', 'sea', 'ÜBER', '3', 'red bread', ' ', 'r_d'].map((search) => find({ search })),
  )
  // The number 3 is the third row, and is not in a cell of another row.
  expect(found).toEqual([[1, 2], [1], [1, 2], [2], [3], [], [1, 2, 3], []])
})

test('sorts by text without case and accents, by numbers of a column, and leaves blank cells at the end', async () => {
  const { find } = await openRows([
    ['zebra', 'b', '100', ''],
    ['Äpfel', null, '9', 'x'],
    ['apricot', 'A', '', 'X'],
    ['Birne', null, '20', 'a'],
  ])
  const sort = (by: NonNullable<RowQuery['sort']>['by'], descending = false) =>
    find({ sort: { by, descending } })
  expect([await sort('text'), await sort('text', true)]).toEqual([
    [2, 3, 4, 1],
    [1, 4, 3, 2],
  ])
  expect([await sort(0), await sort(0, true)]).toEqual([
    [2, 4, 1, 3],
    [1, 4, 2, 3],
  ])
  expect([await sort('title'), await sort('title', true)]).toEqual([
    [3, 1, 2, 4],
    [1, 3, 2, 4],
  ])
})

test('filters by status, and reads found rows in their order', async () => {
  const { app, service, id, find } = await openRows([
    ['bad', null],
    ['good', null],
    ['', null],
  ])
  service.answerWith((pending) => {
    if (JSON.stringify(pending.body).includes('bad')) pending.answer(500, { error: { message: 'No.' } })
    else pending.sendVectors([1])
  })
  await app.embeddings.run({ id })
  await untilIdle({ app }, id)
  const states = ['failed', 'done', 'empty', 'waiting'] as const
  expect(await Promise.all(states.map((state) => find({ state })))).toEqual([[1], [2], [3], []])
  expect(await find({ sort: { by: 'state', descending: true } })).toEqual([3, 2, 1])
  const { rowIds } = await app.embeddings.findRows({
    id,
    query: { ...all, sort: { by: 'text', descending: true } },
  })
  await app.embeddings.deleteRows({ id, rowIds: [rowIds[0] ?? 0] })
  expect(app.embeddings.readRows({ id, rowIds }).map(({ text }) => text)).toEqual(['bad', ''])
})
