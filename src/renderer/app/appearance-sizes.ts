// The sizes of texts, spaces and rows, by the density and the font size.
import type { AppearanceSettings } from '#shared/schemas/appearance'

type Sizing = Pick<AppearanceSettings, 'density' | 'fontSize'>

const usualFontSize = 13
/** Pixels of a step of the spacing scale. */
const spacings = { comfortable: 4, compact: 3.5 } as const
/** Spaces, heights of controls and widths of panes grow with the text, but less, so that a small window keeps its layout. */
const spaceGrowth = 0.6
/** The sizes at 13 pixels, with their line heights. */
const texts = {
  badge: [10, 14],
  xs: [11, 16],
  sm: [12, 16],
  base: [13, 20],
  reading: [14, 24],
  lg: [15, 24],
  xl: [20, 28],
} as const
/** Pixels. */
const minTextSize = 10

/** The custom properties of the page; empty for the style sheet's own values. */
export function toSizes({ density, fontSize }: Sizing): Record<string, string> {
  const growth = fontSize / usualFontSize
  const spacing = spacings[density] * (1 + (growth - 1) * spaceGrowth)
  const isUsual = density === 'comfortable' && fontSize === usualFontSize
  const lineGrowth = density === 'compact' ? growth * 0.92 : growth
  const pixels = (value: number) => `${Math.round(value * 4) / 4}px`
  const entries = Object.entries(texts).flatMap(([name, [size, line]]) => [
    [`--text-${name}`, pixels(Math.max(minTextSize, size * growth))],
    [`--text-${name}--line-height`, pixels(line * lineGrowth)],
  ])
  return Object.fromEntries(
    [
      ['--spacing', `${spacing.toFixed(3)}px`],
      ['--text-growth', growth.toFixed(3)],
      ['--line-growth', lineGrowth.toFixed(3)],
      ...entries,
    ].map(([name, value]) => [name, isUsual ? '' : value]),
  )
}

/** The scale of rows, whose heights are multiples of the spacing. */
export function toRowScale({ density, fontSize }: Sizing): number {
  return (spacings[density] / spacings.comfortable) * (1 + (fontSize / usualFontSize - 1) * spaceGrowth)
}
