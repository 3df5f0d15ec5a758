// The languages of dictionaries: each dictionary is offered once, and found for the languages of systems and files.
import { expect, test } from 'vitest'
import { findDictionary, listDictionaries, parseFileName } from './dictionary-languages'

/** A part of Chromium’s list. */
const names = [
  ...'bg de de-DE en en-AU en-GB en-GB-oxendict en-US es es-419 es-ES es-MX'.split(' '),
  ...'fr fr-FR hy pt pt-BR pt-PT sh sr'.split(' '),
]
const listed = listDictionaries(names)

test('lists each dictionary once', () => {
  expect(listed.join(' ')).toBe('bg de en-AU en-GB en-GB-oxendict en-US es fr hy pt-BR pt-PT sh sr')
})

test('finds the nearest dictionary for a language of the system', () => {
  const tags = ['en-US', 'en', 'de-AT', 'de-DE', 'es-MX', 'pt', 'pt-PT', 'sr-Cyrl-RS', 'ja', 'C']
  const found = ['en-US', 'en-US', 'de', 'de', 'es', 'pt-BR', 'pt-PT', 'sr', undefined, undefined]
  expect(tags.map((tag) => findDictionary(tag, listed))).toEqual(found)
})

test('reads the language of a dictionary file from its name, and the name that Chromium gives it', () => {
  const files = ['en-us-10-1.bdic', 'de_DE-3-0.BDIC', 'hy-1-0.bdic']
  expect(files.map((name) => parseFileName(name, listed))).toEqual([
    { language: 'en-US', fileName: 'en-US-10-1.bdic' },
    { language: 'de', fileName: 'de-DE-3-0.bdic' },
    { language: 'hy', fileName: 'hy-1-0.bdic' },
  ])
  for (const name of ['de.bdic', 'words-1-0.bdic', 'en-US-10-1.txt'])
    expect(parseFileName(name, listed)).toBeUndefined()
})
