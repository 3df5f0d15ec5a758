// Looks at an image's pixels: its main colors, from top to bottom, and its brightness.
import { joinWords } from '../text/words'
import { type Color, luma, nameColor } from './color'
import type { Pixels } from './pixels'

interface PixelStats {
  /** Names with their share, 0 to 1, the largest first. */
  readonly colors: readonly (readonly [string, number])[]
  /** The main colors of the upper, middle and lower third. */
  readonly rows: readonly (readonly string[])[]
  /** 0 black to 1 white. */
  readonly brightness: number
  readonly transparent: number
}

/** Reads about 40,000 samples on an even grid. */
export function analyzePixels({ width, height, bytes }: Pixels): PixelStats {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 40_000)))
  const all = new Map<string, number>()
  const rows = [0, 1, 2].map(() => new Map<string, number>())
  let [light, opaque, transparent] = [0, 0, 0]
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
      light += luma(color)
      opaque += 1
    }
  }
  return {
    colors: rank(all),
    rows: rows.map((names) => {
      const main = rank(names).filter(([, share], index) => index === 0 || share > 0.33)
      return main.length > 0 ? main.map(([name]) => name) : ['nothing']
    }),
    brightness: light / (opaque || 1),
    transparent: transparent / (transparent + opaque),
  }
}

function rank(names: ReadonlyMap<string, number>): (readonly [string, number])[] {
  const total = [...names.values()].reduce((sum, times) => sum + times, 0)
  return [...names].sort((a, b) => b[1] - a[1]).map(([name, times]) => [name, times / total] as const)
}

export function describePixelStats({ colors, rows, brightness, transparent }: PixelStats): string[] {
  const main = colors.filter(([, share]) => share > 0.03).slice(0, 5)
  const light = brightness < 0.28 ? 'dark' : brightness > 0.7 ? 'bright' : 'medium'
  const isEven = new Set(rows.flat()).size === 1
  const places = ['at the top', 'in the middle', 'at the bottom'].map(
    (place, row) => `${rows[row]?.join(' and ')} ${place}`,
  )
  return [
    `**Colors:** ${joinWords(main.map(([name, share]) => `${name} (${Math.round(share * 100)}%)`))}.`,
    `**Light:** ${light} (mean ${Math.round(brightness * 100)}%).`,
    `**Composition:** ${isEven ? `${rows[0]?.[0]} from edge to edge` : places.join('; ')}.`,
    ...(transparent > 0.01
      ? [`**Transparency:** ${Math.round(transparent * 100)}% of it is transparent.`]
      : []),
  ]
}
