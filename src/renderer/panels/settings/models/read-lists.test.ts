// Ratios and sizes as people type them.
import { expect, test } from 'vitest'
import { readRatios, readSizes } from './read-lists'

test('ratios by commas, blanks and lines, in any of the usual spellings, each once', () => {
  expect(readRatios(' 1:1, 16:9;4x3\n3×2 16/9 ,, 09:16')).toEqual({
    list: ['1:1', '16:9', '4:3', '3:2', '9:16'],
  })
  expect(readRatios('  ')).toEqual({ list: [] })
})

test('the entry that is no ratio is named', () => {
  const errors = ['1:1, wide', '16-9', '0:1', '1:1:1', '1000:1'].map((text) => readRatios(text).error)
  expect(errors).toEqual([
    'must be ratios such as 16:9, and “wide” is none',
    'must be ratios such as 16:9, and “16-9” is none',
    'must be ratios such as 16:9, and “0:1” is none',
    'must be ratios such as 16:9, and “1:1:1” is none',
    'must be ratios such as 16:9, and “1000:1” is none',
  ])
})

test('sizes get the upper-case K that the models want', () => {
  expect(readSizes('1k, 2K 512')).toEqual({ list: ['1K', '2K', '512'] })
  expect(readSizes('1K, very/large').error).toBe('must be sizes such as 2K, and “very/large” is none')
})
