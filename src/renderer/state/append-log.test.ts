import { expect, test } from 'vitest'
import { noteGrowth, readAdded, readGrowth } from './append-log'
import { applyDeltas } from './fold-chat'

const grow = (part: object, append: string) => {
  const longer = {}
  noteGrowth(part, longer, append)
  return longer
}

test('what was added between two states is told, however many pieces it came in', () => {
  const begun = {}
  const first = grow(begun, 'a')
  const third = grow(grow(first, 'b'), 'c')
  expect(readAdded(readGrowth(begun), readGrowth(third))).toBe('abc')
  expect(readAdded(readGrowth(first), readGrowth(third))).toBe('bc')
  expect(readAdded(readGrowth(third), readGrowth(third))).toBe('')
  expect(readAdded(readGrowth(third), readGrowth(first))).toBeUndefined()
})

test('a text that grows on in two ways tells each its own', () => {
  const begun = grow({}, 'a')
  const one = grow(begun, 'one')
  const other = grow(begun, 'other')
  expect(readAdded(readGrowth(one), readGrowth(other))).toBeUndefined()
  expect(readAdded(readGrowth(one), readGrowth(grow(one, '!')))).toBe('!')
  expect(readAdded(readGrowth(other), readGrowth(grow(other, '?')))).toBe('?')
})

test('nothing is told of a part that did not grow by pieces', () => {
  expect(readAdded(readGrowth({}), readGrowth({}))).toBeUndefined()
  expect(readGrowth(undefined)).toBeUndefined()
})

test('the deltas of an answer leave its growth', () => {
  const [begun] = applyDeltas(
    [],
    [
      { index: 0, parts: [{ text: 'Light' }] },
      { index: 0, append: ' bends' },
    ],
  )
  const [longer] = applyDeltas(
    [begun ?? {}],
    [
      { index: 0, append: ' in' },
      { index: 0, append: ' drops.' },
    ],
  )
  expect(longer).toEqual({ text: 'Light bends in drops.' })
  expect(readAdded(readGrowth(begun), readGrowth(longer))).toBe(' in drops.')
})
