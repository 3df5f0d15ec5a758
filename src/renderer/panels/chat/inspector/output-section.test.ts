import { expect, test } from 'vitest'
import { readStopSequence, writeStopSequence } from './OutputSection'

test('what is written reads back as the same sequence', () => {
  for (const sequence of ['END', '\n\n', 'a\\nb', '\\', ' \t', '\r\n###'])
    expect(readStopSequence(writeStopSequence(sequence), [])).toEqual({ sequence })
})

test('an escape that means nothing stands as it is written, and spaces count', () => {
  expect([readStopSequence('\\d', []), readStopSequence(' ', [])]).toEqual([
    { sequence: '\\d' },
    { sequence: ' ' },
  ])
})

test('an empty one, a second one of the same, and a sixth are refused', () => {
  expect([
    readStopSequence('', []),
    readStopSequence('\\n', ['\n']),
    readStopSequence('f', ['a', 'b', 'c', 'd', 'e']),
  ]).toEqual([
    { error: 'must not be empty' },
    { error: 'is there already' },
    { error: 'must be 5 at the most' },
  ])
})
