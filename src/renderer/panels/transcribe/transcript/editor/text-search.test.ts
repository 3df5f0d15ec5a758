// Finding and replacing in a text.
import { expect, test } from 'vitest'
import { findMatches, findNext, findPrevious, replaceInText } from './text-search'

const plain = { matchCase: false, wholeWord: false }
const find = (text: string, words: string, how: Partial<typeof plain> = {}) =>
  findMatches(text, { text: words, ...plain, ...how }).map(({ from, to }) => text.slice(from, to))

test('findMatches searches literally, whatever characters the words contain', () => {
  expect(find('a.b (a.b) axb', 'a.b')).toEqual(['a.b', 'a.b'])
  for (const characters of ['(', ')', '[x]', '{2}', '\\d', '^$', 'a|b', '*?+', '-', '/', 'ö👩‍🎤']) {
    expect(find(`one ${characters} two`, characters)).toEqual([characters])
  }
  expect(find('aaaa', 'aa')).toEqual(['aa', 'aa'])
  expect(find('anything', '')).toEqual([])
})

test('case is ignored unless it is to be matched, in any alphabet', () => {
  expect(find('Über über ÜBER', 'über')).toEqual(['Über', 'über', 'ÜBER'])
  expect(find('Über über', 'über', { matchCase: true })).toEqual(['über'])
})

test('a whole word ends at punctuation and spaces, not at an accented letter', () => {
  const whole = { wholeWord: true }
  expect(findMatches('art, party art. Arté', { text: 'art', ...plain, ...whole })).toEqual([
    { from: 0, to: 3 },
    { from: 11, to: 14 },
  ])
  expect(find('(art)', '(art)', whole)).toEqual(['(art)'])
})

test('matches may contain line breaks', () => {
  expect(find('one\ntwo', 'e\nt')).toEqual(['e\nt'])
})

test('next and previous wrap around at the ends', () => {
  const matches = findMatches('x..x..x', { text: 'x', ...plain })
  expect([0, 1, 3, 4, 7].map((at) => findNext(matches, at))).toEqual([0, 1, 1, 2, 0])
  expect([0, 1, 3, 4, 7].map((at) => findPrevious(matches, at))).toEqual([2, 0, 0, 1, 2])
  expect([findNext([], 3), findPrevious([], 3)]).toEqual([-1, -1])
})

function replaceAll(text: string, words: string, replacement: string) {
  const matches = findMatches(text, { text: words, matchCase: false, wholeWord: false })
  const [first, last] = [matches[0], matches.at(-1)]
  if (!first || !last) return text
  const stretch = text.slice(first.from, last.to)
  return text.slice(0, first.from) + replaceInText(stretch, matches, replacement) + text.slice(last.to)
}

test('replaceInText replaces every match and nothing between them, whatever the replacement is', () => {
  const text = 'Art, a party of art; ART.'
  for (const replacement of ['', 'x', 'art', '$&', 'a long replacement', '👩‍🎤']) {
    expect(replaceAll(text, 'art', replacement)).toBe(text.replace(/art/gi, () => replacement))
  }
  expect(replaceAll('aaaa', 'aa', 'b')).toBe('bb')
  expect(replaceAll('only one', 'one', 'two')).toBe('only two')
})
