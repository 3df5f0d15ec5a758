// An aspect ratio as typed.
import { expect, test } from 'vitest'
import { readRatio } from './read-ratio'

test('a ratio is read in the ways that people write it', () => {
  const written = ['16:9', ' 16 : 9 ', '16/9', '16x9', '16×9', '']
  expect(written.map((text) => readRatio(text))).toEqual([
    { value: '16:9' },
    { value: '16:9' },
    { value: '16:9' },
    { value: '16:9' },
    { value: '16:9' },
    { value: undefined },
  ])
})

test('what is no ratio is told how one is written', () => {
  const error = 'must be two whole numbers with a colon between them, like 16:9'
  expect(['wide', '16:0', '1.85:1', '16:9:4', '1234:1'].map((text) => readRatio(text))).toEqual(
    Array.from({ length: 5 }, () => ({ error })),
  )
})
