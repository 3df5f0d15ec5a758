// Suggested tags, and the number of items with each.
import { expect, test } from 'vitest'
import { countTags, suggestTags, toTag } from './TagInput'

const known = ['client work', 'keepers', 'Sketches', 'work in progress']

test('suggestTags lists tags that start with the typed text first, and omits present ones', () => {
  expect(suggestTags('WORK', known, [])).toEqual(['work in progress', 'client work'])
  expect(suggestTags('', known, ['keepers'])).toEqual(['client work', 'Sketches', 'work in progress'])
})

test('toTag uses the spelling of a known tag', () => {
  expect([toTag(' sketches ', known), toTag('new', known), toTag('  ', known)]).toEqual([
    'Sketches',
    'new',
    null,
  ])
})

test('tags are counted, the most frequent first', () => {
  expect(countTags([{ tags: ['b', 'a'] }, { tags: ['b'] }, { tags: [] }])).toEqual([
    { tag: 'b', count: 2 },
    { tag: 'a', count: 1 },
  ])
})
