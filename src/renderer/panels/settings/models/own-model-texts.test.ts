// A model of the user's own, from a form's texts to the settings.
import { expect, test } from 'vitest'
import { emptyModel, putModel, readModel, toModelTexts } from './own-model-texts'

const painter = {
  id: 'my-painter',
  displayName: '',
  kind: 'image' as const,
  thinks: false,
  aspectRatios: ['1:1', '16:9'],
  imageSizes: ['1K', '2K'],
}

test('what is kept, shown in the form and read again is the same', () => {
  expect(readModel(toModelTexts(painter), 'image')).toEqual({ model: painter })
})

test('what a kind cannot have is left out, whatever was typed before the kind was changed', () => {
  expect(readModel({ ...toModelTexts(painter), thinks: 'yes', imageSizes: '?!' }, 'embedding')).toEqual({
    model: { id: 'my-painter', displayName: '', kind: 'embedding', thinks: false },
  })
})

test('each field is told what is wrong with it', () => {
  const texts = { ...emptyModel, id: 'two words', aspectRatios: 'wide', imageSizes: 'so/big' }
  expect(readModel(texts, 'image').errors).toEqual({
    id: 'must be letters, digits, dots, dashes and underscores',
    aspectRatios: 'must be ratios such as 16:9, and “wide” is none',
    imageSizes: 'must be sizes such as 2K, and “so/big” is none',
  })
  expect(readModel(emptyModel, 'text').errors).toEqual({ id: 'must not be empty' })
})

test('a model that gets another id takes its alias along', () => {
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
