import { expect, test } from 'vitest'
import { listDifferences } from './parameter-names'

const base = { model: 'gen-2.5-flash', temperature: 0.7 }

test('ignores parameters that result in the same request', () => {
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

test('lists all other differences, in the order of the inspector', () => {
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
