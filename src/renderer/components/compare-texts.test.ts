// Differences between two texts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts, type Passage } from './TextChanges'

const mark = (before: string, after: string) =>
  compareTexts(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('')
const join = (passages: readonly Passage[], without: Passage['kind']) =>
  passages
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')
const listWords = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at))

test.each([
  ['the cat sat on the mat', 'the dog sat on a mat', 'the [-cat-][+dog+] sat on [-the-][+a+] mat'],
  ['one two', 'one two three', 'one two[+ three+]'],
  ['one two three', 'two three', '[-one -]two three'],
  ['Hello.', 'Hello, world.', 'Hello[+, world+].'],
  ['same', 'same', 'same'],
  ['', '', ''],
  ['', 'new', '[+new+]'],
  ['old', '', '[-old-]'],
])('of %j and %j only changed words are marked', (before, after, expected) => {
  expect(mark(before, after)).toBe(expected)
})

test('both texts can be reconstructed from the passages', () => {
  const words = fc.constantFrom('a', 'b', 'c', ' ', ' ', '.', '\n', 'd👩‍🎤', 'é')
  const text = fc.array(words, { maxLength: 25 }).map((each) => each.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const passages = compareTexts(before, after)
      expect([join(passages, 'added'), join(passages, 'removed')]).toEqual([before, after])
    }),
  )
})

test('two long texts with nothing in common are one change, found in bounded time', () => {
  const [before, after] = ['old ', 'new '].map((word) => listWords(40_000, (at) => `${word}${at}`).join(','))
  const passages = compareTexts(before ?? '', after ?? '')
  expect(passages.length).toBeLessThanOrEqual(3)
  expect([join(passages, 'added') === before, join(passages, 'removed') === after]).toEqual([true, true])
})

test('one word changed at each end of a long text is two small changes', () => {
  const middle = listWords(50_000, (at) => `word${at}`).join(' ')
  const changes = compareTexts(`a ${middle} y`, `b ${middle} z`).filter(({ kind }) => kind !== 'same')
  expect(changes.map(({ text }) => text)).toEqual(['a', 'b', 'y', 'z'])
})
