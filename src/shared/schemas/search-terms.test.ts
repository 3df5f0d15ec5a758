import { expect, test } from 'vitest'
import { listSearchTerms } from './search-terms'

test('terms are words, and phrases without their quotes: what is found can also be marked', () => {
  expect(listSearchTerms(' the "climate report" of  “two  years” ')).toEqual([
    'the',
    'climate report',
    'of',
    'two  years',
  ])
  expect(listSearchTerms('5" screen "" ')).toEqual(['5"', 'screen', '""'])
  expect(listSearchTerms('  ')).toEqual([])
})
