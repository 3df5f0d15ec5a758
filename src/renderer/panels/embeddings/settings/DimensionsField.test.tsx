// Selected and typed dimensions.
import { expect, test } from 'vitest'
import { isShort, readDimensions, toDimensionsChoice } from './DimensionsField'

test("a size that is not a preset is “other”, and so is the model's default", () => {
  expect([3072, 1536, 768, 256, null].map(toDimensionsChoice)).toEqual([
    '3072',
    '1536',
    '768',
    'other',
    'other',
  ])
})

test("accepts a whole number within the limits, or blank for the model's default", () => {
  expect(['256', ' 8192 ', '', '0', '8193', '12.5', 'many'].map(readDimensions)).toEqual([
    { value: 256 },
    { value: 8192 },
    { value: null },
    ...new Array(4).fill({ error: 'must be a whole number from 1 to 8192, or empty' }),
  ])
})

test("only sizes below the model's full size are short", () => {
  expect([767, 3071, 3072, 4096, null].map(isShort)).toEqual([true, true, false, false, false])
})
