// Filtering the table of models.

import { expect, test } from 'vitest'
import { makeModel } from '../../../models/model.fixture'
import { filterModels } from './filter-models'

const models = [
  makeModel('gen-2.5-pro', { displayName: 'Gen 2.5 Pro', vendorId: 'gemini-2.5-pro' }),
  makeModel('my-painter', {
    displayName: 'Painter',
    kind: 'image',
    custom: true,
    vendorId: 'imagen-x',
    vendorIdBy: 'alias',
  }),
]

test('every word must match, in any field and in any case', () => {
  const found = ['', 'PRO', 'gemini text', 'imagen', 'added', 'pro image', ' '].map((filter) =>
    filterModels(models, filter).map(({ id }) => id),
  )
  expect(found).toEqual([
    ['gen-2.5-pro', 'my-painter'],
    ['gen-2.5-pro'],
    ['gen-2.5-pro'],
    ['my-painter'],
    ['my-painter'],
    [],
    ['gen-2.5-pro', 'my-painter'],
  ])
})
