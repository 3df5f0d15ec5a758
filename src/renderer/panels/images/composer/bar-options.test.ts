// What the composer's bar offers.
import { expect, test } from 'vitest'
import { countOptions, toRatioOptions, toSizeOptions } from './bar-options'

const values = (options: readonly { value: string }[]) => options.map(({ value }) => value)

test('a model without ratios or sizes offers none, also where one is set for another model', () => {
  expect([toRatioOptions([], '16:9'), toSizeOptions([], '2K')]).toEqual([[], []])
})

test('what was set elsewhere stands among what the model documents, so that it can be seen', () => {
  expect(values(toRatioOptions(['1:1', '16:9'], '7:3'))).toEqual(['auto', '1:1', '16:9', '7:3'])
  expect(values(toRatioOptions(['1:1', '16:9'], '16:9'))).toEqual(['auto', '1:1', '16:9'])
  expect(values(toSizeOptions(['1K', '2K'], '4K'))).toEqual(['auto', '1K', '2K', '4K'])
})

test('one to eight at once', () => {
  expect([countOptions.length, countOptions[0]?.label, countOptions.at(-1)?.label]).toEqual([
    8,
    '1 picture',
    '8 pictures',
  ])
})
