import { expect, test } from 'vitest'
import { makeModel } from '../../../models/model.fixture'
import { addColumn, changeColumn, createColumns, removeColumn } from './open-prompt'

const models = ['a', 'b', 'c', 'd', 'e'].map((id) => makeModel(id, id === 'b' ? { kind: 'image' } : {}))

test('starts a comparison with this model and another text model, or with those compared last', () => {
  const parameters = { model: 'a', temperature: 1 }
  expect(createColumns(parameters, models, [])).toEqual([parameters, { ...parameters, model: 'c' }])
  expect(createColumns(parameters, models, ['d', 'e'])).toEqual([
    { ...parameters, model: 'd' },
    { ...parameters, model: 'e' },
  ])
  expect(createColumns(parameters, models, ['d', 'gone'])).toEqual([
    parameters,
    { ...parameters, model: 'c' },
  ])
})

test('adds columns with a new model up to four, and removes them by index', () => {
  const three = addColumn([{ model: 'a' }, { model: 'c' }], { model: 'a', seed: 1 }, models)
  expect(three).toEqual([{ model: 'a' }, { model: 'c' }, { model: 'd', seed: 1 }])
  const four = addColumn(three, { model: 'a' }, models)
  expect(addColumn(four, { model: 'a' }, models)).toBe(four)
  expect(removeColumn(three, 1)).toEqual([{ model: 'a' }, { model: 'd', seed: 1 }])
})

test('changes one column only', () => {
  const columns = [
    { model: 'a', seed: 1 },
    { model: 'c', seed: 1 },
  ]
  expect(changeColumn(columns, 1, { model: 'd' })).toEqual([columns[0], { model: 'd', seed: 1 }])
})
