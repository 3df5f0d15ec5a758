// The sections of the inspector.
import { expect, test } from 'vitest'
import { thinkingRangeOf } from '#shared/models/thinking'
import { readParameter } from '../../../components/read-parameter'
import { listDifferences } from '../parameter-names'
import { formatStopSequence, parseStopSequence } from './OutputSection'
import { findPresetInUse } from './presets/PresetsSection'
import { findThinkingProblem, setThinkingMode, thinkingModeOf, toBudgetRule } from './ThinkingSection'
import { rejectsMixedTools } from './ToolsSection'

test('a stop sequence can be written and read back', () => {
  for (const sequence of ['END', '\n\n', 'a\\nb', '\\', ' \t', '\r\n###'])
    expect(parseStopSequence(formatStopSequence(sequence), [])).toEqual({ sequence })
})

test('a stop sequence keeps unknown escapes and spaces', () => {
  expect([parseStopSequence('\\d', []), parseStopSequence(' ', [])]).toEqual([
    { sequence: '\\d' },
    { sequence: ' ' },
  ])
})

test('an empty stop sequence, a duplicate, and a sixth one are rejected', () => {
  expect([
    parseStopSequence('', []),
    parseStopSequence('\\n', ['\n']),
    parseStopSequence('f', ['a', 'b', 'c', 'd', 'e']),
  ]).toEqual([{ error: 'is required' }, { error: 'is already in the list' }, { error: 'limit of 5 reached' }])
})

const model = 'gen-2.5-flash'
const presets = [
  { id: 'a', name: 'Careful', updatedAt: 1, parameters: { model, temperature: 0 } },
  { id: 'b', name: 'Wild', updatedAt: 2, parameters: { model, temperature: 2 } },
]

test('the applied preset stays in use while parameters change', () => {
  expect([
    findPresetInUse(presets, 'a', { model, temperature: 0 }),
    findPresetInUse(presets, 'a', { model, temperature: 2, seed: 1 }),
  ]).toEqual([
    { id: 'a', name: 'Careful', changed: [] },
    { id: 'a', name: 'Careful', changed: ['Temperature', 'Seed'] },
  ])
})

test('if none was applied, or it was deleted, a preset with equal parameters is in use', () => {
  expect([
    findPresetInUse(presets, undefined, { model, temperature: 2 }),
    findPresetInUse(presets, 'gone', { model, temperature: 2 }),
    findPresetInUse(presets, undefined, { model }),
  ]).toEqual([{ id: 'b', name: 'Wild', changed: [] }, { id: 'b', name: 'Wild', changed: [] }, null])
})

test('a thinking budget is checked against the model family, by either of its names', () => {
  const listAccepted = (model: string) =>
    ['-2', '-1', '0', '1', '127', '128', '512', '24576', '32768', '32769'].filter(
      (text) => readParameter(text, toBudgetRule(thinkingRangeOf(model))).error === undefined,
    )
  const pro = ['-1', '128', '512', '24576', '32768']
  expect([listAccepted('gen-2.5-pro'), listAccepted('models/gemini-2.5-pro')]).toEqual([pro, pro])
  const flash = ['-1', '0', '1', '127', '128', '512', '24576']
  expect(listAccepted('gen-2.5-flash')).toEqual(flash)
  expect(listAccepted('gen-2.5-flash-lite')).toEqual(['-1', '0', '512', '24576'])
  expect(listAccepted('gen-3.1-pro-preview')).toEqual([...flash, '32768'])
  expect(listAccepted('my-model')).toContain('32769')
  expect(listAccepted('my-model')).not.toContain('-2')
})

test('thinking settings that the model does not support are reported, also if they were set for another one', () => {
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

test('a thinking budget and a level are never set together', () => {
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

test('only generation 2 models reject functions beside other tools, and disabled tools are ignored', () => {
  const functions = { on: true, declarations: [{ name: 'a' }], mocks: [], answerWithMocks: false }
  expect([
    rejectsMixedTools({ model: 'gemini-2.5-pro', functions, urlContext: true }),
    rejectsMixedTools({ model: 'gen-2.5-flash', functions, googleSearch: true }),
    rejectsMixedTools({ model: 'gen-2.5-flash', functions }),
    rejectsMixedTools({ model: 'gen-2.5-flash', functions: { ...functions, on: false }, urlContext: true }),
    rejectsMixedTools({
      model: 'gen-2.5-flash',
      functions: { ...functions, declarations: [] },
      urlContext: true,
    }),
    rejectsMixedTools({ model: 'gen-3.1-pro-preview', functions, urlContext: true }),
  ]).toEqual([true, true, false, false, false, false])
})

const base = { model: 'gen-2.5-flash', temperature: 0.7 }

test('parameters that result in the same request are no difference', () => {
  expect(listDifferences(base, { ...base, streaming: true, urlContext: false, stopSequences: [] })).toEqual(
    [],
  )
  const schema = { type: 'object', properties: {} }
  const turned = { properties: {}, type: 'object' }
  expect(
    listDifferences(
      { ...base, structured: { on: true, schema, sentAs: 'responseSchema' } },
      { ...base, structured: { sentAs: 'responseSchema', schema: turned, on: true } },
    ),
  ).toEqual([])
})

test('all other differences of parameters are listed, in the order of the inspector', () => {
  expect(
    listDifferences(base, {
      model: 'gen-2.5-pro',
      googleSearch: true,
      streaming: false,
      stopSequences: ['a', 'b'],
      seed: 0,
    }),
  ).toEqual(['Model', 'Streaming', 'Temperature', 'Stop sequences', 'Seed', 'Google Search'])
  expect(
    listDifferences({ ...base, stopSequences: ['a', 'b'] }, { ...base, stopSequences: ['b', 'a'] }),
  ).toEqual(['Stop sequences'])
})
