// Looks at an image's pixels: its main colors, brightness, contrast and how they lie in the picture.
import { joinWords } from '../text/words'
import { type Color, luma, nameColor } from './color'
import type { Pixels } from './pixels'

interface PixelStats {
  /** Names with their share, 0 to 1, the largest first. */
  readonly colors: readonly (readonly [string, number])[]
  /** 0 black to 1 white. */
  readonly brightness: number
  readonly contrast: number
  /** Share of neighboring samples that differ clearly. */
  readonly detail: number
  /** The main colors of each third, row by row from the upper left. */
  readonly thirds: readonly (readonly string[])[]
  readonly transparent: number
}

/** Reads about 40,000 samples on an even grid. */
export function analyzePixels({ width, height, bytes }: Pixels): PixelStats {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 40_000)))
  const names = new Map<string, number>()
  const thirds = Array.from({ length: 9 }, () => new Map<string, number>())
  const levels: number[] = []
  let [edges, transparent] = [0, 0]
  for (let y = 0; y < height; y += step) {
    let before = -1
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 4
      const color: Color = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0]
      if ((bytes[at + 3] ?? 255) < 128) {
        transparent += 1
        continue
      }
      const level = luma(color)
      if (before >= 0 && Math.abs(level - before) > 0.08) edges += 1
      before = level
      levels.push(level)
      const name = nameColor(color)
      count(names, name)
      const third =
        thirds[Math.min(2, Math.floor((y * 3) / height)) * 3 + Math.min(2, Math.floor((x * 3) / width))]
      if (third) count(third, name)
    }
  }
  const total = levels.length || 1
  const brightness = levels.reduce((sum, level) => sum + level, 0) / total
  const spread = levels.reduce((sum, level) => sum + (level - brightness) ** 2, 0) / total
  return {
    colors: rank(names).map(([name, times]) => [name, times / total] as const),
    brightness,
    contrast: Math.sqrt(spread),
    detail: edges / total,
    thirds: thirds.map(findMain),
    transparent: transparent / (transparent + total),
  }
}

function count(names: Map<string, number>, name: string): void {
  names.set(name, (names.get(name) ?? 0) + 1)
}

/** The names that cover a third or more. */
function findMain(names: ReadonlyMap<string, number>): string[] {
  const total = [...names.values()].reduce((sum, times) => sum + times, 0)
  const main = rank(names).filter(([, times], index) => index === 0 || times > total * 0.33)
  return main.length > 0 ? main.map(([name]) => name) : ['nothing']
}

function rank(names: ReadonlyMap<string, number>): [string, number][] {
  return [...names].sort((a, b) => b[1] - a[1])
}

export function describePixelStats({
  colors,
  brightness,
  contrast,
  detail,
  thirds,
  transparent,
}: PixelStats): string[] {
  const main = colors.filter(([, share]) => share > 0.03).slice(0, 5)
  const light = brightness < 0.28 ? 'dark' : brightness > 0.7 ? 'bright' : 'of middling brightness'
  const range =
    contrast < 0.08 ? 'little contrast' : contrast > 0.24 ? 'strong contrast' : 'moderate contrast'
  const surface =
    detail < 0.02
      ? 'large even areas'
      : detail > 0.18
        ? 'fine detail throughout'
        : 'some detail among even areas'
  return [
    `**Colors:** ${joinWords(main.map(([name, share]) => `${name} (${Math.round(share * 100)} %)`))}.`,
    `**Light:** ${light} (mean ${Math.round(brightness * 100)} %), with ${range}.`,
    `**Composition:** ${describeThirds(thirds)}; ${surface}.`,
    ...(transparent > 0.01
      ? [`**Transparency:** ${Math.round(transparent * 100)} % of it is transparent.`]
      : []),
  ]
}

function describeThirds(thirds: readonly (readonly string[])[]): string {
  const [only, ...others] = new Set(thirds.flat())
  if (others.length === 0) return `${only} from edge to edge`
  const rows = ['above', 'in the middle', 'below'].map((place, row) => {
    const names = [...new Set(thirds.slice(row * 3, row * 3 + 3).flat())]
    return `${names.join(' and ')} ${place}`
  })
  return joinWords(rows)
}
