// Filters, the time spans they cover, and their options.
import { expect, test } from 'vitest'
import { listOptions } from '../../../components/FilterGroup'
import { clearFilters, type Filters, isReversed, listChips, noFilters, toMoments, toQuery } from './filters'

const now = new Date(2026, 4, 21, 15, 30).getTime()
const full: Filters = {
  text: ' fox ',
  kinds: ['image', 'conversation'],
  models: ['gen-2.5-flash-image'],
  tags: ['keepers'],
  starred: true,
  board: 'b1',
  date: { span: 'week', first: '', last: '' },
  hasFileProblem: true,
  bin: true,
}

const toName = (id: string) => (id === 'gen-2.5-flash-image' ? 'Gen 2.5 Flash Image' : id)

test('every filter becomes part of the query', () => {
  expect(toQuery(full, 'largest', now)).toEqual({
    text: 'fox',
    kinds: ['image', 'conversation'],
    models: ['gen-2.5-flash-image'],
    tags: ['keepers'],
    starred: true,
    board: 'b1',
    from: new Date(2026, 4, 15).getTime(),
    to: null,
    fileProblems: true,
    bin: true,
    order: 'largest',
  })
})

test('each chip removes its own filter, and only that', () => {
  expect(listChips(full, toName, () => 'Summer').map(({ text }) => text)).toEqual([
    '“fox”',
    'Board: Summer',
    'Starred',
    'Images',
    'Chats and sessions',
    'Gen 2.5 Flash Image',
    'Last 7 days',
    'Tag: keepers',
    'Missing or modified',
  ])
  const without = Object.fromEntries(listChips(full, toName).map((chip) => [chip.text, chip.without]))
  expect(without.Images).toEqual({ ...full, kinds: ['conversation'] })
  expect(without['Last 7 days']).toEqual({ ...full, date: noFilters.date })
  expect(without['“fox”']).toEqual({ ...full, text: '' })
})

test('clearing the filters does not close the trash', () => {
  expect(clearFilters(full)).toEqual({ ...noFilters, bin: true })
  expect(listChips({ ...noFilters, bin: true }, toName)).toEqual([])
})

const march1 = new Date(2026, 2, 1, 0, 30).getTime()
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()
const from = (span: Filters['date']['span']) => toMoments({ span, first: '', last: '' }, march1).from

test('spans start at midnight, and include today', () => {
  expect([from('any'), from('today'), from('week'), from('month'), from('year')]).toEqual([
    null,
    day(2026, 3, 1),
    day(2026, 2, 23),
    day(2026, 1, 31),
    day(2026, 1, 1),
  ])
})

test('the last day of a range is included', () => {
  expect(toMoments({ span: 'range', first: '2026-02-28', last: '2026-02-28' }, march1)).toEqual({
    from: day(2026, 2, 28),
    to: day(2026, 3, 1),
  })
})

test('a missing or incomplete date leaves that end open', () => {
  expect(toMoments({ span: 'range', first: '', last: '2026-12-31' }, march1)).toEqual({
    from: null,
    to: day(2027, 1, 1),
  })
  expect(toMoments({ span: 'range', first: '2026-', last: '' }, march1)).toEqual({ from: null, to: null })
})

test('a range in the wrong order is detected', () => {
  expect([
    isReversed({ span: 'range', first: '2026-05-02', last: '2026-05-01' }),
    isReversed({ span: 'range', first: '2026-05-01', last: '2026-05-01' }),
    isReversed({ span: 'range', first: '2026-05-01', last: '' }),
    isReversed({ span: 'week', first: '2026-05-02', last: '2026-05-01' }),
  ]).toEqual([true, false, false, false])
})

const known = [
  { value: 'image', count: 12 },
  { value: 'conversation', count: 3 },
]

test('options keep their order and stay in the list, even if the other filters exclude them', () => {
  expect(listOptions([{ value: 'conversation', count: 2 }], { known, selected: ['video'] })).toEqual([
    { value: 'image', count: 0 },
    { value: 'conversation', count: 2 },
    { value: 'video', count: 0 },
  ])
})
