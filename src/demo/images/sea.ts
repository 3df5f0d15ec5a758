// The sea: islands on the horizon, the sun on the water, waves.
import { seedRandom } from '../seed'
import type { Shape } from './canvas'
import { darken, lighten, mix } from './color'
import { type DrawingContext, fade, faint, gradient, groundAt, shape } from './drawing-context'
import { box, ground, layerNoise, pill } from './outlines'

export function* drawSea(context: DrawingContext): Generator<Shape> {
  const { palette, aspect, unit, scene, horizon, sun, time } = context
  const random = seedRandom(scene.seed ^ 0x5ea)
  yield* drawIslands(context, random)
  const [deep, shallow] = palette.water
  const night = scene.daytime === 'night' || scene.daytime === 'dusk'
  const water = night
    ? gradient([horizon, deep], [1, shallow])
    : gradient([horizon, shallow], [horizon + 0.16, mix(deep, shallow, 0.4)], [1, deep])
  yield shape(water, box(-0.01, horizon, [aspect + 0.02, 1.02 - horizon]))
  for (let index = 0; index < 26; index += 1) {
    const depth = (index / 26) ** 1.5
    const y = horizon + 0.008 + depth * (0.97 - horizon)
    const width =
      (0.03 + depth * 0.17) * unit * (0.35 + 0.65 * random()) * (1 + 0.25 * Math.sin(time * 1.7 + index * 2))
    const x = sun[0] + (random() - 0.5) * (0.03 + depth * 0.16) * unit - width / 2
    yield faint(0.62 - depth * 0.35, palette.light, pill([x, y], [width, (0.0025 + depth * 0.007) * unit]))
  }
  for (let index = 0; index < 46 * Math.max(1, aspect * 0.7); index += 1) {
    const depth = random() ** 0.8
    const y = horizon + 0.015 + depth * (0.95 - horizon)
    const width = (0.02 + depth * 0.13) * unit * (0.6 + random())
    const x = ((random() * (aspect + 0.4) + time * (0.006 + depth * 0.02)) % (aspect + 0.4)) - 0.2
    yield faint(
      0.16 + depth * 0.14,
      random() < 0.6 ? lighten(shallow, 0.45) : darken(deep, 0.15),
      pill([x, y], [width, (0.002 + depth * 0.0045) * unit]),
    )
  }
  yield* drawBeach(context)
}

function* drawIslands(context: DrawingContext, random: () => number): Generator<Shape> {
  const { palette, aspect, unit, horizon, scene } = context
  const noise = layerNoise(scene.seed ^ 0x15, 0.5, 5)
  for (let index = 0; index < 2; index += 1) {
    const [center, reach] = [random() * aspect, (0.25 + random() * 0.35) * unit]
    const heightAt = (x: number) =>
      horizon -
      Math.max(0, 1 - ((x - center) / reach) ** 2) * (0.05 + 0.05 * (noise(x * 3 + index * 8) + 1)) * unit
    yield shape(fade(context, palette.far, 0.5 - index * 0.3), ground(aspect, heightAt, 300))
  }
}

const waterSubjects = new Set([
  'boat',
  'fish',
  'lighthouse',
  'bird',
  'balloon',
  'butterfly',
  'planet',
  'rocket',
  'rainbow',
])

/** Sand in the foreground, if a subject needs land. */
function* drawBeach(context: DrawingContext): Generator<Shape> {
  const { palette, aspect, scene } = context
  if (scene.subjects.every((name) => waterSubjects.has(name))) return
  const dim = scene.daytime === 'night' ? 0.6 : scene.daytime === 'dusk' ? 0.35 : 0
  const sand = mix(mix([236, 210, 162], palette.haze, 0.15), palette.dark, dim)
  const shore = groundAt(context)
  yield faint(
    0.55,
    lighten(palette.water[1], 0.65),
    ground(aspect, (x) => shore(x) - 0.105 + 0.006 * Math.sin(x * 9 + context.time)),
  )
  yield shape(
    gradient([0.82, lighten(sand, 0.12)], [1, sand]),
    ground(aspect, (x) => shore(x) - 0.09),
  )
}
