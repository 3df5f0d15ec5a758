// Formatting with significant digits, and without negative zero.
import { expect, test } from 'vitest'
import { setFormatLanguage } from '../../../components/format'
import { formatMeasure, formatValue } from './format-value'

test('formatValue rounds to five significant digits, and uses exponents for very small and large values', () => {
  expect([0, 0.712348, -0.00123456, 3.21e-7, -12_345.678, 4.5e9, Number.NaN].map(formatValue)).toEqual([
    '0',
    '0.71235',
    '−0.0012346',
    '3.21e−7',
    '−12,346',
    '4.50e+9',
    'NaN',
  ])
})

test('numbers follow the chosen language', () => {
  setFormatLanguage('de-DE')
  expect([0.712348, 3.21e-7, -12_345.678].map(formatValue)).toEqual(['0,71235', '3,21e−7', '−12.346'])
  expect([1, -0.00001, 12_345.678].map(formatMeasure)).toEqual(['1,0000', '0,0000', '12345,7'])
  setFormatLanguage('en-US')
})
