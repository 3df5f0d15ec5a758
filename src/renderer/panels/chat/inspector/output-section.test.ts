import { expect, test } from 'vitest'
import { formatStopSequence, parseStopSequence } from './OutputSection'

test('a formatted sequence parses to the same sequence', () => {
  for (const sequence of ['END', '\n\n', 'a\\nb', '\\', ' \t', '\r\n###'])
    expect(parseStopSequence(formatStopSequence(sequence), [])).toEqual({ sequence })
})

test('an unknown escape stays as it is, and spaces count', () => {
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
  ]).toEqual([{ error: 'is required' }, { error: 'is already in the list' }, { error: 'limit of 5 reached' }])
})
