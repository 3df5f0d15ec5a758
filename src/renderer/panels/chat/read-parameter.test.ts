// Parameters as typed.
import { expect, test } from 'vitest'
import { readTemperature, readTokenLimit } from './read-parameter'

const limitError = { error: 'must be a whole number above 0, or blank' }
const temperatureError = { error: 'must be a number from 0 to 2, or blank' }

test('a limit is a whole number above 0, or the default', () => {
  expect(['', ' 256 ', '0', '-1', '1.5', 'many'].map(readTokenLimit)).toEqual([
    { value: undefined },
    { value: 256 },
    limitError,
    limitError,
    limitError,
    limitError,
  ])
})

test('a temperature is from 0 to 2, with either decimal mark', () => {
  expect([' ', '0', '0,7', '2', '2.1', 'x', 'NaN'].map(readTemperature)).toEqual([
    { value: undefined },
    { value: 0 },
    { value: 0.7 },
    { value: 2 },
    temperatureError,
    temperatureError,
    temperatureError,
  ])
})
