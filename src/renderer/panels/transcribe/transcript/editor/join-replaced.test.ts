// Matches replaced within the stretch that they stand in.
import { expect, test } from 'vitest'
import { findMatches } from './find-matches'
import { joinReplaced } from './join-replaced'

function replaceAll(text: string, words: string, replacement: string) {
  const matches = findMatches(text, { text: words, matchCase: false, wholeWord: false })
  const [first, last] = [matches[0], matches.at(-1)]
  if (!first || !last) return text
  const stretch = text.slice(first.from, last.to)
  return text.slice(0, first.from) + joinReplaced(stretch, matches, replacement) + text.slice(last.to)
}

test('every match is replaced and nothing between them is touched, whatever the replacement is', () => {
  const text = 'Art, a party of art; ART.'
  for (const replacement of ['', 'x', 'art', '$&', 'a long replacement', '👩‍🎤']) {
    expect(replaceAll(text, 'art', replacement)).toBe(text.replace(/art/gi, () => replacement))
  }
  expect(replaceAll('aaaa', 'aa', 'b')).toBe('bb')
  expect(replaceAll('only one', 'one', 'two')).toBe('only two')
})
