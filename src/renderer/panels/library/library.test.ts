// The Library: its filters, its layout, and what is known about an item.
import { expect, test } from 'vitest'
import type { AnyMetadata, GenerationMetadata } from '#shared/schemas/generation-metadata'
import type { LibraryItem } from '#shared/schemas/library'
import { listOptions } from '../../components/FilterGroup'
import { formatMoment } from '../../components/format'
import { makeItem } from '../../state/library-item.fixture'
import { describeEmptying, sumBytes } from './describe-item'
import { listFacts } from './details/list-facts'
import {
  clearFilters,
  type Filters,
  isReversed,
  listChips,
  noFilters,
  toMoments,
  toQuery,
} from './filters/filters'
import { gap, layOutGrid } from './items/layout'
import { listPages } from './items/pages'

import { toTag } from './tags/TagInput'

const at = new Date(2026, 4, 21, 9, 5, 30).getTime()
const toFacts = (item: LibraryItem, metadata: AnyMetadata) =>
  Object.fromEntries(listFacts(item, metadata).map(({ name, value }) => [name, value]))

test('an image lists all known facts, zeros included', () => {
  const model = 'gen-3-pro-image'
  const metadata: GenerationMetadata = {
    version: 1,
    prompt: 'A fox',
    model,
    modelVersion: 'gen-3-pro-image-001',
    parameters: { model, aspectRatio: '16:9', imageSize: '1K', seed: 0, temperature: 0 },
    references: [],
    chain: [],
    createdAt: at,
    took: 2_320,
    usage: { promptTokenCount: 13, candidatesTokenCount: 1_290 },
    upstream: 'demo',
    exchangeId: null,
    conversationId: 'c',
    turnId: 't',
  }
  expect(toFacts(makeItem({ createdAt: at, bytes: 43_800 }), metadata)).toEqual({
    Model: 'gen-3-pro-image-001',
    Dimensions: '1376 × 768',
    Requested: '16:9 at 1K',
    Type: 'PNG',
    'File size': '43.8 KB',
    Created: formatMoment(at),
    'Generation time': '2.32 s',
    Tokens: '13 input, 1,290 output',
    Provider: 'Demo',
    Temperature: '0',
    Seed: '0',
  })
})

test('a file of several items counts once, and emptying the trash cannot be undone', () => {
  const [file, other] = [
    { media: 'f', bytes: 1_200_000 },
    { media: 'e', bytes: 5 },
  ]
  expect(sumBytes([file, file, other, { media: null, bytes: null }, { media: 'd', bytes: null }])).toBe(
    1_200_005,
  )
  expect(describeEmptying({ items: 1, bytes: 2_000_000, inUse: [] })).toBe(
    'This permanently deletes 1 item (2 MB). You can’t undo this.',
  )
  const inUse = [{ usedBy: 'draft' as const, title: null, items: 1 }]
  expect(describeEmptying({ items: 0, bytes: 0, inUse })).toMatch(/still in use/)
})

test('a typed tag has the spelling of a known one', () => {
  const known = ['client work', 'Sketches']
  expect([' sketches ', 'new', '  '].map((text) => toTag(text, known))).toEqual(['Sketches', 'new', null])
})

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

test('every filter becomes part of the query', () => {
  const now = new Date(2026, 4, 21, 15, 30).getTime()
  const { hasFileProblem, date: _, ...same } = full
  expect(toQuery(full, 'largest', now)).toEqual({
    ...same,
    text: 'fox',
    from: new Date(2026, 4, 15).getTime(),
    to: null,
    fileProblems: hasFileProblem,
    order: 'largest',
  })
})

test('each filter has a chip that removes only it, and clearing the filters does not close the trash', () => {
  const chips = listChips(full, (id) => id)
  const without = Object.fromEntries(chips.map((chip) => [chip.text, chip.without]))
  expect(chips).toHaveLength(9)
  expect(without.Images).toEqual({ ...full, kinds: ['conversation'] })
  expect(without['Last 7 days']).toEqual({ ...full, date: noFilters.date })
  expect(without['“fox”']).toEqual({ ...full, text: '' })
  expect(clearFilters(full)).toEqual({ ...noFilters, bin: true })
  expect(listChips({ ...noFilters, bin: true }, (id) => id)).toEqual([])
})

const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()
const read = (span: Filters['date']['span'], first = '', last = '') =>
  toMoments({ span, first, last }, new Date(2026, 2, 1, 0, 30).getTime())

