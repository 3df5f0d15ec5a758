// Colors for numbers: from little to much, or from below zero to above it.

/** From its first color, at 0, to its last, at 1: `#rrggbb`, at equal distances. */
type Stops = readonly string[]

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

/** Each of them as the bytes of ImageData, seen as one number. */
export function makeRamp(stops: Stops): Uint32Array<ArrayBuffer> {
  const bytes = new Uint8ClampedArray(steps * 4)
  for (let step = 0; step < steps; step += 1) bytes.set([...mixAt(stops, step / (steps - 1)), 255], step * 4)
  return new Uint32Array(bytes.buffer)
}

/** Values beyond the ends get the end's color; NaN gets the first. */
export function toStep(value: number, [from, to]: readonly [from: number, to: number]): number {
  const part = to > from ? (value - from) / (to - from) : 1
  return part > 0 ? Math.min(steps - 1, Math.round(part * (steps - 1))) : 0
}

/** For a style: what the ramp looks like from left to right. */
export function toGradient(stops: readonly string[]): string {
  return `linear-gradient(to right, ${stops.join(', ')})`
}

function mixAt(stops: Stops, part: number): [red: number, green: number, blue: number] {
  const place = part * (stops.length - 1)
  const before = readColor(stops[Math.floor(place)])
  const after = readColor(stops[Math.ceil(place)])
  const share = place - Math.floor(place)
  const mix = (one: number, other: number) => one + (other - one) * share
  return [mix(before[0], after[0]), mix(before[1], after[1]), mix(before[2], after[2])]
}

function readColor(stop = '#000000'): [red: number, green: number, blue: number] {
  const value = Number.parseInt(stop.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
