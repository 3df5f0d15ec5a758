import { expect, test } from 'vitest'
import { getAppended, getAppendLog, recordAppend } from './append-log'
import { applyDeltas } from './fold-chat'

const grow = (part: object, append: string) => {
  const longer = {}
  recordAppend(part, longer, append)
  return longer
}

test('what was added between two states is told, however many pieces it came in', () => {
  const begun = {}
  const first = grow(begun, 'a')
  const third = grow(grow(first, 'b'), 'c')
  expect(getAppended(getAppendLog(begun), getAppendLog(third))).toBe('abc')
  expect(getAppended(getAppendLog(first), getAppendLog(third))).toBe('bc')
  expect(getAppended(getAppendLog(third), getAppendLog(third))).toBe('')
  expect(getAppended(getAppendLog(third), getAppendLog(first))).toBeUndefined()
})

test('a text that grows on in two ways tells each its own', () => {
  const begun = grow({}, 'a')
  const one = grow(begun, 'one')
  const other = grow(begun, 'other')
  expect(getAppended(getAppendLog(one), getAppendLog(other))).toBeUndefined()
  expect(getAppended(getAppendLog(one), getAppendLog(grow(one, '!')))).toBe('!')
  expect(getAppended(getAppendLog(other), getAppendLog(grow(other, '?')))).toBe('?')
})

test('nothing is told of a part that did not grow by pieces', () => {
  expect(getAppended(getAppendLog({}), getAppendLog({}))).toBeUndefined()
  expect(getAppendLog(undefined)).toBeUndefined()
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
  expect(getAppended(getAppendLog(begun), getAppendLog(longer))).toBe(' in drops.')
})
