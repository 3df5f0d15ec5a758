// Filtering the table of models.
import { expect, test } from 'vitest'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { filterModels } from './filter-models'

const model = {
  description: '',
  thinks: false,
  inputTokenLimit: null,
  aspectRatios: [] as string[],
  imageSizes: [] as string[],
  retires: null,
}

const models: readonly ModelSummary[] = [
  {
    ...model,
    id: 'gen-2.5-pro',
    displayName: 'Gen 2.5 Pro',
    kind: 'text',
    custom: false,
    isServed: false,
    vendorId: 'gemini-2.5-pro',
    vendorIdBy: 'family',
  },
  {
    ...model,
    id: 'my-painter',
    displayName: 'Painter',
    kind: 'image',
    custom: true,
    isServed: false,
    vendorId: 'imagen-x',
    vendorIdBy: 'alias',
  },
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
