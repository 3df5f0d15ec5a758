// Color ramps for numbers: from small to large amounts, or from negative to positive.

/** Equally spaced colors, `#rrggbb`: the first one at 0, the last one at 1. */
type Stops = readonly string[]

export type Range = readonly [from: number, to: number]

/** Small amounts are close to the background, large ones contrast with it: reversed in the dark theme. */
export const amounts = {
  light: ['#f2f3f7', '#c3cff8', '#7d94ec', '#3f52c9', '#191d66'],
  dark: ['#202127', '#27316c', '#4861da', '#8ea6ff', '#f2f5ff'],
} as const satisfies Record<'light' | 'dark', Stops>

/** Blue and orange: distinguishable with nearly every kind of color vision. */
export const signs = {
  light: ['#14329f', '#7f9bea', '#f4f4f6', '#eda65f', '#9a4600'],
  dark: ['#86a0ff', '#3f58bd', '#26272c', '#a8682a', '#ffb86b'],
} as const satisfies Record<'light' | 'dark', Stops>

const steps = 256

/** Each color is one number with the bytes of ImageData. */
function makeRamp(stops: Stops): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(interpolateStops(stops, steps), (color) => 0xff000000 | toPixel(color))
}

/** Paints one pixel per value, in lines of `columns` pixels. */
export function paintValues(
  values: Float32Array,
  { columns, range, stops }: { columns: number; range: Range; stops: Stops },
): OffscreenCanvas {
  const width = Math.max(1, columns)
  const image = new ImageData(width, Math.max(1, Math.ceil(values.length / width)))
  const pixels = new Uint32Array(image.data.buffer)
  const ramp = makeRamp(stops)
  for (let index = 0; index < values.length; index += 1) {
    pixels[index] = ramp[toStep(values[index] ?? Number.NaN, range)] ?? 0
  }
  const canvas = new OffscreenCanvas(image.width, image.height)
  canvas.getContext('2d')?.putImageData(image, 0, 0)
  return canvas
}

/** Values outside the range get the nearest end; NaN gets the first step. */
function toStep(value: number, [from, to]: Range): number {
  const part = to > from ? (value - from) / (to - from) : 1
  return part > 0 ? Math.min(steps - 1, Math.round(part * (steps - 1))) : 0
}

/** The ramp as a CSS gradient from left to right. */
export function toGradient(stops: readonly string[]): string {
  return `linear-gradient(to right, ${stops.join(', ')})`
}

/** `count` colors from the first stop to the last. */
export function interpolateStops(stops: Stops, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const position = (at / Math.max(1, count - 1)) * (stops.length - 1)
    const before = Math.min(stops.length - 2, Math.floor(position))
    const fraction = position - before
    const from = readChannels(stops[before] ?? '')
    const to = readChannels(stops[before + 1] ?? '')
    const mixed = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * fraction))
    return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  })
}

/** `#rrggbb` as the number in a pixel: `0xBBGGRR`. */
export function toPixel(color: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(color)
  return (blue << 16) | (green << 8) | red
}

/** The build shortens `#ffffff` in style sheets to `#fff`. */
function readChannels(color: string): number[] {
  const digits = color.slice(1)
  const longDigits = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return [0, 2, 4].map((at) => Number.parseInt(longDigits.slice(at, at + 2), 16) || 0)
}
