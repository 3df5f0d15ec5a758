import { expect, test } from 'vitest'
import { getAppended, getAppendLog, recordAppend } from './append-log'

const append = (part: object, text: string) => {
  const longer = {}
  recordAppend(part, longer, text)
  return longer
}

test('returns the text appended between two states, in any number of pieces', () => {
  const start = {}
  const first = append(start, 'a')
  const third = append(append(first, 'b'), 'c')
  expect(getAppended(getAppendLog(start), getAppendLog(third))).toBe('abc')
  expect(getAppended(getAppendLog(first), getAppendLog(third))).toBe('bc')
  expect(getAppended(getAppendLog(third), getAppendLog(third))).toBe('')
  expect(getAppended(getAppendLog(third), getAppendLog(first))).toBeUndefined()
})

test('separates two continuations of the same text', () => {
  const start = append({}, 'a')
  const one = append(start, 'one')
  const other = append(start, 'other')
  expect(getAppended(getAppendLog(one), getAppendLog(other))).toBeUndefined()
  expect(getAppended(getAppendLog(one), getAppendLog(append(one, '!')))).toBe('!')
  expect(getAppended(getAppendLog(other), getAppendLog(append(other, '?')))).toBe('?')
})
