// Differences between two texts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts, type Passage, shortenPassages } from './compare-texts'

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

test('long texts with few words in common are compared by sentence', () => {
  const write = (word: string) => listWords(150, (at) => `${word} ${at} ${word}${at}, ${word}.`).join(' ')
  const shared = 'This sentence is in both.\n'
  const passages = compareTexts(
    `${write('old')} ${shared}${write('a')}`,
    `${write('new')} ${shared}${write('b')}`,
  )
  expect(passages.filter(({ kind }) => kind === 'same')).toEqual([{ kind: 'same', text: shared }])
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

test('unchanged text is shortened to whole words beside each change, and a short text stays complete', () => {
  const filler = listWords(100, (at) => `w${at}`).join(' ')
  const shortened = shortenPassages(
    compareTexts(`${filler} old ${filler} end ${filler}`, `${filler} new ${filler} stop ${filler}`),
  )
  const change = ['removed', 'added']
  expect(shortened.map(({ kind }) => kind)).toEqual(['same', ...change, 'same', ...change, 'same'])
  const same = shortened.filter(({ kind }) => kind === 'same').map(({ text }) => text)
  for (const text of same) expect([text.length < 180, text.includes('…')]).toEqual([true, true])
  expect(same[0]).toMatch(/^… w.*w99 $/)
  expect(same[1]).toMatch(/^ w0 /)
  const passages = compareTexts('one two three', 'one four three')
  expect(shortenPassages(passages)).toEqual(passages)
})

test('a very long change is shortened in its middle', () => {
  const [before, after] = ['a', 'b'].map((word) => listWords(50_000, () => word).join(' '))
  const changes = shortenPassages(compareTexts(before ?? '', after ?? '')).filter(
    ({ kind }) => kind !== 'same',
  )
  expect(changes.map(({ text }) => text.length < 4100)).toEqual([true, true])
})
