// Which column of a file becomes what.
import { expect, test } from 'vitest'
import { analysis } from './table.fixture'
import { guessColumns, nameColumns, planCells } from './table-options'

test('the text is the column that is called so, else the one with the most to read', async () => {
  expect(guessColumns(await analysis('a long title indeed,text\nxxxxxxxxxx,y\n'))).toMatchObject({ text: 1 })
  expect(guessColumns(await analysis('id,words\n1,many words here\n'))).toEqual({
    hasHead: true,
    text: 1,
    title: null,
  })
})

test('a line of very many cells is a table like any other', async () => {
  expect(guessColumns(await analysis(`${'1,'.repeat(200_000)}words\n`))).toEqual({
    hasHead: false,
    text: 200_000,
    title: null,
  })
})

test('columns of one name are told apart, and those without one are numbered', () => {
  expect(nameColumns({ names: [], sample: [['tag', ' ', 'tag']], width: 4 }, true)).toEqual([
    'tag',
    'Column 2',
    'tag 2',
    'Column 4',
  ])
})

test('added to a set, columns of the same name meet, and new ones come behind', async () => {
  const found = await analysis('topic,text,lang\nx,y,z\n')
  expect(planCells(['lang', 'year'], found, { hasHead: true, text: 1, title: null })).toEqual({
    columns: ['lang', 'year', 'topic'],
    sources: [2, null, 0],
    left: [],
  })
})

test('columns for which a set has no room are told', async () => {
  const names = Array.from({ length: 203 }, (_, at) => `c${at}`)
  const found = await analysis(`${names.join(',')}\n${names.map(() => '1').join(',')}\n`)
  const { columns, left } = planCells([], found, { hasHead: true, text: 0, title: null })
  expect([columns.length, left]).toEqual([200, ['c201', 'c202']])
})
