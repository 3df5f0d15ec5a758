// The context for drawing every part of a picture: scene, palette (the colors of each time of day, tinted by those that
// the prompt names), proportions, time and ground.
import { pick, type Random, seedRandom } from '../seed'
import type { Outline, Paint, Shape } from './canvas'
import { type Color, fromHsl, hex, mix, toHsl } from './color'
import { circle, layerNoise } from './outlines'
import type { Scene } from './scene'

export interface DrawingContext {
  readonly scene: Scene
  readonly palette: Palette
  /** Width divided by height. Heights range from 0 (top) to 1, widths from 0 to this. */
  readonly aspect: number
  /** The shorter side, which is the unit of sizes. */
  readonly unit: number
  /** Seconds. A still picture shows one moment. */
  readonly time: number
  readonly horizon: number
  /** The position of the sun or the moon. */
  readonly sun: readonly [number, number]
  readonly random: Random
}

export function createDrawingContext(scene: Scene, aspect: number, time: number): DrawingContext {
  const random = seedRandom(scene.seed ^ 0x2f6e)
  const unit = Math.min(1, aspect)
  const horizon = pick(random, [0.56, 0.6, 0.64])
  const high =
    scene.daytime === 'dusk' || scene.daytime === 'dawn'
      ? horizon - 0.11 * unit - random() * 0.06
      : 0.2 + random() * 0.1
  const side = pick(random, [0.28, 0.68, 0.74])
  return {
    scene,
    palette: choosePalette(scene),
    aspect,
    unit,
    time,
    horizon,
    sun: [aspect * side, high],
    random,
  }
}

/** The position of a subject: its center, its base, and its height. */
export interface Spot {
  readonly context: DrawingContext
  readonly x: number
  readonly y: number
  readonly size: number
  /** Colors that its SVG may name, besides those of the palette. */
  readonly colors?: Readonly<Record<string, Color>>
}

/** Returns SVG (see svg.ts), or shapes. */
export type DrawSubject = (spot: Spot) => string | Iterable<Shape>

/** Whether lamps are lit. */
export function isDark({ scene }: DrawingContext): boolean {
  return scene.daytime === 'night' || scene.daytime === 'dusk'
}

/** Returns the height of the nearest ground by x, on which subjects are placed. */
export function groundAt({ scene, unit, time }: DrawingContext): (x: number) => number {
  const noise = layerNoise(scene.seed ^ 0x91, 0.4, 2)
  const base = scene.setting === 'sea' ? 0.94 : scene.setting === 'city' ? 0.93 : 0.85
  return (x) => base + noise((x / unit) * 0.9 + time * 0.012) * 0.025
}

export function shape(paint: Paint, ...outlines: Outline[]): Shape {
  return { paint, outlines }
}

/** Light around a point that fades to nothing at its radius. */
export function glow(
  light: { color: Color; center: readonly [number, number]; radius: number },
  opacity: number,
): Shape {
  const { center, radius } = light
  return { paint: { kind: 'glow', ...light }, outlines: [circle(center[0], center[1], radius)], opacity }
}

export function faint(opacity: number, paint: Paint, ...outlines: Outline[]): Shape {
  return { paint, outlines, opacity }
}

/** Fades a color into the haze. Distance 0 is near, 1 is far. */
export function fade({ palette }: DrawingContext, color: Color, distance: number): Color {
  return mix(color, palette.haze, distance)
}

/** A color at each height, from the top down. */
export function gradient(...stops: readonly (readonly [number, Color])[]): Paint {
  return { kind: 'vertical', stops }
}

interface Palette {
  /** From the top of the sky to the horizon. */
  readonly sky: readonly Color[]
  readonly haze: Color
  /** Land from far to near. */
  readonly far: Color
  readonly near: Color
  readonly ground: Color
  readonly water: readonly [Color, Color]
  /** The sun or the moon. */
  readonly light: Color
  readonly cloud: Color
  /** Roofs, sails and hulls. */
  readonly accent: Color
  readonly second: Color
  /** Walls and sails. */
  readonly pale: Color
  readonly dark: Color
  /** Lit windows. */
  readonly lamp: Color
}

/**
 * Columns are separated by commas, their colors by spaces: sky (from the top down), haze, far, near,
 * ground, water (deep, shallow), light, cloud, pale, dark.
 */
