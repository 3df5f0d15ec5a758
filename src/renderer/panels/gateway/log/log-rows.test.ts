// The list of the request log: pages, changes that arrive meanwhile, and the polls of one operation.
import { expect, test } from 'vitest'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { ExchangeFilter, type ExchangePage, type ExchangeQuery } from '#shared/schemas/request-log'
import { addPage, applyChanges, listEntries, needsRefresh, refreshRows, startRows } from './log-rows'

const make = (startedAt: number, part: Partial<ExchangeSummary> = {}): ExchangeSummary => ({
  id: `r${startedAt}`,
  startedAt,
  outcome: 'completed',
  status: 200,
  endpoint: 'E2',
  route: 'generateContent',
  method: 'POST',
  path: '/v1beta/models/gen-2.5-flash:generateContent',
  model: 'gen-2.5-flash',
  client: 'window',
  upstream: 'demo',
  provider: 'demo',
  inputTokens: 1,
  outputTokens: 2,
  thoughtsTokens: null,
  cachedTokens: null,
  firstByte: 10,
  total: 20,
  overhead: 1,
  requestBytes: 100,
  responseBytes: 100,
  errorClass: null,
  error: null,
  operation: null,
  hasDetail: true,
  ...part,
})

const running = { outcome: 'running', total: null, hasDetail: false } as const

const newest: ExchangeQuery['sort'] = { key: 'startedAt', descending: true }
const toQuery = (filter: Partial<ExchangeFilter> = {}, sort = newest) => ({
  filter: ExchangeFilter.parse(filter),
  sort,
})
const toPage = (
  rows: ExchangeSummary[],
  next: string | null = null,
  live: ExchangeSummary[] = [],
): ExchangePage => ({
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
  expect(listTimes(ended)).toEqual([3, 2, 1])
  expect(ended.running.map(({ id }) => id)).toEqual(['r3'])
  // The log may report it a second time.
  expect(listTimes(applyChanges(ended, [make(2, { outcome: 'failed' })]))).toEqual([3, 2, 1])
})

test('changes beyond the pages that were read are not listed between them', () => {
  const rows = startRows(toQuery(), toPage([make(9), make(8)], 'next'))
  const changed = applyChanges(rows, [make(5), make(10)])
  expect(listTimes(changed)).toEqual([10, 9, 8])
  expect(listTimes(addPage(changed, toPage([make(7), make(5)])))).toEqual([10, 9, 8, 7, 5])
})

test('a request in progress that is older than the list is shown first', () => {
  const rows = startRows(toQuery(), toPage([make(9), make(8)], 'next', [make(1, running)]))
  expect(listTimes(rows)).toEqual([1, 9, 8])
})

test('changes that the filter excludes are not listed, and one that no longer matches is removed', () => {
  const rows = startRows(toQuery({ outcomes: ['running'] }), toPage([], null, [make(1, running)]))
  expect(listTimes(applyChanges(rows, [make(2)]))).toEqual([1])
  expect(listTimes(applyChanges(rows, [make(1)]))).toEqual([])
})

test('in another order, new requests are at their position, and those in progress first', () => {
  const sort = { key: 'total', descending: true } as const
  const rows = startRows(toQuery({}, sort), toPage([make(1, { total: 90 }), make(2, { total: 30 })]))
  const changed = applyChanges(rows, [make(3, { total: 50 }), make(4, running)])
  expect(listTimes(changed)).toEqual([4, 1, 3, 2])
})

test('the first page again keeps what was read after it, unless there may be a gap', () => {
  const rows = addPage(startRows(toQuery(), toPage([make(9), make(8)], 'a')), toPage([make(7), make(6)], 'b'))
  const overlapping = refreshRows(rows, toPage([make(10), make(9), make(8)], 'c'))
  expect(listTimes(overlapping)).toEqual([10, 9, 8, 7, 6])
  expect(overlapping.next).toBe('b')
  const apart = refreshRows(rows, toPage([make(30), make(29)], 'd'))
  expect(listTimes(apart)).toEqual([30, 29])
  expect(apart.next).toBe('d')
  // The log was cleared.
  expect(listTimes(refreshRows(rows, toPage([])))).toEqual([])
})

test('only a search by text needs the log to decide about a change', () => {
  const event = { changed: [make(5)], isIncomplete: false }
  expect(needsRefresh(startRows(toQuery(), toPage([])), event)).toBe(false)
  expect(needsRefresh(startRows(toQuery({ text: 'fox' }), toPage([])), event)).toBe(true)
  // Its path matches, so that it is listed already.
  expect(needsRefresh(startRows(toQuery({ text: 'generate' }), toPage([])), event)).toBe(false)
  expect(needsRefresh(startRows(toQuery({ text: 'fox', models: ['x'] }), toPage([])), event)).toBe(false)
  expect(needsRefresh(startRows(toQuery(), toPage([])), { ...event, isIncomplete: true })).toBe(true)
})

test('the polls of an operation are one row, at the newest one, until they are expanded', () => {
  const poll = { method: 'GET', operation: 'op1', endpoint: 'E16' }
  const rows = startRows(
    toQuery(),
    toPage([
      make(6, poll),
      make(5),
      make(4, poll),
      make(3, { ...poll, operation: 'op2' }),
      make(1, { operation: 'op1' }),
    ]),
  )
  const listed = listEntries(rows, none)
  expect(listed.map(({ exchange, polls }) => [exchange.startedAt, polls])).toEqual([
    [6, 2],
    [5, 0],
    [3, 0],
    [1, 0],
  ])
  const expanded = listEntries(rows, new Set(['op1']))
  expect(expanded.map(({ exchange, isMember }) => [exchange.startedAt, isMember])).toEqual([
    [6, false],
    [4, true],
    [5, false],
    [3, false],
    [1, false],
  ])
  expect(listEntries({ ...rows, query: toQuery({}, { key: 'path', descending: false }) }, none)).toHaveLength(
    5,
  )
})
