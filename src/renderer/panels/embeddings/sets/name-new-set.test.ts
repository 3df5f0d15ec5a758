// Names of new sets.
import { expect, test } from 'vitest'
import { nameAfterFile, nameNewSet } from './name-new-set'

test('a new set takes the first number that is free', () => {
  expect(nameNewSet([])).toBe('Set 1')
  expect(nameNewSet([{ name: 'Set 1' }, { name: 'Poems' }, { name: 'Set 3' }])).toBe('Set 2')
})

test('a set made of a file has its name, which the contract takes', () => {
  expect([
    nameAfterFile('faq.v2.csv'),
    nameAfterFile('.csv'),
    nameAfterFile(`${'x'.repeat(300)}.txt`),
  ]).toEqual(['faq.v2', 'Texts', 'x'.repeat(200)])
})
