// Selected and typed dimensions.
import { expect, test } from 'vitest'
import { readDimensions } from './DimensionsField'

test("accepts a whole number within the limits, or blank for the model's default", () => {
  expect(['256', ' 8192 ', '', '0', '8193', '12.5', 'many'].map(readDimensions)).toEqual([
    { value: 256 },
    { value: 8192 },
    { value: null },
    ...new Array(4).fill({ error: 'must be a whole number from 1 to 8192, or empty' }),
  ])
})
