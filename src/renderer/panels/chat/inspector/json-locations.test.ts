import { expect, test } from 'vitest'
import { createLocator, formatJsonPath, lineOf, parseJsonPath } from './json-locations'

test('a path reads as it was written', () => {
  for (const steps of [
    [],
    ['items', 0, 'name'],
    ['first name'],
    ['a.b', '0', 'say "x"'],
    ['größe', '$ref', 'x-y'],
  ])
    expect(parseJsonPath(formatJsonPath(steps))).toEqual(steps)
})

test('locates a value itself, a large one at its key, a missing one at its parent', () => {
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

test('a text that is no JSON has places all the same', () => {
  expect([createLocator('')(['a']), createLocator('oops')(['a'])]).toEqual([
    { from: 0, to: 0 },
    { from: 0, to: 1 },
  ])
  expect(createLocator('['.repeat(200_000))([0, 0])).toMatchObject({ from: expect.any(Number) })
})

test('lines are counted from 1', () => {
  expect([0, 1, 2, 4].map((at) => lineOf('a\nb\nc', at))).toEqual([1, 1, 2, 3])
})
