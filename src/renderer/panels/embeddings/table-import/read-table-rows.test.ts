// Files become rows of a set.
import { expect, test } from 'vitest'
import { importRows } from './table.fixture'

test('assigns text, title and cells to their columns, even in ragged rows', async () => {
  expect(
    await importRows('id,title,text,topic\n1,First,"a ""quoted"", text",x\n2,,\n3,Third,c,y,surplus\n'),
  ).toEqual({
    columns: ['id', 'topic', 'Column 5'],
    rows: [
      { text: 'a "quoted", text', title: 'First', cells: ['1', 'x', ''] },
      { text: '', title: null, cells: ['2', '', ''] },
      { text: 'c', title: 'Third', cells: ['3', 'y', 'surplus'] },
    ],
    lengths: [3],
    losses: { tooLong: 0, truncatedTitles: 0, overLimit: 0 },
  })
})

test('a row with a line break in quotes stays one row', async () => {
  const { rows } = await importRows('text,n\n"one\r\ntwo",1\r\nthree,2\r\n')
  expect(rows.map(({ text }) => text)).toEqual(['one\ntwo', 'three'])
})

test('reads 100,000 rows in slices, each once and in order', async () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `${at},"text, number ${at}"`)
  const { rows, lengths } = await importRows(`id,text\n${lines.join('\n')}`)
  expect(rows).toHaveLength(100_000)
  expect(rows.every(({ text, cells }, at) => text === `text, number ${at}` && cells[0] === String(at))).toBe(
    true,
  )
  expect(Math.max(...lengths)).toBe(2000)
})

test('skips and counts texts that are too long, and rows beyond the limit', async () => {
  const { rows, losses } = await importRows(`id,text\n1,${'x'.repeat(100_001)}\n2,b\n3,c\n4,d\n`, 'table', 2)
  expect([rows.map(({ text }) => text), losses]).toEqual([
    ['b', 'c'],
    { tooLong: 1, truncatedTitles: 0, overLimit: 1 },
  ])
})

test('lines and paragraphs need no columns', async () => {
  const text = 'one\n\n  two\nthree\n \n\nfour\n'
  const lines = await importRows(text, 'lines')
  const paragraphs = await importRows(text, 'paragraphs')
  expect(lines.rows.map((row) => row.text)).toEqual(['one', 'two', 'three', 'four'])
  expect(paragraphs.rows.map((row) => row.text)).toEqual(['one', 'two\nthree', 'four'])
  expect([lines.columns, paragraphs.columns]).toEqual([[], []])
})
