// Fuzzy search: what is found, and in which order.
import { expect, test } from 'vitest'
import { listSearchTerms, scoreText } from './find-text'

function search(query: string, titles: readonly string[]): string[] {
  return titles
    .map((title) => ({ title, score: scoreText(query, title) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ title }) => title)
}

test('words come before beginnings of words, and these before parts', () => {
  expect(search('new', ['Renew key', 'Create new set', 'New chat', 'New'])).toEqual([
    'New',
    'New chat',
    'Create new set',
    'Renew key',
  ])
})

test('initials and letters in their order are found, spread ones are not', () => {
  const titles = ['New chat', 'Move to folder…', 'Export as…', 'Toggle inspector', 'Keyboard shortcuts']
  expect(search('nc', titles)).toEqual(['New chat'])
  expect(search('mtf', titles)).toEqual(['Move to folder…'])
  expect(search('tins', titles)).toEqual(['Toggle inspector'])
  expect(search('bosu', titles)).toEqual([])
})

test('every word has to be found, in any order, ignoring case', () => {
  expect(search('FOLDER move', ['Move to folder…', 'New folder', 'Move'])).toEqual(['Move to folder…'])
})

test('other words count less than the title', () => {
  const inTitle = scoreText('theme', 'Set theme…')
  const inWords = scoreText('theme', 'Appearance', 'theme dark')
  expect(inTitle).toBeGreaterThan(inWords)
  expect(inWords).toBeGreaterThan(0)
  expect(scoreText('nothing', 'Appearance', 'theme dark')).toBe(0)
})

test('finds text that is not Latin', () => {
  expect(search('радуга', ['Почему радуга круглая', 'Дождь'])).toEqual(['Почему радуга круглая'])
})

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
