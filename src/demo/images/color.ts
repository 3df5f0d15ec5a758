// Colors: named colors, mixing, and the name of a measured color.

/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number]

/** `#rrggbb`. */
export function hex(text: string): Color {
  const value = Number.parseInt(text.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function mix(a: Color, b: Color, share: number): Color {
  const blend = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share
  return [blend(0), blend(1), blend(2)]
}

export function lighten(color: Color, share: number): Color {
  return mix(color, [255, 255, 255], share)
}

export function darken(color: Color, share: number): Color {
  return mix(color, [12, 14, 34], share)
}

/** Perceived brightness, 0 to 1. */
export function luma([red, green, blue]: Color): number {
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255
}

/** Hue in degrees, saturation and lightness 0 to 1. */
export function toHsl([red, green, blue]: Color): readonly [number, number, number] {
  const [r, g, b] = [red / 255, green / 255, blue / 255]
  const max = Math.max(r, g, b)
  const min = Math.min(r, g, b)
  const spread = max - min
  const lightness = (max + min) / 2
  if (spread === 0) return [0, 0, lightness]
  const sector =
    max === r ? ((g - b) / spread + 6) % 6 : max === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  return [sector * 60, spread / (1 - Math.abs(2 * lightness - 1)), lightness]
}

export function fromHsl(hue: number, saturation: number, lightness: number): Color {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const sector = (offset + hue / 30) % 12
    return (lightness - amplitude * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))) * 255
  }
  return [channel(0), channel(8), channel(4)]
}

/** The color names that a prompt may contain. */
export const colorNames: ReadonlyMap<string, Color> = new Map(
  `red d64541, crimson b3203a, orange f08a3c, amber f2b13f, gold e0b040, golden e0b040, yellow f5d04e,
lime a5d146, green 4c9f5b, emerald 2f9e74, teal 2a8f92, turquoise 3cb9b2, cyan 45bfd3, blue 3f74d1,
navy 24386e, indigo 4b4aa8, purple 7d4fb0, violet 8a5cc7, lavender b7a6e0, magenta c8479c, pink ee8fb0,
rose e2748a, brown 8a5a3c, beige e4d3b0, cream f4e9cf, white f6f5f1, silver c3c8cf, grey 8d939c,
gray 8d939c, black 1f2128`
    .split(/,\s/)
    .map((pair) => pair.split(' '))
    .map(([name = '', digits = '']) => [name, hex(`#${digits}`)]),
)

export interface NamedColor {
  readonly color: Color
  /** Index of its name in the text. */
  readonly at: number
}

/** The colors that a text names, in its order. */
export function findColors(text: string): NamedColor[] {
  return [...text.toLowerCase().matchAll(/[a-z]+/g)].flatMap(({ 0: name, index: at }) => {
    const color = colorNames.get(name)
    return color ? [{ color, at }] : []
  })
}

const hues: readonly (readonly [number, string])[] = [
  [14, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [160, 'green'],
  [195, 'cyan'],
  [255, 'blue'],
  [290, 'purple'],
  [335, 'pink'],
  [361, 'red'],
]

/** Returns "dark blue", "light gray", "brown". */
export function nameColor(color: Color): string {
  const [hue, saturation, lightness] = toHsl(color)
  if (lightness < 0.09) return 'black'
  if (lightness > 0.94) return 'white'
  const shade = lightness < 0.3 ? 'dark ' : lightness > 0.72 ? 'light ' : ''
  if (saturation < 0.12) return `${shade}gray`
  if (hue >= 12 && hue < 42 && lightness < 0.42) return `${lightness < 0.25 ? 'dark ' : ''}brown`
  return shade + (hues.find(([end]) => hue < end)?.[1] ?? 'red')
}
