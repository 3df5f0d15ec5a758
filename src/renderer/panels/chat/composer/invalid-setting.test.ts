// Settings that prevent sending.
import { expect, test } from 'vitest'
import { findInvalidSetting } from './invalid-setting'

const parameters = { model: 'gen-2.5-flash' }

test('an invalid number and a stop sequence that was not added prevent sending, in this chat only', () => {
  const find = (texts: Record<string, string>) => findInvalidSetting(texts, 'c', [parameters])
  expect([
    find({ 'c#0/temperature': '3' }),
    find({ 'c#0/temperature': '1', 'c#0/topK': '', 'c#0/stopSequence': '' }),
    find({ 'c#0/stopSequence': 'END' }),
    find({ 'd#0/temperature': '3', 'c#1/temperature': '3' }),
  ]).toEqual([
    'Temperature must be a number from 0 to 2, or empty.',
    undefined,
    'Add the stop sequence “END” in the inspector, or clear its field.',
    undefined,
  ])
})

test('names the compared model, and ignores a budget that is not set', () => {
  const texts = { 'c#1/topP': '2', 'c#0/thinkingBudget': 'many' }
  expect(findInvalidSetting(texts, 'c', [parameters, parameters])).toBe(
    'Top P must be a number from 0 to 1, or empty (model 2).',
  )
})