test('spans of days start at midnight, and include today', () => {
  expect((['any', 'today', 'week', 'month', 'year'] as const).map((span) => read(span).from)).toEqual([
    ...[null, day(2026, 3, 1), day(2026, 2, 23), day(2026, 1, 31), day(2026, 1, 1)],
  ])
})

test('a range of days includes its last one, may be open, and is rejected in the wrong order', () => {
  const range = { from: day(2026, 2, 28), to: day(2026, 3, 1) }
  expect(read('range', '2026-02-28', '2026-02-28')).toEqual(range)
  expect(read('range', '', '2026-12-31')).toEqual({ from: null, to: day(2027, 1, 1) })
  expect(read('range', '2026-')).toEqual({ from: null, to: null })
  const isWrong = (first: string, last: string, span: 'range' | 'week' = 'range') =>
    isReversed({ span, first, last })
  expect([isWrong('2026-05-02', '2026-05-01'), isWrong('2026-05-01', '2026-05-01')]).toEqual([true, false])
  expect([isWrong('2026-05-01', ''), isWrong('2026-05-02', '2026-05-01', 'week')]).toEqual([false, false])
})

test('options keep their order and stay in the list, even if the other filters exclude them', () => {
  const known = [
    { value: 'image', count: 12 },
    { value: 'conversation', count: 3 },
  ]
  const options = listOptions([{ value: 'conversation', count: 2 }], { known, selected: ['video'] })
  expect(options.map(({ value, count }) => `${value} ${count}`)).toEqual([
    'image 0',
    'conversation 2',
    'video 0',
  ])
})

const ratios = Array.from({ length: 200 }, (_, index) => [1, 16 / 9, 9 / 16, 4 / 3, 3][index % 5] ?? 1)
const layOut = (width: number) =>
  layOutGrid({ ratios, groups: [{ heading: '', count: 200 }], width, side: 140 })

test('every row of the grid but the last fills the width, and is about as high as requested', () => {
  for (const width of [336, 620, 1_100, 2_100]) {
    const layout = layOut(width)
    let next = 0
    for (let row = 0; row < layout.rowCount; row += 1) {
      const { first, count } = layout.row(row)
      expect(first).toBe(next)
      next += count
      const cells = Array.from({ length: count }, (_, each) => layout.cellOf(first + each))
      const used = cells.reduce((sum, cell) => sum + cell.width, 0) + gap * (count - 1)
      expect(used, `${width}`).toBeLessThanOrEqual(width)
      if (row < layout.rowCount - 1) expect(width - used, `${width}`).toBeLessThan(count + 1)
    }
    expect(next).toBe(200)
  }
  const heights = ratios.map((_, index) => layOut(700).cellOf(index).height)
  expect([Math.min(...heights) > 70, Math.max(...heights) < 280]).toEqual([true, true])
  const short = layOutGrid({ ratios: [1, 1], groups: [{ heading: '', count: 2 }], width: 2_000, side: 140 })
  expect(short.cellOf(0)).toEqual({ width: 140, height: 140 })
})

test('each group of the grid starts with its heading, and keys move across it', () => {
  const groups = [
    { heading: 'Today', count: 3 },
    { heading: 'May 2026', count: 7 },
  ]
  const layout = layOutGrid({ ratios: Array(10).fill(1), groups, width: 700, side: 140 })
  const rows = Array.from({ length: layout.rowCount }, (_, row) => layout.row(row))
  expect(rows.map(({ heading, first, count }) => heading ?? [first, count])).toEqual([
    ...['Today', [0, 3], 'May 2026', [3, 5], [8, 2]],
  ])
  for (const [row, { start, height }] of rows.slice(0, -1).entries())
    expect(rows[row + 1]?.start).toBe(start + height)
  expect([0, 2, 3, 7, 8, 9].map(layout.rowOf)).toEqual([1, 1, 3, 3, 4, 4])
  // Down from the third item to the one below it; at the ends the item stays.
  expect([layout.moveRows(2, 1), layout.moveRows(7, 1), layout.moveRows(9, -9)]).toEqual([5, 9, 1])
  expect([layout.moveRows(1, -1), layout.moveRows(8, 1)]).toEqual([1, 8])
})

test('pages are read that are in view or about to be, and only existing ones', () => {
  expect([listPages(0, 20, 10_000), listPages(20, 45, 10_000), listPages(130, 150, 10_000)]).toEqual([
    [0],
    [0, 1],
    [0, 1, 2],
  ])
  expect([listPages(9_980, 10_010, 10_000), listPages(0, 30, 12), listPages(0, 30, 0)]).toEqual([
    [99],
    [0],
    [],
  ])
  expect(listPages(900, 930, 100)).toEqual([])
})
