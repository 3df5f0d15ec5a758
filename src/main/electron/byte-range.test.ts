// Ranges as players and download managers ask for them.
import { expect, test } from 'vitest'
import { readRange } from './byte-range'

test.each([
  [null, undefined],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
])('%s of 100 bytes is %o', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected)
})
