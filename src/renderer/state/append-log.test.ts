import { expect, test } from 'vitest'
import { getAppended, getAppendLog, recordAppend } from './append-log'
import { applyDeltas } from './fold-chat'

const grow = (part: object, append: string) => {
  const longer = {}
  recordAppend(part, longer, append)
  return longer
}

test('returns the text appended between two states, in however many pieces it came', () => {
  const begun = {}
  const first = grow(begun, 'a')
  const third = grow(grow(first, 'b'), 'c')
  expect(getAppended(getAppendLog(begun), getAppendLog(third))).toBe('abc')
  expect(getAppended(getAppendLog(first), getAppendLog(third))).toBe('bc')
  expect(getAppended(getAppendLog(third), getAppendLog(third))).toBe('')
  expect(getAppended(getAppendLog(third), getAppendLog(first))).toBeUndefined()
})

test('a text that is continued in two ways returns each continuation separately', () => {
  const begun = grow({}, 'a')
  const one = grow(begun, 'one')
  const other = grow(begun, 'other')
  expect(getAppended(getAppendLog(one), getAppendLog(other))).toBeUndefined()
  expect(getAppended(getAppendLog(one), getAppendLog(grow(one, '!')))).toBe('!')
  expect(getAppended(getAppendLog(other), getAppendLog(grow(other, '?')))).toBe('?')
})

test('returns undefined for a part that was not appended to', () => {
  expect(getAppended(getAppendLog({}), getAppendLog({}))).toBeUndefined()
  expect(getAppendLog(undefined)).toBeUndefined()
})

test('deltas of an answer are recorded in its append log', () => {
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
