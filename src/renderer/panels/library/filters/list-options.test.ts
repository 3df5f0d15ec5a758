// What a filter offers.
import { expect, test } from 'vitest'
import { listOptions } from './list-options'

const counted = [
  { value: 'image', count: 12 },
  { value: 'conversation', count: 3 },
]

test('a value that is set stays within reach where nothing of it is left', () => {
  expect(listOptions(counted, ['video', 'image'], false)).toEqual([
    { value: 'image', count: 12 },
    { value: 'conversation', count: 3 },
    { value: 'video', count: 0 },
  ])
})

test('in the bin no counts are told, which are of what is outside of it', () => {
  expect(listOptions(counted, [], true)).toEqual([
    { value: 'image', count: null },
    { value: 'conversation', count: null },
  ])
})
