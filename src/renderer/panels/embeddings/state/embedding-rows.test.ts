// The pages of a set's rows.
import { expect, test } from 'vitest'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { addPage, changeRows, findIndex, findRow, listMissing, markStale, noRows } from './embedding-rows'

function makeRow(id: number): EmbeddingRow {
  return { id, text: `text ${id}`, title: null, cells: [], state: 'waiting', error: null, cached: false }
}

function makePage(at: number, length = 200) {
  return Array.from({ length }, (_, index) => makeRow(at * 200 + index + 1))
}

const fetched = addPage(addPage(noRows, 0, { total: 450, rows: makePage(0) }), 2, {
  total: 450,
  rows: makePage(2, 50),
})

test('finds a row by its index, and its index by its id', () => {
  expect([findRow(fetched, 0)?.id, findRow(fetched, 449)?.id, findRow(fetched, 200)]).toEqual([
    1,
    450,
    undefined,
  ])
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
  expect(changed.pages.get(2)).toBe(fetched.pages.get(2))
})

test('drops distant pages, so that a long set is never completely in memory', () => {
  let pages = noRows
  for (let at = 0; at < 120; at += 1)
    pages = addPage(pages, at, { total: 24_000, rows: [makeRow(at * 200 + 1)] })
  expect([...pages.pages.keys()].sort((one, other) => one - other)).toEqual(
    Array.from({ length: 50 }, (_, index) => 70 + index),
  )
})

test('drops pages beyond the end when the set has become shorter', () => {
  expect([...addPage(fetched, 0, { total: 100, rows: makePage(0, 100) }).pages.keys()]).toEqual([0])
})
