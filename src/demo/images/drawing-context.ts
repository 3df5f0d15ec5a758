// The context for drawing every part of a picture: scene, palette, proportions, time and ground.
import { pick, type Random, seedRandom } from '../seed'
import type { Outline, Paint, Shape } from './canvas'
import { type Color, mix } from './color'
import { circle, layerNoise } from './outlines'
import { choosePalette, type Palette } from './palette'
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
