// Custom models, from a form's texts to the settings.
import { expect, test } from 'vitest'
import type { CustomModel } from '#shared/schemas/custom-model'
import {
  emptyModel,
  parseModel,
  parseRatios,
  parseSizes,
  putModel,
  reinsertModel,
  toModelTexts,
} from './custom-models'

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
  expect(model).toEqual(painter)
  expect(problems).toEqual({})
})

test('a context window may be written with a unit, and must be a whole number of tokens', () => {
  const read = (inputTokenLimit: string) => {
    const { model, problems } = parseModel({ ...emptyModel, id: 'm', inputTokenLimit })
    return problems.inputTokenLimit ?? model.inputTokenLimit
  }
  expect(['128k', '1 M', '131,072', '', 'much', '0'].map(read)).toEqual([
    128_000,
    1_000_000,
    131_072,
    undefined,
    'must be a number of tokens',
    'must be at least 1',
  ])
})

test('texts that a kind does not use are ignored, even if they are invalid', () => {
  const texts = { ...toModelTexts(painter), kind: 'video', thinks: 'yes', imageSizes: '?!', aspectRatios: '' }
  const { model, problems } = parseModel(texts)
  expect(model).toEqual({ id: 'my-painter', displayName: '', kind: 'video', thinks: false })
  expect(problems).toEqual({})
})

test('each field has its own error message', () => {
  const texts = { ...emptyModel, id: 'two words', kind: 'image', aspectRatios: 'wide', imageSizes: 'so/big' }
  expect(parseModel(texts).problems).toEqual({
    id: 'must contain only letters, digits, dots, dashes, and underscores',
    aspectRatios: 'must be ratios, such as 16:9. “wide” isn’t one.',
    imageSizes: 'must be sizes, such as 2K. “so/big” isn’t one.',
  })
  expect(parseModel(emptyModel).problems).toEqual({ id: 'is required' })
})

test('a model with a new id keeps its alias', () => {
  const settings = { models: [painter], aliases: [{ from: 'my-painter', to: 'imagen-x' }] }
  const renamed = { ...painter, id: 'our-painter' }
  expect(putModel(settings, renamed, painter)).toEqual({
    models: [renamed],
    aliases: [{ from: 'our-painter', to: 'imagen-x' }],
  })
  expect(putModel(settings, { ...painter, thinks: true }, painter)).toEqual({
    models: [{ ...painter, thinks: true }],
  })
})

test('ratios are separated by commas, spaces or lines, in any usual spelling, each listed once', () => {
  expect(parseRatios(' 1:1, 16:9;4x3\n3×2 16/9 ,, 09:16')).toEqual({
    list: ['1:1', '16:9', '4:3', '3:2', '9:16'],
  })
  expect(parseRatios('  ')).toEqual({ list: [] })
})

test('sizes get the upper-case K that the models expect', () => {
  expect(parseSizes('1k, 2K 512')).toEqual({ list: ['1K', '2K', '512'] })
  expect(parseSizes('1K, very/large').error).toBe('must be sizes, such as 2K. “very/large” isn’t one.')
})

const model = (id: string): CustomModel => ({ id, displayName: '', kind: 'text', thinks: false })
const [a, b, c, d] = [model('a'), model('b'), model('c'), model('d')]

test('a removed model returns to its old position, even if others were removed or added meanwhile', () => {
  expect(reinsertModel(b, [a, c], [a, b, c])).toEqual([a, b, c])
  expect(reinsertModel(a, [b, c], [a, b, c])).toEqual([a, b, c])
  expect(reinsertModel(c, [a, d], [a, b, c])).toEqual([a, c, d])
  expect(reinsertModel(b, [d], [a, b])).toEqual([b, d])
})
