// Typed results: an object is one, everything else is told why not.
import { expect, test } from 'vitest'
import { readResult } from './read-result'

test('an object is taken as it is, an error like any other', () => {
  expect([readResult('{"output": 3}'), readResult('{"error": "No such city"}')]).toEqual([
    { response: { output: 3 } },
    { response: { error: 'No such city' } },
  ])
})

test.each([
  ['[1, 2]', 'an array'],
  ['"sunny"', 'a text'],
  ['21.5', 'a number'],
  ['null', 'null'],
  ['true', 'true or false'],
])('%s is refused: a result is an object', (text, kind) => {
  expect(readResult(text)).toEqual({
    mistake: {
      from: 0,
      to: text.length,
      message: `A result must be an object, and this is ${kind}: write { "output": … } around it.`,
    },
    isJson: true,
  })
})

test('what is no JSON is refused with its place, and so is nothing at all', () => {
  expect([readResult('{\n"output": }'), readResult(' ')]).toEqual([
    {
      mistake: { from: 12, to: 13, message: 'Line 2: A value is expected here.' },
      isJson: false,
    },
    {
      mistake: { from: 0, to: 1, message: 'A result is missing: write a JSON object.' },
      isJson: false,
    },
  ])
})
