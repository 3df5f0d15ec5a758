// The pages of a set's rows, its name and counts, and what is typed or pasted into it.
import { expect, test } from 'vitest'
import { countPending, nameNewSet, shareDone } from '../describe-set'
import { makeRow as makeNamedRow, makeSet } from '../embedding.fixture'
import { readDimensions } from '../settings/SettingsFields'
import { toLines } from '../table/table-actions'
import { addPage, changeRows, findIndex, findRow, listMissing, markStale, noRows } from './embedding-rows'

const makeRow = (id: number) => makeNamedRow(id, `text ${id}`)

function makePage(at: number, length = 200) {
  return Array.from({ length }, (_, index) => makeRow(at * 200 + index + 1))
}

const fetched = addPage(addPage(noRows, 0, { total: 450, rows: makePage(0) }), 2, {
  total: 450,
  rows: makePage(2, 50),
})

test('finds a row by its index, and its index by its id', () => {
  expect([0, 449, 200].map((index) => findRow(fetched, index)?.id)).toEqual([1, 450, undefined])
  expect([findIndex(fetched, 450), findIndex(fetched, 300)]).toEqual([449, -1])
})

test('lists only missing and stale pages', () => {
  expect(listMissing(fetched, 0, 449)).toEqual([1])
  expect(listMissing(fetched, 190, 199)).toEqual([])
  expect(listMissing(markStale(fetched), -5, 5000)).toEqual([0, 1, 2])
  expect(listMissing(noRows, 0, 20)).toEqual([])
})

test('a change applies to its row only, and is ignored for rows that were not fetched', () => {
  const changed = changeRows(fetched, [
    { id: 2, state: 'failed', error: 'Too long.', cached: false },
    { id: 300, state: 'done', error: null, cached: true },
  ])
  expect([findRow(changed, 0), findRow(changed, 1)]).toEqual([
    makeRow(1),
    { ...makeRow(2), state: 'failed', error: 'Too long.' },
  ])
})

test('drops distant pages, and those beyond the end of a set that has become shorter', () => {
  let pages = noRows
  for (let at = 0; at < 120; at += 1)
    pages = addPage(pages, at, { total: 24_000, rows: [makeRow(at * 200 + 1)] })
  expect([...pages.pages.keys()].sort((one, other) => one - other)).toEqual(
    Array.from({ length: 50 }, (_, index) => 70 + index),
  )
  expect([...addPage(fetched, 0, { total: 100, rows: makePage(0, 100) }).pages.keys()]).toEqual([0])
})

test('rows to run include failed rows, but not rows without text', () => {
  const none = { rows: 0, done: 0, failed: 0, empty: 0, cached: 0 }
  const sets = [{ rows: 10, empty: 10 }, { rows: 10, done: 4, failed: 3, empty: 2 }, {}].map((counts) =>
    makeSet('a', { counts: { ...none, ...counts } }),
  )
  expect(sets.map(countPending)).toEqual([0, 4, 0])
  expect(sets.map(shareDone)).toEqual([1, 0.9, 0])
})

test('a new set gets the first free number', () => {
  expect(nameNewSet([{ name: 'Set 1' }, { name: 'Poems' }, { name: 'Set 3' }])).toBe('Set 2')
})

test("accepts a whole number of dimensions within the limits, or blank for the model's default", () => {
  expect(['256', ' 8192 ', '', '0', '8193', '12.5', 'many'].map(readDimensions)).toEqual([
    { value: 256 },
    { value: 8192 },
    { value: null },
    ...new Array(4).fill({ error: expect.stringContaining('from 1 to 8192') }),
  ])
})

test('each pasted line is a row, with any kind of line break, and blank lines are ignored', () => {
  expect(toLines(' one\r\n\r\ntwo\rthree\n\n').map(({ text }) => text)).toEqual(['one', 'two', 'three'])
})
