import { expect, test } from 'vitest'
import { createLocator, formatJsonPath, lineOf, parseJsonPath } from './json-locations'

test('round-trips a path', () => {
  for (const steps of [
    [],
    ['items', 0, 'name'],
    ['first name'],
    ['a.b', '0', 'say "x"'],
    ['größe', '$ref', 'x-y'],
  ])
    expect(parseJsonPath(formatJsonPath(steps))).toEqual(steps)
})

test('locates a value, a large one at its key, and a missing one at its parent', () => {
  const text = '{\n  "items": [{ "type": "strng", "properties": { "a b": 1 } }]\n}'
  const locate = createLocator(text)
  const marked = (path: string) => {
    const { from, to } = locate(parseJsonPath(path))
    return text.slice(from, to)
  }
  expect(
    [
      '$.items[0].type',
      '$.items[0].properties',
      '$.items[0]',
      '$.items[0].required',
      '$',
      '$.none.at.all',
    ].map(marked),
  ).toEqual(['"strng"', '"properties"', '{', '{', '{', '{'])
  expect(marked('$.items[0].properties["a b"]')).toBe('1')
})

test('locates paths in a text that is not valid JSON', () => {
  expect([createLocator('')(['a']), createLocator('oops')(['a'])]).toEqual([
    { from: 0, to: 0 },
    { from: 0, to: 1 },
  ])
  expect(createLocator('['.repeat(200_000))([0, 0])).toMatchObject({ from: expect.any(Number) })
})

test('counts lines starting at 1', () => {
  expect([0, 1, 2, 4].map((at) => lineOf('a\nb\nc', at))).toEqual([1, 1, 2, 3])
})
