// The color of each point, and the legend: a single color, by the values of a column, or by cluster; and the colors in both themes.
import { interpolateStops } from '../inspect/color-ramp'

interface ColorGroup {
  readonly name: string
  readonly count: number
  /** The index of its color. */
  readonly tone: number
}

export type Legend =
  | { readonly kind: 'one' }
  | { readonly kind: 'groups'; readonly groups: readonly ColorGroup[] }
  | { readonly kind: 'range'; readonly min: number; readonly max: number; readonly missing: number }

export interface PointColors {
  readonly tones: Uint8Array
  readonly legend: Legend
}

/** The most frequent texts have a color each; the others share the last one. */
const groupColorCount = 12
/** Steps of a range of numbers; rows without a number have one more color. */
const rangeSteps = 64

export function colorUniformly(count: number): PointColors {
  return { tones: new Uint8Array(count), legend: { kind: 'one' } }
}

/** Colors the `values` of a column as a range if they are many distinct numbers, otherwise as groups. */
export function colorByValues(values: readonly string[]): PointColors {
  const numbers = values.map((value) => (value.trim() === '' ? Number.NaN : Number(value)))
  const isNumeric = values.every(
    (value, index) => value.trim() === '' || Number.isFinite(numbers[index] ?? Number.NaN),
  )
  const different = new Set(values.filter((value) => value.trim() !== ''))
  return isNumeric && different.size > groupColorCount ? colorByNumbers(numbers) : colorByText(values)
}

function colorByNumbers(numbers: readonly number[]): PointColors {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let missing = 0
  for (const number of numbers) {
    if (Number.isNaN(number)) missing += 1
    else {
      min = Math.min(min, number)
      max = Math.max(max, number)
    }
  }
  const toStep = (number: number) => Math.round(((number - min) / (max - min)) * (rangeSteps - 1))
  const tones = Uint8Array.from(numbers, (number) => (Number.isNaN(number) ? rangeSteps : toStep(number)))
  return { tones, legend: { kind: 'range', min, max, missing } }
}

function colorByText(values: readonly string[]): PointColors {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value.trim(), (counts.get(value.trim()) ?? 0) + 1)
  const frequent = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
  const named = frequent.slice(0, frequent.length > groupColorCount ? groupColorCount - 1 : groupColorCount)
  const toneByName = new Map(named.map(([name], tone) => [name, tone]))
  const tones = Uint8Array.from(values, (value) => toneByName.get(value.trim()) ?? groupColorCount)
  const groups = named.map(([name, count], tone) => ({ name: name || 'Empty', count, tone }))
  return {
    tones,
    legend: { kind: 'groups', groups: [...groups, ...groupOthers(frequent, named.length)] },
  }
}

function groupOthers(frequent: readonly [string, number][], named: number): ColorGroup[] {
  const others = frequent.slice(named)
  if (others.length === 0) return []
  const count = others.reduce((sum, [, each]) => sum + each, 0)
  return [{ name: `${others.length} others`, count, tone: groupColorCount }]
}

/** `clusters`: that of each point, from 0; `names`: that of each cluster. */
export function colorByCluster(clusters: ArrayLike<number>, names: readonly string[] = []): PointColors {
  const counts: number[] = []
  for (let at = 0; at < clusters.length; at += 1) {
    const cluster = clusters[at] ?? 0
    counts[cluster] = (counts[cluster] ?? 0) + 1
  }
  const groups = Array.from(counts, (count = 0, tone) => ({
    name: names[tone] ?? `Cluster ${tone + 1}`,
    count,
    tone,
  }))
  return { tones: Uint8Array.from(clusters), legend: { kind: 'groups', groups } }
}

/**
 * Returns 1 for each point that meets all conditions; null without conditions: it is in one of the isolated groups, a
 * search matches it, and it is picked.
 */
export function findHighlighted(
  tones: Uint8Array,
  isolated: ReadonlySet<number>,
  matches: Uint8Array | null,
  picked: readonly number[] | null,
): Uint8Array | null {
  if (isolated.size === 0 && matches === null && picked === null) return null
  const selectedSet = picked && new Set(picked)
  return tones.map((tone, index) => {
    if (isolated.size > 0 && !isolated.has(tone)) return 0
    if (matches && matches[index] !== 1) return 0
    return selectedSet && !selectedSet.has(index) ? 0 : 1
  })
}

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
