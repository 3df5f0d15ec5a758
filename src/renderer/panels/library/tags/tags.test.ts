// Tags that are offered, and how many items bear them.
import { expect, test } from 'vitest'
import { countTags, suggestTags, toTag } from './tags'

const known = ['client work', 'keepers', 'Sketches', 'work in progress']

test('tags that begin with what is typed come first, those that are borne not at all', () => {
  expect(suggestTags('WORK', known, [])).toEqual(['work in progress', 'client work'])
  expect(suggestTags('', known, ['keepers'])).toEqual(['client work', 'Sketches', 'work in progress'])
})

test('a tag is taken in the spelling that is there already', () => {
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
