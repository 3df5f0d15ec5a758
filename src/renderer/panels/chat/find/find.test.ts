// Matches in a turn, and their positions.
import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import { makeTurn } from '../../../state/turn.fixture'
import { findFrom, findInTurn, toPattern } from './find-matches'

const find = (text: string, term: string, role: Turn['role'] = 'model') =>
  findInTurn(makeTurn({ role, parts: [{ text }] }), [term]).map(({ at }) => at)

test('ignores case, and takes every character literally', () => {
  expect(find('Heron, HERON (heron)', 'heron')).toEqual([0, 7, 14])
  for (const term of ['a.b', 'a*b', '(a)', '[a]', 'a\\b', '$a^', 'a|b', '{1}', 'a-b', 'a/b', '👩‍🚀'])
    expect(find(`x ${term} y`, term, 'user')).toEqual([2])
  expect([find('aab', 'a.b'), toPattern(['  '])]).toEqual([[], null])
})

test('finds words across line ends and emphasis, but not in URLs and names of languages', () => {
  expect(find('a **grey**\nheron', 'grey heron')).toEqual([4])
  expect(find('[site](https://heron.example) heron', 'heron')).toEqual([30])
  expect(find('```heron\nheron\n```', 'heron')).toEqual([9])
  expect(find('**grey** heron', 'grey heron', 'user')).toEqual([])
})

test('counts positions within the text of adjacent parts, and skips thoughts', () => {
  const parts = [{ text: 'heron', thought: true }, { text: 'one he' }, { text: 'ron' }]
  expect(findInTurn(makeTurn({ parts }), ['heron'])).toEqual([{ turnId: 'a1', part: 1, at: 4 }])
})

test('starts with the first match in view or below, and continues at the top', () => {
  const matches = ['a', 'b', 'b'].map((turnId, at) => ({ turnId, part: 0, at }))
  expect(findFrom(matches, new Set(['b', 'c']))).toBe(matches[1])
  expect(findFrom(matches, new Set(['c']))).toBe(matches[0])
})
