// Aliases, custom models, and the models of a server in the settings.
import { expect, test } from 'vitest'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { makeModel } from '../../../models/model.fixture'
import { changeAlias, describeVendorId } from './aliases'
import { emptyModel, parseModel, parseRatios, parseSizes, putModel, toModelTexts } from './custom-models'
import { filterModels } from './model-kinds'
import {
  findIdProblem,
  hasDefaults,
  resolveDefault,
  setAlias,
  setDefault,
  setKind,
  toSavedKind,
} from './server-profile'

test('a filter of the table matches every word in any field and any case', () => {
  const alias = { custom: true, vendorId: 'imagen-x', vendorIdBy: 'alias' } as const
  const models = [
    makeModel('gen-2.5-pro', { displayName: 'Gen 2.5 Pro', vendorId: 'gemini-2.5-pro' }),
    makeModel('my-painter', { displayName: 'Painter', kind: 'image', ...alias }),
  ]
  const find = (filter: string) => filterModels(models, filter).map(({ id }) => id)
  const [pro, painter] = ['gen-2.5-pro', 'my-painter']
  expect(['', 'PRO', 'gemini text', 'imagen', 'added', 'pro image', ' '].map(find)).toEqual([
    ...[[pro, painter], [pro], [pro], [painter], [painter], [], [pro, painter]],
  ])
})

const model = 'gen-2.5-pro'
const pro = { from: model, to: 'gemini-3.1-pro-preview' }

test('an id that differs from the default replaces the previous one, under either family’s name', () => {
  expect(changeAlias([], { model, to: ' models/gemini-3.1-pro-preview ' })).toEqual([pro])
  for (const from of [model, 'gemini-2.5-pro'])
    expect(changeAlias([{ ...pro, from }], { model, to: 'gemini-y' })).toEqual([
      { from: model, to: 'gemini-y' },
    ])
})

test('empty, or the default itself, removes the entry and no other; a retired id is no default', () => {
  const flash = { from: 'gen-2.5-flash', to: 'gemini-x' }
  for (const to of ['  ', 'gemini-2.5-pro']) expect(changeAlias([flash, pro], { model, to })).toEqual([flash])
  const retired = { from: 'gen-2.5-flash-image', to: 'gemini-2.5-flash-image' }
  expect(changeAlias([], { model: retired.from, to: retired.to })).toEqual([retired])
})

test('an id is valid until the end of its last day', () => {
  const retiring = { id: model, vendorIdBy: 'family', retires: '2026-12-01' } as const
  const last = Date.UTC(2026, 11, 1, 23, 59)
  expect([last, last + 60_000].map((at) => describeVendorId(retiring, at)?.text)).toEqual([
    'Retires Dec 1, 2026',
    expect.stringContaining('Retired Dec 1, 2026'),
  ])
})

const painter = {
  id: 'my-painter',
  displayName: '',
  kind: 'image' as const,
  thinks: false,
  inputTokenLimit: 32_768,
  aspectRatios: ['1:1', '16:9'],
  imageSizes: ['1K', '2K'],
}

test('a saved model, converted to texts and parsed again, is unchanged', () => {
  const { model, problems } = parseModel(toModelTexts(painter))
  expect({ model, problems }).toEqual({ model: painter, problems: {} })
})

test('a context window may be written with a unit, and must be a whole number of tokens', () => {
  const read = (inputTokenLimit: string) => {
    const { model, problems } = parseModel({ ...emptyModel, id: 'm', inputTokenLimit })
    return problems.inputTokenLimit ?? model.inputTokenLimit
  }
  expect(['128k', '1 M', '131,072', '', 'much', '0'].map(read)).toEqual([
    ...[128_000, 1_000_000, 131_072, undefined, 'must be a number of tokens', 'must be at least 1'],
  ])
})

