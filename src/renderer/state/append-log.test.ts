import { expect, test } from 'vitest'
import { getAppended, getAppendLog, recordAppend } from './append-log'
import { applyDeltas } from './fold-chat'

const grow = (part: object, append: string) => {
  const longer = {}
  recordAppend(part, longer, append)
  return longer
}

test('returns the text appended between two states, in any number of pieces', () => {
  const start = {}
  const first = grow(start, 'a')
  const third = grow(grow(first, 'b'), 'c')
  expect(getAppended(getAppendLog(start), getAppendLog(third))).toBe('abc')
  expect(getAppended(getAppendLog(first), getAppendLog(third))).toBe('bc')
  expect(getAppended(getAppendLog(third), getAppendLog(third))).toBe('')
  expect(getAppended(getAppendLog(third), getAppendLog(first))).toBeUndefined()
})

test('separates two continuations of the same text', () => {
  const start = grow({}, 'a')
  const one = grow(start, 'one')
  const other = grow(start, 'other')
  expect(getAppended(getAppendLog(one), getAppendLog(other))).toBeUndefined()
  expect(getAppended(getAppendLog(one), getAppendLog(grow(one, '!')))).toBe('!')
  expect(getAppended(getAppendLog(other), getAppendLog(grow(other, '?')))).toBe('?')
})

test('returns undefined for a part that was not appended to', () => {
  expect(getAppended(getAppendLog({}), getAppendLog({}))).toBeUndefined()
  expect(getAppendLog(undefined)).toBeUndefined()
})

test('records the deltas of an answer', () => {
  const [start] = applyDeltas(
    [],
    [
      { index: 0, parts: [{ text: 'Light' }] },
      { index: 0, append: ' bends' },
    ],
  )
  const [longer] = applyDeltas(
    [start ?? {}],
    [
      { index: 0, append: ' in' },
      { index: 0, append: ' drops.' },
    ],
  )
  expect(longer).toEqual({ text: 'Light bends in drops.' })
  expect(getAppended(getAppendLog(start), getAppendLog(longer))).toBe(' in drops.')
})
