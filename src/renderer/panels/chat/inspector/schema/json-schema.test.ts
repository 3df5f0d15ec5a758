import { expect, test } from 'vitest'
import { describeSchema } from './json-schema'

test('names the type and the first properties', () => {
  const properties = { a: {}, b: {}, c: {}, d: {}, e: {} }
  expect(
    [
      {},
      { type: 'OBJECT', properties },
      { type: 'array', items: { type: 'object', properties: { name: {} } } },
      { type: 'array', items: { type: 'string' } },
      { type: 'array' },
      { type: 'string' },
      { anyOf: [] },
    ].map(describeSchema),
  ).toEqual([
    'No schema. Any JSON is allowed.',
    'An object with a, b, c, d, and 1 more.',
    'A list of objects with name.',
    'A list of string values.',
    'A list.',
    'A single value: string.',
    'One of several schemas.',
  ])
})
