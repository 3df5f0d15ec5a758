// How the columns of a file become text, title and cells.
import { expect, test } from 'vitest'
import { analysis } from './table.fixture'
import { guessColumns, nameColumns, planCells } from './table-options'

test('the text column is found by its name, otherwise the column with the longest texts is used', async () => {
  expect(guessColumns(await analysis('a long title indeed,text\nxxxxxxxxxx,y\n'))).toMatchObject({ text: 1 })
  expect(guessColumns(await analysis('id,words\n1,many words here\n'))).toEqual({
    hasHead: true,
    text: 1,
    title: null,
  })
})

test('a row with very many cells is supported', async () => {
  expect(guessColumns(await analysis(`${'1,'.repeat(200_000)}words\n`))).toEqual({
    hasHead: false,
    text: 200_000,
    title: null,
  })
})

test('columns with the same name are numbered, and so are those without one', () => {
  expect(nameColumns({ names: [], sample: [['tag', ' ', 'tag']], width: 4 }, true)).toEqual([
    'tag',
    'Column 2',
    'tag 2',
    'Column 4',
  ])
})

test('columns are matched with those of the set by name, and new ones are appended', async () => {
  const found = await analysis('topic,text,lang\nx,y,z\n')
  expect(planCells(['lang', 'year'], found, { hasHead: true, text: 1, title: null })).toEqual({
    columns: ['lang', 'year', 'topic'],
    sources: [2, null, 0],
    skipped: [],
  })
})

test('reports columns beyond the limit of a set', async () => {
  const names = Array.from({ length: 203 }, (_, at) => `c${at}`)
  const found = await analysis(`${names.join(',')}\n${names.map(() => '1').join(',')}\n`)
  const { columns, skipped } = planCells([], found, { hasHead: true, text: 0, title: null })
  expect([columns.length, skipped]).toEqual([200, ['c201', 'c202']])
})
