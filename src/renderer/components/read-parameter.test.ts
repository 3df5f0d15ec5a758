// Parameters as typed.
import { expect, test } from 'vitest'
import { readParameter, rules, showParameter } from './read-parameter'

test('a limit is a whole number above 0, or the default', () => {
  const error = { error: 'must be a whole number greater than 0, or empty' }
  const read = (text: string) => readParameter(text, rules.maxOutputTokens)
  expect(['', ' 256 ', '0', '-1', '1.5', 'many', '1e3', '0x10'].map(read)).toEqual([
    { value: undefined },
    { value: 256 },
    error,
    error,
    error,
    error,
    error,
    error,
  ])
})

test('a temperature is from 0 to 2, with either decimal mark', () => {
  const error = { error: 'must be a number from 0 to 2, or empty' }
  const read = (text: string) => readParameter(text, rules.temperature)
  expect([' ', '0', '0,7', '.5', '2', '2.1', 'x', 'NaN', 'Infinity'].map(read)).toEqual([
    { value: undefined },
    { value: 0 },
    { value: 0.7 },
    { value: 0.5 },
    { value: 2 },
    error,
    error,
    error,
    error,
  ])
})

test('a seed may be negative, and fits 32 bits', () => {
  const error = { error: 'must be a whole number from -2147483648 to 2147483647, or empty' }
  const read = (text: string) => readParameter(text, rules.seed)
  expect(['-7', '\u22127', '2147483647', '2147483648', '1.5'].map(read)).toEqual([
    { value: -7 },
    { value: -7 },
    { value: 2147483647 },
    error,
    error,
  ])
})

test('a field shows the typed text while it is invalid or equals the value, and else the value', () => {
  const show = (typed: string | undefined, value: number | undefined) =>
    showParameter(typed, value, rules.temperature)
  expect([show(undefined, 0.7), show('0.70', 0.7), show('0.70', 1), show('9', 0.7), show('', 0.7)]).toEqual([
    { text: '0.7' },
    { text: '0.70' },
    { text: '1' },
    { text: '9', error: 'must be a number from 0 to 2, or empty' },
    { text: '0.7' },
  ])
})

test('if blank is invalid, it is an error and not a value', () => {
  const rule = { ...rules.topK, required: true }
  expect(showParameter('', 7, rule)).toEqual({ text: '', error: 'must be a whole number greater than 0' })
})
