// Filters as a query and as chips.
import { expect, test } from 'vitest'
import { LibraryQuery } from '#shared/schemas/library'
import { clearFilters, type Filters, listChips, noFilters, toggleValue, toQuery } from './filters'

const now = new Date(2026, 4, 21, 15, 30).getTime()
const full: Filters = {
  text: ' fox ',
  kinds: ['image', 'conversation'],
  models: ['gen-2.5-flash-image'],
  tags: ['keepers'],
  date: { span: 'week', first: '', last: '' },
  troubled: true,
  bin: true,
}

const toName = (id: string) => (id === 'gen-2.5-flash-image' ? 'Gen 2.5 Flash Image' : id)

test('without filters the query is the one that finds all', () => {
  expect(toQuery(noFilters, 'newest', now)).toEqual(LibraryQuery.parse({}))
})

test('every filter goes into the query', () => {
  expect(toQuery(full, 'largest', now)).toEqual({
    text: 'fox',
    kinds: ['image', 'conversation'],
    models: ['gen-2.5-flash-image'],
    tags: ['keepers'],
    from: new Date(2026, 4, 15).getTime(),
    to: null,
    troubled: true,
    bin: true,
    order: 'largest',
  })
})

test('each chip takes its own filter away, and only that', () => {
  expect(listChips(full, toName).map(({ text }) => text)).toEqual([
    '“fox”',
    'Images',
    'Conversations',
    'Gen 2.5 Flash Image',
    'Last 7 days',
    'Tag: keepers',
    'Missing or changed',
  ])
  const without = Object.fromEntries(listChips(full, toName).map((chip) => [chip.text, chip.without]))
  expect(without.Images).toEqual({ ...full, kinds: ['conversation'] })
  expect(without['Last 7 days']).toEqual({ ...full, date: noFilters.date })
  expect(without['“fox”']).toEqual({ ...full, text: '' })
})

test('clearing leaves the user where they are: the bin is a place', () => {
  expect(clearFilters(full)).toEqual({ ...noFilters, bin: true })
  expect(listChips({ ...noFilters, bin: true }, toName)).toEqual([])
})

test('days are told as far as they are given', () => {
  const told = (first: string, last: string) =>
    listChips({ ...noFilters, date: { span: 'range', first, last } }, toName).map(({ text }) => text)
  expect([
    told('2026-05-01', '2026-05-21'),
    told('2026-05-01', ''),
    told('', '2026-05-21'),
    told('2026-05-01', '2026-05-01'),
  ]).toEqual([['1 May 2026 – 21 May 2026'], ['From 1 May 2026'], ['Until 21 May 2026'], ['1 May 2026']])
})

test('a value is added and taken away', () => {
  expect(toggleValue(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggleValue(['a', 'b'], 'a')).toEqual(['b'])
})
