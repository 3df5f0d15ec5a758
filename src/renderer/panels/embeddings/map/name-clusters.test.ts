// Clusters are named by distinctive words, not by frequent ones.
import { expect, test } from 'vitest'
import { nameClusters } from './name-clusters'

const texts = [
  'The boat in the harbor',
  'The boats and the harbor',
  'A boat on the sea',
  'The bread in the oven',
  'The bread and the dough',
  'A bread on the table',
]
const clusters = [0, 0, 0, 1, 1, 1]

test('names have words of one cluster, not the words of both, nor a second form of a word', () => {
  expect(nameClusters(texts, clusters)).toEqual(['harbor, boat', 'bread'])
})

test('a function word that only one small cluster has is no name', () => {
  const few = ['A map of the city', 'A map of the coast', 'Bread without yeast', 'Bread without salt']
  expect(nameClusters(few, [0, 0, 1, 1])).toEqual(['map', 'bread'])
})

test('clusters without a distinctive word have a number, and no two have the same name', () => {
  expect(nameClusters(['equal words', 'equal words', '12', '34'], [0, 1, 2, 3])).toEqual([
    'equal, words',
    'equal, words (2)',
    'Cluster 3',
    'Cluster 4',
  ])
})

test('words are found in scripts without spaces', () => {
  const names = nameClusters(['猫が寝る', '猫が食べる', '飛行機が飛ぶ', '飛行機が着く'], [0, 0, 1, 1])
  expect(names[0]).toBe('猫')
  expect(names[1]).toContain('飛行')
})

test('a large cluster is sampled evenly, so that a word of its end counts', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => (at < 5000 ? 'alpha first' : 'alpha second'))
  const names = nameClusters([...many, 'mint', 'mint'], [...many.map(() => 0), 1, 1])
  expect(names).toEqual(['alpha, second, first', 'mint'])
})
