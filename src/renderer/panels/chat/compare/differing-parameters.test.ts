// What differs between the columns of a comparison.
import { expect, test } from 'vitest'
import { listDifferences } from './differing-parameters'

test('only what differs is told, by the same names in every column', () => {
  expect(
    listDifferences([
      { model: 'a', temperature: 0, topP: 0.5, includeThoughts: true },
      { model: 'b', topP: 0.5, stopSequences: ['END', '#'] },
    ]),
  ).toEqual([
    [
      { name: 'Temperature', value: '0' },
      { name: 'Stop sequences', value: 'default' },
      { name: 'Show thinking', value: 'on' },
    ],
    [
      { name: 'Temperature', value: 'default' },
      { name: 'Stop sequences', value: 'END, #' },
      { name: 'Show thinking', value: 'default' },
    ],
  ])
})

test('another model alone is no difference of parameters', () => {
  expect(listDifferences([{ model: 'a' }, { model: 'b' }])).toEqual([[], []])
})

test('functions and schemas are told by whether they are on', () => {
  const functions = { on: true, declarations: [], mocks: [], answerWithMocks: false }
  const [first, second] = listDifferences([
    { model: 'a', functions },
    { model: 'a', functions: { ...functions, on: false } },
  ])
  expect([first, second]).toEqual([
    [{ name: 'Functions', value: 'on' }],
    [{ name: 'Functions', value: 'off' }],
  ])
})
