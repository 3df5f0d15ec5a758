// Analyzes an image's pixels: its main colors, from top to bottom, and its brightness.
import { joinWords } from '../text/words'
import { type Color, luma, nameColor } from './color'
import type { Pixels } from './pixels'

interface PixelStats {
  /** Color names with their share, 0 to 1, the largest first. */
  readonly colors: readonly (readonly [string, number])[]
  /** The main colors of the upper, middle and lower third. */
  readonly rows: readonly (readonly string[])[]
  /** 0 is black, 1 is white. */
  readonly brightness: number
  readonly transparent: number
}

/** Reads about 40,000 samples on a regular grid. */
export function analyzePixels({ width, height, bytes }: Pixels): PixelStats {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 40_000)))
  const all = new Map<string, number>()
  const rows = [0, 1, 2].map(() => new Map<string, number>())
  let [brightness, opaque, transparent] = [0, 0, 0]
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4
      if ((bytes[at + 3] ?? 255) < 128) {
        transparent += 1
        continue
      }
      const color: Color = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
      const name = nameColor(color)
      for (const names of [all, rows[Math.floor((y * 3) / height)]])
        names?.set(name, (names.get(name) ?? 0) + 1)
      brightness += luma(color)
      opaque += 1
    }
  }
  return {
    colors: rank(all),
    rows: rows.map((names) => {
      const main = rank(names).filter(([, share], index) => index === 0 || share > 0.33)
      return main.length > 0 ? main.map(([name]) => name) : ['nothing']
    }),
    brightness: brightness / (opaque || 1),
    transparent: transparent / (transparent + opaque),
  }
}

function rank(names: ReadonlyMap<string, number>): (readonly [string, number])[] {
  const total = [...names.values()].reduce((sum, times) => sum + times, 0)
  return [...names].sort((a, b) => b[1] - a[1]).map(([name, times]) => [name, times / total] as const)
}

export function describePixelStats({ colors, rows, brightness, transparent }: PixelStats): string[] {
  const main = colors.filter(([, share]) => share > 0.03).slice(0, 5)
  const level = brightness < 0.28 ? 'dark' : brightness > 0.7 ? 'bright' : 'medium'
  const isUniform = new Set(rows.flat()).size === 1
  const regions = ['at the top', 'in the middle', 'at the bottom'].map(
    (region, row) => `${rows[row]?.join(' and ')} ${region}`,
  )
  return [
    `**Colors:** ${joinWords(main.map(([name, share]) => `${name} (${Math.round(share * 100)}%)`))}.`,
    `**Light:** ${level} (mean ${Math.round(brightness * 100)}%).`,
    `**Composition:** ${isUniform ? `${rows[0]?.[0]} from edge to edge` : regions.join('; ')}.`,
    ...(transparent > 0.01
      ? [`**Transparency:** ${Math.round(transparent * 100)}% of it is transparent.`]
      : []),
  ]
}
