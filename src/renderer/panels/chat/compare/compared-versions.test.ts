import { expect, test } from 'vitest'
import { pickVersions } from './compared-versions'

test('picks at most four versions, always with the shown one', () => {
  const versions = ['a', 'b', 'c', 'd', 'e', 'f']
  expect([
    pickVersions(['a', 'b'], 'b'),
    pickVersions(versions, 'a'),
    pickVersions(versions, 'e'),
    pickVersions(versions, 'f'),
  ]).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c', 'd'],
    ['b', 'c', 'd', 'e'],
    ['c', 'd', 'e', 'f'],
  ])
})
