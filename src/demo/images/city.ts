// A city: rows of towers with windows, lit at night.
import { seedRandom } from '../seed'
import type { Outline, Shape } from './canvas'
import { darken, lighten, mix } from './color'
import { type DrawingContext, fade, faint, gradient, groundAt, shape } from './drawing-context'
import { box, ground } from './outlines'
export function* drawCity(context: DrawingContext): Generator<Shape> {
  const { palette, aspect, scene, horizon, unit, time } = context
  const lit = scene.daytime === 'night' || scene.daytime === 'dusk'
  for (let layer = 0; layer < 3; layer += 1) {
    const random = seedRandom(scene.seed + layer * 613)
    const distance = 0.7 - layer * 0.33
    const color = fade(context, mix(palette.near, palette.dark, layer * 0.28), distance)
    const bottom = horizon + 0.1 + layer * 0.12
    const shift = -((time * 0.004 * (layer + 1)) % 0.2)
    for (let x = -0.05 + shift; x < aspect + 0.2; ) {
      const width = (0.055 + random() * 0.08) * unit
      const tall = (0.14 + random() ** 1.6 * 0.34 - layer * 0.035) * unit + 0.04
      yield* drawTower(context, { x, bottom, width, tall, color, lit, random, layer })
      x += width * (1.02 + random() * 0.2)
    }
    yield faint(0.35, palette.haze, box(-0.01, bottom - 0.02, [aspect + 0.02, 0.05]))
  }
  yield shape(mix(palette.dark, palette.near, 0.35), ground(aspect, groundAt(context)))
}

interface Tower {
  readonly x: number
  readonly bottom: number
  readonly width: number
  readonly tall: number
  readonly color: readonly [number, number, number]
  readonly lit: boolean
  readonly random: () => number
  readonly layer: number
}

function* drawTower({ palette, unit }: DrawingContext, tower: Tower): Generator<Shape> {
  const { x, bottom, width, tall, color, lit, random, layer } = tower
  const crown = random()
  const top = bottom - tall
  const roofs =
    crown < 0.3
      ? [box(x + width * 0.25, top - tall * 0.1, [width * 0.5, tall * 0.12])]
      : crown < 0.45
        ? [box(x + width * 0.47, top - tall * 0.22, [width * 0.06, tall * 0.25])]
        : []
  yield shape(
    gradient([top, lighten(color, 0.05)], [bottom + 0.2, darken(color, 0.18)]),
    box(x, top, [width, tall + 0.4]),
    ...roofs,
  )
  const pane = width * 0.115
  const windows: Outline[] = []
  for (let y = top + pane * 1.3; y < bottom + 0.02; y += pane * 2.5) {
    for (let column = 0; column < 4; column += 1) {
      if (random() < (lit ? 0.46 : 0.75))
        windows.push(box(x + width * 0.11 + column * width * 0.215, y, [pane, pane * 1.35]))
    }
  }
  if (windows.length > 0 && width > 0.03 * unit)
    yield faint(lit ? 0.35 + layer * 0.22 : 0.2 + layer * 0.08, lit ? palette.lamp : palette.pale, ...windows)
}
