// Differences with a little around them.
import { expect, test } from 'vitest'
import { compareTexts } from './compare-texts'
import { shortenPassages } from './shorten-passages'

test('what is the same is cut to whole words beside each difference, and a short difference stays whole', () => {
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

test('a short text stays as it is', () => {
  const passages = compareTexts('one two three', 'one four three')
  expect(shortenPassages(passages)).toEqual(passages)
})

test('a difference too long to be read is cut in its middle', () => {
  const [before, after] = ['a', 'b'].map((word) => Array.from({ length: 50_000 }, () => word).join(' '))
  const shortened = shortenPassages(compareTexts(before ?? '', after ?? ''))
  expect(shortened.filter(({ kind }) => kind !== 'same').map(({ text }) => text.length < 4100)).toEqual([
    true,
    true,
  ])
})
