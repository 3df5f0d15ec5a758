// The request log: its rows while requests arrive, its columns, and its filters.
import { expect, test } from 'vitest'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { ExchangeFilter, type ExchangeQuery } from '#shared/schemas/request-log'
import { makeExchange as make } from '../exchange.fixture'

import { addPage, applyChanges, listEntries, needsRefresh, refreshRows, startRows } from './log-rows'
import { isNarrowed, listChips, noFilters, toFilter, toMoments } from './log-view'

const running = { outcome: 'running', total: null, hasDetail: false } as const
const newest: ExchangeQuery['sort'] = { key: 'startedAt', descending: true }
const toQuery = (filter: Partial<ExchangeFilter> = {}, sort = newest) => ({
  filter: ExchangeFilter.parse(filter),
  sort,
})
const toPage = (rows: ExchangeSummary[], next: string | null = null, live: ExchangeSummary[] = []) => ({
  rows,
  live,
  next,
  notIndexed: 0,
})
const none: ReadonlySet<string> = new Set()
const listTimes = (rows: ReturnType<typeof startRows>) =>
  listEntries(rows, none).map(({ exchange }) => exchange.startedAt)

test('a request does not move when it ends, and stays the same row', () => {
  const rows = startRows(toQuery(), toPage([make(1)], null, [make(3, running), make(2, running)]))
  expect(listTimes(rows)).toEqual([3, 2, 1])
  const ended = applyChanges(rows, [make(2, { outcome: 'failed' })])
  expect(ended.running.map(({ id }) => id)).toEqual(['r3'])
  // The log may report it a second time.
  for (const each of [ended, applyChanges(ended, [make(2, { outcome: 'failed' })])])
    expect(listTimes(each)).toEqual([3, 2, 1])
})

test('changes beyond the pages that were read are not listed between them, but requests in progress are', () => {
  const rows = startRows(toQuery(), toPage([make(9), make(8)], 'next'))
  const changed = applyChanges(rows, [make(5), make(10)])
  expect(listTimes(changed)).toEqual([10, 9, 8])
  expect(listTimes(addPage(changed, toPage([make(7), make(5)])))).toEqual([10, 9, 8, 7, 5])
  const live = startRows(toQuery(), toPage([make(9), make(8)], 'next', [make(1, running)]))
  expect(listTimes(live)).toEqual([1, 9, 8])
})

test('changes that the filter excludes are not listed, and one that no longer matches is removed', () => {
  const rows = startRows(toQuery({ outcomes: ['running'] }), toPage([], null, [make(1, running)]))
  expect(listTimes(applyChanges(rows, [make(2)]))).toEqual([1])
  expect(listTimes(applyChanges(rows, [make(1)]))).toEqual([])
})

test('in another order, new requests are at their position, and those in progress first', () => {
  const sort = { key: 'total', descending: true } as const
  const rows = startRows(toQuery({}, sort), toPage([make(1, { total: 90 }), make(2, { total: 30 })]))
  expect(listTimes(applyChanges(rows, [make(3, { total: 50 }), make(4, running)]))).toEqual([4, 1, 3, 2])
})

test('the first page again keeps what was read after it, unless there may be a gap', () => {
  const rows = addPage(startRows(toQuery(), toPage([make(9), make(8)], 'a')), toPage([make(7), make(6)], 'b'))
  const refresh = (times: number[], next: string | null) => {
    const refreshed = refreshRows(
      rows,
      toPage(
        times.map((at) => make(at)),
        next,
      ),
    )
    return [listTimes(refreshed), refreshed.next]
  }
  expect(refresh([10, 9, 8], 'c')).toEqual([[10, 9, 8, 7, 6], 'b'])
  expect(refresh([30, 29], 'd')).toEqual([[30, 29], 'd'])
  // The log was cleared.
  expect(refresh([], null)).toEqual([[], null])
})

test('only a search by text needs the log to decide about a change', () => {
  const needs = (filter: Partial<ExchangeFilter>, isIncomplete = false) =>
    needsRefresh(startRows(toQuery(filter), toPage([])), { changed: [make(5)], isIncomplete })
  expect([needs({}), needs({}, true), needs({ text: 'fox' })]).toEqual([false, true, true])
  // Its path matches, so that it is listed already; its model does not, so that it never is.
  expect([needs({ text: 'generate' }), needs({ text: 'fox', models: ['x'] })]).toEqual([false, false])
})

test('the polls of an operation are one row, at the newest one, until they are expanded', () => {
  const poll = { method: 'GET', operation: 'op1', endpoint: 'E16' }
  const other = make(3, { ...poll, operation: 'op2' })
  const page = [make(6, poll), make(5), make(4, poll), other, make(1, { operation: 'op1' })]
  const rows = startRows(toQuery(), toPage(page))
  expect(listEntries(rows, none).map(({ exchange, polls }) => [exchange.startedAt, polls])).toEqual([
    [6, 2],
    [5, 0],
    [3, 0],
    [1, 0],
  ])
  const expanded = listEntries(rows, new Set(['op1']))
  expect(expanded.map(({ exchange }) => exchange.startedAt)).toEqual([6, 4, 5, 3, 1])
  expect(expanded.map(({ isMember }) => isMember)).toEqual([false, true, false, false, false])
  const sorted = { ...rows, query: toQuery({}, { key: 'path', descending: false }) }
  expect(listEntries(sorted, none)).toHaveLength(5)
})

const now = new Date(2026, 4, 21, 15, 30).getTime()
const hour = { span: 'hour', first: '', last: '' } as const

test('the filters become a query, with times relative to now', () => {
  expect(toFilter(noFilters, now)).toMatchObject({ text: '', statusClasses: [], from: null, to: null })
  const filters = { ...noFilters, text: ' fox ', statusClasses: ['4', '5'], time: hour }
  const query = { text: 'fox', statusClasses: [4, 5], from: now - 3_600_000, to: null }
  expect(toFilter(filters, now)).toMatchObject(query)
})

test('a custom range includes its last minute, and may be open', () => {
  const range = { span: 'range', first: '2026-05-21T09:00', last: '2026-05-21T09:00' } as const
  const start = new Date(2026, 4, 21, 9, 0).getTime()
  expect(toMoments(range, now)).toEqual({ from: start, to: start + 60_000 })
  expect(toMoments({ ...range, last: '' }, now)).toEqual({ from: start, to: null })
  expect(toMoments({ ...hour, span: 'today' }, now).from).toBe(new Date(2026, 4, 21).getTime())
})

test('each active filter has a chip that removes only it', () => {
  const filters = { ...noFilters, text: 'fox', models: ['a', 'b'], time: hour }
  const chips = listChips(filters, (_, value) => value.toUpperCase())
  expect(chips.slice(0, 3).map(({ text }) => text)).toEqual(['“fox”', 'A', 'B'])
  expect(chips[1]?.without).toEqual({ ...filters, models: ['b'] })
  expect([filters, { ...noFilters, text: '  ' }].map(isNarrowed)).toEqual([true, false])
})