test('texts that a kind does not use are ignored, even if they are invalid', () => {
  const texts = { ...toModelTexts(painter), kind: 'video', thinks: 'yes', imageSizes: '?!', aspectRatios: '' }
  const { model, problems } = parseModel(texts)
  expect({ model, problems }).toEqual({
    model: { id: 'my-painter', displayName: '', kind: 'video', thinks: false },
    problems: {},
  })
})

test('each field has its own error, which names the invalid entry', () => {
  const texts = { ...emptyModel, id: 'two words', kind: 'image', aspectRatios: 'wide', imageSizes: 'so/big' }
  expect(parseModel(texts).problems).toEqual({
    id: expect.stringContaining('must contain only'),
    aspectRatios: expect.stringContaining('“wide”'),
    imageSizes: expect.stringContaining('“so/big”'),
  })
  expect(parseModel(emptyModel).problems).toEqual({ id: 'is required' })
})

test('ratios and sizes are separated as usual, in any usual spelling, each listed once', () => {
  expect(parseRatios(' 1:1, 16:9;4x3\n3×2 16/9 ,, 09:16').list).toEqual(['1:1', '16:9', '4:3', '3:2', '9:16'])
  for (const text of ['16-9', '0:1', '1:1:1', '1000:1'])
    expect(parseRatios(text).error).toContain(`“${text}”`)
  expect(parseSizes('1k, 2K 512')).toEqual({ list: ['1K', '2K', '512'] })
})

test('a model with a new id keeps its alias', () => {
  const settings = { models: [painter], aliases: [{ from: 'my-painter', to: 'imagen-x' }] }
  const renamed = { ...painter, id: 'our-painter' }
  expect(putModel(settings, renamed, painter)).toEqual({
    models: [renamed],
    aliases: [{ from: 'our-painter', to: 'imagen-x' }],
  })
  const changed = { ...painter, thinks: true }
  expect(putModel(settings, changed, painter)).toEqual({ models: [changed] })
})

const profile: OpenAiProfile = {
  id: 'openai-a',
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  server: 'ollama',
  countsTokens: false,
  defaults: { text: 'a' },
  kinds: { a: 'text' },
  aliases: [{ from: model, to: 'a' }],
}

test('types, defaults and names of a server’s models are set and reset alone', () => {
  expect(setKind(profile, 'b', 'image').kinds).toEqual({ a: 'text', b: 'image' })
  expect(setKind(profile, 'a', null).kinds).toEqual({})
  expect(setDefault(profile, 'image', 'b').defaults).toEqual({ text: 'a', image: 'b' })
  expect(setDefault(profile, 'text', null).defaults).toEqual({})
  expect(setAlias(profile, model, 'b').aliases).toEqual([{ from: model, to: 'b' }])
  const reset = setAlias(setDefault(profile, 'text', null), model, null)
  expect([hasDefaults(profile), hasDefaults(reset)]).toEqual([true, false])
})

test('a guessed type is not saved, except for a model that is only listed because it is saved', () => {
  expect([
    toSavedKind('nomic-embed-text', 'embedding', false),
    toSavedKind('nomic-embed-text', 'text', false),
    toSavedKind('nomic-embed-text', 'embedding', true),
  ]).toEqual([null, 'text', 'embedding'])
})

test('without a choice, only a single model of the type is sent for its names', () => {
  const models = [makeModel('a'), makeModel('b'), makeModel('c', { kind: 'image' })]
  expect(resolveDefault(profile, 'text', models)).toEqual({ id: 'a', count: 2 })
  expect(
    (['text', 'image', 'embedding'] as const).map((kind) => resolveDefault({ defaults: {} }, kind, models)),
  ).toEqual([
    { id: null, count: 2 },
    { id: 'c', count: 1 },
    { id: null, count: 0 },
  ])
})

test('an added ID must be new and without spaces', () => {
  expect(['', 'a b', 'a', 'new:1b'].map((id) => findIdProblem(id, ['a']))).toEqual([
    ...['is required', 'must not contain spaces', 'is already in the list', undefined],
  ])
})
