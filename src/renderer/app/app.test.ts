// The sizes of texts and rows, the order of the palette, and the description of the provider.
import { Zap } from 'lucide-react'
import { expect, test } from 'vitest'

import { type PaletteGroup, rankGroups } from './palette/rank-items'
import { describeProvider } from './StatusLine'

const group = (
  heading: string,
  titles: readonly string[],
  more: Partial<PaletteGroup> = {},
): PaletteGroup => ({
  heading,
  items: titles.map((title) => ({ id: title, title, icon: Zap })),
  ...more,
})

const titlesOf = (groups: readonly PaletteGroup[]) =>
  groups.map(({ heading, items }) => [heading, ...items.map(({ title }) => title)])

test('without a query, groups of the palette keep their order, and long ones wait for a search', () => {
  const groups = [
    group('Chat', ['New chat']),
    group('Empty', []),
    group('Models', ['A'], { isSearched: true }),
  ]
  expect(titlesOf(rankGroups(groups, ' ', []))).toEqual([['Chat', 'New chat']])
  expect(titlesOf(rankGroups(groups, 'a', []))).toEqual([
    ['Models', 'A'],
    ['Chat', 'New chat'],
  ])
})

test('of equal matches in the palette, the one that was used last comes first', () => {
  const groups = [group('File', ['Export one', 'Export two', 'Export six'])]
  expect(titlesOf(rankGroups(groups, 'export', ['Export six', 'Export two']))).toEqual([
    ['File', 'Export six', 'Export two', 'Export one'],
  ])
  // But not before a better match.
  expect(titlesOf(rankGroups([group('File', ['Re-export', 'Export'])], 'export', ['Re-export']))).toEqual([
    ['File', 'Export', 'Re-export'],
  ])
})

test('what was found by its text is listed below titles, whatever its own title', () => {
  const groups = [group('Library', ['A boat'], { isFound: true }), group('Chat', ['Rivers', 'Other'])]
  expect(titlesOf(rankGroups(groups, 'river', []))).toEqual([
    ['Chat', 'Rivers'],
    ['Library', 'A boat'],
  ])
})

test('a command comes before settings that match as well, and after one that matches far better', () => {
  const groups = [
    group('Settings', ['Models: Add model', 'Network: Idle timeout'], { isSearched: true, isLast: true }),
    group('General', ['Use model…', 'Import lists, tables, and timeouts']),
  ]
  expect(titlesOf(rankGroups(groups, 'mod', []))).toEqual([
    ['General', 'Use model…'],
    ['Settings', 'Models: Add model'],
  ])
  expect(titlesOf(rankGroups(groups, 'network', []))).toEqual([['Settings', 'Network: Idle timeout']])
})

test('the provider is described with what is known about it, and never as working before a response', () => {
  const at = new Date(2026, 4, 21, 9, 5, 30).getTime()
  const describe = (state: 'unknown' | 'reachable' | 'failing' | 'no-key', error: string | null = null) =>
    describeProvider({
      id: 'mine',
      kind: 'service',
      label: 'Mine',
      health: { state, at: state === 'unknown' ? null : at, error },
    })
  expect([
    describe('unknown'),
    describe('reachable'),
    describe('failing', 'Key expired.'),
    describe('no-key'),
  ]).toEqual([
    'Provider: Mine. No request sent yet.',
    expect.stringMatching(/^Provider: Mine\. Last response at 0?9:05:30.*\.$/),
    expect.stringMatching(/^Provider: Mine\. Last request failed at 0?9:05:30.*: Key expired\.$/),
    'Provider: Mine. No API key is set.',
  ])
})
