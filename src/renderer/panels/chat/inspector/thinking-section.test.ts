import { expect, test } from 'vitest'
import { readParameter } from '../../../components/read-parameter'
import { findThinkingFault, rangeOf, setThinkingMode, thinkingModeOf, toBudgetRule } from './ThinkingSection'

const read = (model: string, texts: readonly string[]) =>
  texts.map((text) => {
    const typed = readParameter(text, toBudgetRule(rangeOf(model)))
    return typed.error === undefined ? typed.value : 'refused'
  })

test('a budget is held against the family of the model, by either of its names', () => {
  const texts = ['-1', '0', '1', '127', '128', '512', '24576', '32768', '32769']
  const refused = 'refused'
  const pro = [-1, refused, refused, refused, 128, 512, 24_576, 32_768, refused]
  expect(read('gen-2.5-pro', texts)).toEqual(pro)
  expect(read('models/gemini-2.5-pro', texts)).toEqual(pro)
  expect(read('gen-2.5-flash', texts)).toEqual([-1, 0, 1, 127, 128, 512, 24_576, refused, refused])
  expect(read('gen-2.5-flash-lite', texts)).toEqual([
    -1,
    0,
    refused,
    refused,
    refused,
    512,
    24_576,
    refused,
    refused,
  ])
  expect(read('gen-3.1-pro-preview', texts)).toEqual([-1, 0, 1, 127, 128, 512, 24_576, 32_768, refused])
  expect(read('my-model', ['-2', '40000'])).toEqual([refused, 40_000])
})

test('reports settings that the model does not support, also if they were set for another one', () => {
  expect([
    findThinkingFault({ model: 'gen-2.5-pro', thinkingBudget: 0 }),
    findThinkingFault({ model: 'gen-2.5-flash', thinkingBudget: 30_000 }),
    findThinkingFault({ model: 'gen-2.5-flash', thinkingLevel: 'LOW' }),
    findThinkingFault({ model: 'gen-2.5-flash', thinkingBudget: 0 }),
    findThinkingFault({ model: 'gen-3.1-pro-preview', thinkingLevel: 'LOW' }),
    findThinkingFault({ model: 'gen-2.5-pro', thinkingBudget: -1 }),
  ]).toEqual([
    'Thinking can’t be turned off for this model',
    'This model’s thinking budget must be 1 to 24,576 tokens',
    'This model uses a thinking budget, not a level',
    undefined,
    undefined,
    undefined,
  ])
})

test('a budget and a level are never set together', () => {
  const model = 'gen-3.1-pro-preview'
  for (const way of ['choice', 'budget', 'level'] as const) {
    const change = setThinkingMode(way)
    expect([change.thinkingBudget, change.thinkingLevel].filter((each) => each !== undefined).length).toBe(
      way === 'choice' ? 0 : 1,
    )
    const { thinkingBudget: budget, thinkingLevel: level } = change
    const set = {
      ...(budget === undefined ? {} : { thinkingBudget: budget }),
      ...(level ? { thinkingLevel: level } : {}),
    }
    expect(thinkingModeOf({ model, ...set })).toBe(way)
  }
})
