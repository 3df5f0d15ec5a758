// Differences between two texts.
import { expect, test } from 'vitest'
import { compareTexts, type Passage, shortenPassages } from './compare-texts'

const mark = (passages: readonly Passage[]) =>
  passages
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('')
const join = (passages: readonly Passage[], without: Passage['kind']) =>
  passages
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

test('compareTexts marks changed words, and nothing else', () => {
  expect(mark(compareTexts('the cat sat on the mat', 'the dog sat on a mat'))).toBe(
    'the [-cat-][+dog+] sat on [-the-][+a+] mat',
  )
  expect(mark(compareTexts('one two', 'one two three'))).toBe('one two[+ three+]')
  expect(mark(compareTexts('one two three', 'two three'))).toBe('[-one -]two three')
  expect(mark(compareTexts('Hello.', 'Hello, world.'))).toBe('Hello[+, world+].')
  expect(mark(compareTexts('same', 'same'))).toBe('same')
  expect([compareTexts('', ''), mark(compareTexts('', 'new')), mark(compareTexts('old', ''))]).toEqual([
    [],
    '[+new+]',
    '[-old-]',
  ])
})

test('both texts can be reconstructed from the passages', () => {
  // A small generator with a fixed seed: the same texts each time.
  let seed = 7
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const words = ['a', 'b', 'c', ' ', ' ', '.', '\n', 'd👩‍🎤', 'é']
  for (let round = 0; round < 300; round += 1) {
    const write = () => Array.from({ length: draw(25) }, () => words[draw(words.length)]).join('')
    const [before, after] = [write(), write()]
    const passages = compareTexts(before, after)
    expect([join(passages, 'added'), join(passages, 'removed')]).toEqual([before, after])
  }
})

test('long texts with few words in common are compared by sentence', () => {
  const write = (word: string) =>
    Array.from({ length: 150 }, (_, at) => `${word} ${at} ${word}${at}, ${word}.`).join(' ')
  const shared = 'This sentence is in both.\n'
  const passages = compareTexts(
    `${write('old')} ${shared}${write('a')}`,
    `${write('new')} ${shared}${write('b')}`,
  )
  expect(passages.filter(({ kind }) => kind === 'same')).toEqual([{ kind: 'same', text: shared }])
})

test('two long texts with nothing in common are one change, found in bounded time', () => {
  const [before, after] = ['old ', 'new '].map((word) =>
    Array.from({ length: 40_000 }, (_, at) => `${word}${at}`).join(','),
  )
  const passages = compareTexts(before ?? '', after ?? '')
  expect([
    join(passages, 'added') === before,
    join(passages, 'removed') === after,
    passages.length <= 3,
  ]).toEqual([true, true, true])
})

test('one word changed at each end of a long text is two small changes', () => {
  const middle = Array.from({ length: 50_000 }, (_, at) => `word${at}`).join(' ')
  expect(compareTexts(`a ${middle} y`, `b ${middle} z`).filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'a' },
    { kind: 'added', text: 'b' },
    { kind: 'removed', text: 'y' },
    { kind: 'added', text: 'z' },
  ])
})

test('unchanged text is cut to whole words beside each change, and a short change stays complete', () => {
  const filler = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')
  const shortened = shortenPassages(
    compareTexts(`${filler} old ${filler} end ${filler}`, `${filler} new ${filler} stop ${filler}`),
  )
  expect(shortened.map(({ kind }) => kind)).toEqual([
    'same',
    'removed',
    'added',
    'same',
    'removed',
    'added',
    'same',
  ])
  const same = shortened.filter(({ kind }) => kind === 'same').map(({ text }) => text)
  expect(same.map((text) => text.length < 180 && text.includes('…'))).toEqual([true, true, true])
  expect([same[0]?.startsWith('… w'), same[0]?.endsWith('w99 '), same[1]?.startsWith(' w0 ')]).toEqual([
    true,
    true,
    true,
  ])
})

test('a short text is not shortened', () => {
  const passages = compareTexts('one two three', 'one four three')
  expect(shortenPassages(passages)).toEqual(passages)
})

test('a very long change is cut in its middle', () => {
  const [before, after] = ['a', 'b'].map((word) => Array.from({ length: 50_000 }, () => word).join(' '))
  const shortened = shortenPassages(compareTexts(before ?? '', after ?? ''))
  expect(shortened.filter(({ kind }) => kind !== 'same').map(({ text }) => text.length < 4100)).toEqual([
    true,
    true,
  ])
})