const rows: Readonly<Record<Scene['daytime'], readonly [string, ...string[]]>> = {
  day: [
    '4a9fdc 86c5ec d3ecf4, dceff3, 94b9cc, 3f7d6e, 74ae5e, 2f86b4 8fd2dd, fff6d0, ffffff, fbf6ea, 2b3a4d',
    '6ebfd6 b3dfdd f6ecd4, f1ead6, a8c6b9, 47826a, 90bd68, 3a9aa6 a8dcd2, fff1c0, fffaf0, fdf5e4, 31424a',
    '5b8fd8 9cc3ee e6eefa, e4ecf7, 9fb2d4, 4d6a9a, 6fa386, 3a6fb5 9fc4e8, fffbe6, ffffff, f7f3ea, 27324f',
  ],
  dawn: [
    '7f9fd0 d3b9d6 fbe0cb, f7dcd0, b6a8cb, 5f6c98, 6f8d86, 8aa3cb f4d3c8, fff0d2, fff4ee, fdf1e6, 3a3f63',
    '8fc1c4 e6d5bd fbe3c0, f6e2c6, b5c0ad, 64867c, 8ea46f, 86b3b5 f5dfc0, fff3cf, fff9ec, fcf3e2, 3c4a4b',
  ],
  dusk: [
    '2b2a5e 874e8e ee7563 fcc47c, f4a27b, 85508a, 33264f, 271f45, f0906a 47346f, ffe6ad, f6a99a, f7dcc4, 1d1836',
    '26345f 6a5c93 d87f86 f9c58d, eab293, 6f6594, 2a2f55, 232a4a, d98c86 38406f, ffeabb, e9aca6, f6e0cc, 181d36',
    '3c2a55 a34a6c f07f4f fbd173, f5a968, 94506a, 3e2645, 2f1f3b, f2985c 57335c, fff0b8, f8b48a, f9e2c2, 22162f',
  ],
  night: [
    '0a1030 172752 34508a, 3f5c92, 2d4374, 13213f, 0f1a33, 2a4780 0c1734, f5f0d8, 41588b, c9d3ea, 0a1226',
    '120d2c 2a2358 5a4590, 5b4a92, 41376f, 1d1a40, 171536, 4a3d80 140f30, f7ead6, 5a4d92, d6cdea, 0e0b24',
    '061a2b 0f3a4d 2b6f78, 2f6f78, 1f5560, 0d2b38, 0a222d, 226470 071c28, eef5dc, 2f6470, c6e0dd, 06151f',
  ],
}

const accents: readonly [string, ...string[]] = [
  'd9483b f2b544',
  'e4683f 2f6f8f',
  'c2415c f0a13a',
  'e8a33d 3f6fa8',
  'd6574a 4f9d8f',
  '7d4fb0 f0b04a',
]

function toColors(text: string): Color[] {
  return text.split(' ').map((digits) => hex(`#${digits}`))
}

function choosePalette({ seed, daytime, colors, setting }: Scene): Palette {
  const random = seedRandom(seed ^ 0x51ab)
  const row = pick(random, rows[setting === 'space' ? 'night' : daytime])
  const accent = toColors(pick(random, accents))
  const hueShift = (random() - 0.5) * 18
  const adjust = (color: Color) => tint(turnHue(color, hueShift), colors[0])
  const columns = row.split(', ').map(toColors)
  const column = (index: number, position = 0): Color => columns[index]?.[position] ?? [0, 0, 0]
  return {
    sky: (columns[0] ?? []).map(adjust),
    haze: adjust(column(1)),
    far: adjust(column(2)),
    near: adjust(column(3)),
    ground: adjust(column(4)),
    water: [adjust(column(5)), adjust(column(5, 1))],
    light: column(6),
    cloud: adjust(column(7)),
    accent: colors[0] ?? accent[0] ?? [0, 0, 0],
    second: colors[1] ?? accent[1] ?? [0, 0, 0],
    pale: column(8),
    dark: column(9),
    lamp: hex('#ffd98a'),
  }
}

function turnHue(color: Color, degrees: number): Color {
  const [hue, saturation, lightness] = toHsl(color)
  return fromHsl((hue + degrees + 360) % 360, saturation, lightness)
}

/** Tints the color slightly with a named one. */
function tint(color: Color, named: Color | undefined): Color {
  return named ? mix(color, named, 0.12) : color
}
