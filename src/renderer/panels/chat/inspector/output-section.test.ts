import { expect, test } from 'vitest'
import { formatStopSequence, parseStopSequence } from './OutputSection'

test('round-trips a sequence', () => {
  for (const sequence of ['END', '\n\n', 'a\\nb', '\\', ' \t', '\r\n###'])
    expect(parseStopSequence(formatStopSequence(sequence), [])).toEqual({ sequence })
})

test('preserves unknown escapes and spaces', () => {
  expect([parseStopSequence('\\d', []), parseStopSequence(' ', [])]).toEqual([
    { sequence: '\\d' },
    { sequence: ' ' },
  ])
})

test('rejects an empty sequence, a duplicate, and a sixth one', () => {
  expect([
    parseStopSequence('', []),
    parseStopSequence('\\n', ['\n']),
    parseStopSequence('f', ['a', 'b', 'c', 'd', 'e']),
  ]).toEqual([{ error: 'is required' }, { error: 'is already in the list' }, { error: 'limit of 5 reached' }])
})
