// Languages of dictionaries: found by name or code, selected ones first, and the host of a download is named.
import { expect, test } from 'vitest'
import { describeDownloadSource, listLanguages, nameLanguages } from './language-names'

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

test('names the languages, and the host that a download contacts', () => {
  expect(nameLanguages(['de', 'en-US', 'fr'])).toBe('German, English (United States), and French')
  expect(describeDownloadSource('')).toContain('from redirector.gvt1.com, a server of Google.')
  expect(describeDownloadSource('https://mirror.example:8443/x')).toContain('from mirror.example:8443.')
})
