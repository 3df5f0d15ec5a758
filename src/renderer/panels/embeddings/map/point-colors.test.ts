// The color of each point, and which points are highlighted.
import { expect, test } from 'vitest'
import { colorByValues, findHighlighted } from './point-colors'

test('each text has a color, the most frequent first, and blank cells have their own', () => {
  expect(colorByValues(['b', 'a', ' b ', '', 'b', 'a'])).toEqual({
    tones: Uint8Array.from([0, 1, 0, 2, 0, 1]),
    legend: {
      kind: 'groups',
      groups: [
        { name: 'b', count: 3, tone: 0 },
        { name: 'a', count: 2, tone: 1 },
        { name: 'Empty', count: 1, tone: 2 },
      ],
    },
  })
})

test('texts beyond the eleventh share the last color', () => {
  const values = Array.from({ length: 14 }, (_, index) => `w${index + 10}`)
  const { tones, legend } = colorByValues(values)
  expect([...tones]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 12, 12])
  expect(legend.kind === 'groups' && legend.groups.at(-1)).toEqual({ name: '3 others', count: 3, tone: 12 })
})

test('a few distinct numbers are groups, many are a range', () => {
  expect(colorByValues(['1', '2', '1']).legend.kind).toBe('groups')
  const numbers = Array.from({ length: 20 }, (_, index) => String(index * 5 - 10))
  const { tones, legend } = colorByValues([...numbers, ''])
  expect(legend).toEqual({ kind: 'range', min: -10, max: 85, missing: 1 })
  expect([tones[0], tones[19], tones[20]]).toEqual([0, 63, 64])
})

test('highlighted points match the legend, the search and the lasso together', () => {
  const tones = Uint8Array.from([0, 0, 1, 1])
  const noFilters = { isolated: new Set<number>(), matches: null, picked: null }
  expect(findHighlighted(tones, noFilters)).toBeNull()
  expect(findHighlighted(tones, { ...noFilters, isolated: new Set([1]) })).toEqual(
    Uint8Array.from([0, 0, 1, 1]),
  )
  expect(
    findHighlighted(tones, {
      isolated: new Set([1]),
      matches: Uint8Array.from([1, 0, 1, 1]),
      picked: [0, 3],
    }),
  ).toEqual(Uint8Array.from([0, 0, 0, 1]))
})
