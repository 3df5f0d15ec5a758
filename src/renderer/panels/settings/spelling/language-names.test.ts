// Languages of dictionaries: found by name or code, selected ones first, and the host of a download is named.
import { expect, test } from 'vitest'
import { listLanguages } from './language-names'

const languages = ['bg', 'de', 'en-GB', 'en-US', 'fr']

test('lists selected languages first, then by name, and finds every word in name or code', () => {
  expect(listLanguages(languages, { first: ['fr'], filter: '' })).toEqual([
    'fr',
    'bg',
    'en-GB',
    'en-US',
    'de',
  ])
  expect(listLanguages(languages, { first: ['fr'], filter: 'states ENGL' })).toEqual(['en-US'])
  expect(listLanguages(languages, { first: [], filter: 'en-gb' })).toEqual(['en-GB'])
  expect(listLanguages(languages, { first: [], filter: 'klingon' })).toEqual([])
})
