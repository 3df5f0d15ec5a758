import { expect, test } from 'vitest'
import { thinkingRangeOf } from '#shared/models/thinking'
import { readParameter } from '../../../components/read-parameter'
import { findThinkingProblem, setThinkingMode, thinkingModeOf, toBudgetRule } from './ThinkingSection'

const read = (model: string, texts: readonly string[]) =>
  texts.map((text) => {
    const typed = readParameter(text, toBudgetRule(thinkingRangeOf(model)))
    return typed.error === undefined ? typed.value : 'refused'
  })

test('checks a budget against the model family, by either of its names', () => {
  const texts = ['-1', '0', '1', '127', '128', '512', '24576', '32768', '32769']
  const rejected = 'refused'
  const pro = [-1, rejected, rejected, rejected, 128, 512, 24_576, 32_768, rejected]
  expect(read('gen-2.5-pro', texts)).toEqual(pro)
  expect(read('models/gemini-2.5-pro', texts)).toEqual(pro)
  expect(read('gen-2.5-flash', texts)).toEqual([-1, 0, 1, 127, 128, 512, 24_576, rejected, rejected])
  expect(read('gen-2.5-flash-lite', texts)).toEqual([
    -1,
    0,
    rejected,
    rejected,
    rejected,
    512,
    24_576,
    rejected,
    rejected,
  ])
  expect(read('gen-3.1-pro-preview', texts)).toEqual([-1, 0, 1, 127, 128, 512, 24_576, 32_768, rejected])
  expect(read('my-model', ['-2', '40000'])).toEqual([rejected, 40_000])
})

test('reports settings that the model does not support, also if they were set for another one', () => {
  expect([
    findThinkingProblem({ model: 'gen-2.5-pro', thinkingBudget: 0 }),
    findThinkingProblem({ model: 'gen-2.5-flash', thinkingBudget: 30_000 }),
    findThinkingProblem({ model: 'gen-2.5-flash', thinkingLevel: 'LOW' }),
    findThinkingProblem({ model: 'gen-2.5-flash', thinkingBudget: 0 }),
    findThinkingProblem({ model: 'gen-3.1-pro-preview', thinkingLevel: 'LOW' }),
    findThinkingProblem({ model: 'gen-2.5-pro', thinkingBudget: -1 }),
  ]).toEqual([
    'Thinking can’t be turned off for this model',
    'This model’s thinking budget must be from 1 to 24,576 tokens',
    'This model uses a thinking budget, not a level',
    undefined,
    undefined,
    undefined,
  ])
})

test('never sets a budget and a level together', () => {
  const model = 'gen-3.1-pro-preview'
  for (const mode of ['choice', 'budget', 'level'] as const) {
    const change = setThinkingMode(mode)
    expect([change.thinkingBudget, change.thinkingLevel].filter((each) => each !== undefined).length).toBe(
      mode === 'choice' ? 0 : 1,
    )
    const { thinkingBudget: budget, thinkingLevel: level } = change
    const set = {
      ...(budget === undefined ? {} : { thinkingBudget: budget }),
      ...(level ? { thinkingLevel: level } : {}),
    }
    expect(thinkingModeOf({ model, ...set })).toBe(mode)
  }
})
