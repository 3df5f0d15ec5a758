import { expect, test } from 'vitest'
import { formatStopSequence, parseStopSequence } from './OutputSection'

test('what is written reads back as the same sequence', () => {
  for (const sequence of ['END', '\n\n', 'a\\nb', '\\', ' \t', '\r\n###'])
    expect(parseStopSequence(formatStopSequence(sequence), [])).toEqual({ sequence })
})

test('an escape that means nothing stands as it is written, and spaces count', () => {
  expect([parseStopSequence('\\d', []), parseStopSequence(' ', [])]).toEqual([
    { sequence: '\\d' },
    { sequence: ' ' },
  ])
})

test('an empty one, a second one of the same, and a sixth are refused', () => {
  expect([
    parseStopSequence('', []),
    parseStopSequence('\\n', ['\n']),
    parseStopSequence('f', ['a', 'b', 'c', 'd', 'e']),
  ]).toEqual([
    { error: 'must not be empty' },
    { error: 'is there already' },
    { error: 'must be 5 at the most' },
  ])
})
