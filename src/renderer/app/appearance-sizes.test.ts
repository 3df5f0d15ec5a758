// The sizes of texts, spaces and rows in every combination of density and font size.
import { expect, test } from 'vitest'
import { toRowScale, toSizes } from './appearance-sizes'

const densities = ['comfortable', 'compact'] as const
const fontSizes = [11, 12, 13, 14, 15, 16, 17, 18]
const pixels = (text: string | undefined) => Number.parseFloat(text ?? '')

test('the defaults leave the style sheet as it is', () => {
  expect(new Set(Object.values(toSizes({ density: 'comfortable', fontSize: 13 })))).toEqual(new Set(['']))
  expect(toRowScale({ density: 'comfortable', fontSize: 13 })).toBe(1)
})

test('usual text has the chosen size, no text is unreadably small, and larger texts stay larger', () => {
  for (const fontSize of fontSizes.filter((size) => size !== 13)) {
    const sizes = toSizes({ density: 'comfortable', fontSize })
    const texts = ['xs', 'sm', 'base', 'lg', 'xl'].map((name) => pixels(sizes[`--text-${name}`]))
    expect(texts[2]).toBe(fontSize)
    expect(Math.min(...texts)).toBeGreaterThanOrEqual(10)
    expect(texts).toEqual(texts.toSorted((one, other) => one - other))
  }
})

test.each(densities)('a line of usual text fits the rows and controls: %s', (density) => {
  for (const fontSize of fontSizes) {
    const sizes = toSizes({ density, fontSize })
    const line = pixels(sizes['--text-base--line-height'] || '20')
    const spacing = pixels(sizes['--spacing'] || '4')
    // A table row has seven steps; a list of two lines, the second one smaller, eleven.
    expect(line).toBeLessThanOrEqual(spacing * 7)
    expect(line + pixels(sizes['--text-sm--line-height'] || '16')).toBeLessThanOrEqual(spacing * 11)
  }
})
