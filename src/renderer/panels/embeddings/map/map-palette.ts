// The map's colors in the light and the dark theme, distinguishable with color blindness.
import { interpolateStops } from '../inspect/color-ramp'
import { groupColorCount, rangeSteps } from './point-colors'

export interface MapPalette {
  readonly background: string
  readonly faint: string
  readonly ink: string
  readonly accent: string
  /** The single color for all points. */
  readonly one: readonly string[]
  /** `groupColorCount` colors, and one shared by other groups. */
  readonly groups: readonly string[]
  /** `rangeSteps` colors, and one for rows without a number. */
  readonly range: readonly string[]
}

const lightGroups = [
  '#3450cf',
  '#d95f02',
  '#0f8a6b',
  '#b5179e',
  '#8a6d00',
  '#1f9bd1',
  '#c1272d',
  '#5f3dc4',
  '#5c8a1e',
  '#e0729b',
  '#5a4a42',
  '#00707a',
]
const darkGroups = [
  '#93a5ff',
  '#ff9f55',
  '#4fd1a5',
  '#f07ad8',
  '#e3c74a',
  '#66c9f5',
  '#ff7b74',
  '#b79cff',
  '#a5d867',
  '#ffb3cf',
  '#c7b3a6',
  '#3fc3cc',
]

/** Blue to yellow with even steps in lightness, without the end that would blend into the theme's background. */
const lightRange = ['#2c2a7c', '#31568d', '#27808e', '#22a784', '#7ac13e', '#c9a800'] as const
const darkRange = ['#6a5fd6', '#4b87c4', '#35aaa8', '#54c98a', '#a6dc56', '#fbe74b'] as const

/** A canvas cannot resolve custom properties. */
export function readMapPalette(isDark: boolean): MapPalette {
  const tokens = getComputedStyle(document.documentElement)
  const context = document.createElement('canvas').getContext('2d')
  const read = (name: string) => {
    const color = tokens.getPropertyValue(name).trim()
    if (!context) return color
    // The build shortens `#ffffff` to `#fff`; the canvas returns the full form.
    context.fillStyle = color
    return String(context.fillStyle)
  }
  const faint = read('--line-strong')
  return {
    background: read('--canvas'),
    faint,
    ink: read('--ink'),
    accent: read('--accent'),
    one: [read('--accent')],
    groups: [...(isDark ? darkGroups : lightGroups).slice(0, groupColorCount), read('--faint')],
    range: [...interpolateStops(isDark ? darkRange : lightRange, rangeSteps), faint],
  }
}
