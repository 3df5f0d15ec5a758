// The landscape: mountains, hills, forest, desert and city. The sea has its own file.
import { seedRandom } from '../seed'
import type { Outline, Shape } from './canvas'
import { darken, lighten, mix } from './color'
import { type DrawingContext, fade, faint, gradient, groundAt, shape } from './drawing-context'
import { box, ground, layerNoise } from './outlines'
import { drawSea } from './sea'
import { readSymbol } from './svg'
import { drawBroadTree, drawPine } from './trees'

type DrawLand = (context: DrawingContext) => Generator<Shape>

export const lands: Readonly<Record<'mountains' | 'hills' | 'sea' | 'city' | 'forest' | 'desert', DrawLand>> =
  {
    mountains: drawMountains,
    hills: drawHills,
    sea: drawSea,
    city: drawCity,
    forest: drawForest,
    desert: drawDesert,
  }

function isSnowy({ scene }: DrawingContext) {
  return scene.weather === 'snow'
}

function* drawRanges(context: DrawingContext, count: number): Generator<Shape> {
  const { palette, aspect, unit, scene, horizon, time } = context
  for (let index = 0; index < count; index += 1) {
    const distance = 1 - index / count
    const noise = layerNoise(scene.seed + index * 101, 0.46, 6)
    const tall = (0.27 - index * 0.045) * unit
    const base = horizon - 0.03 + index * 0.062
    const heightAt = (x: number) =>
      base - tall * (0.55 + noise((x / unit) * (1.35 + index * 0.5) + time * 0.006 * (index + 1) + index * 9))
    const color = fade(context, mix(palette.near, palette.far, distance), distance * 0.42)
    yield shape(
      gradient([base - tall * 1.4, color], [base + 0.1, fade(context, color, 0.35)]),
      ground(aspect, heightAt, 420),
    )
    if (index < 2)
      yield faint(
        0.9,
        fade(context, [255, 255, 255], 0.15 + distance * 0.25),
        snowCap(context, heightAt, base - tall * (isSnowy(context) ? 0.4 : 0.85)),
      )
  }
}

/** Returns the area between the ridge and a ragged line, if the ridge is higher than `line`. */
function snowCap(
  { aspect, scene, unit, time }: DrawingContext,
  heightAt: (x: number) => number,
  line: number,
): Outline {
  const noise = layerNoise(scene.seed ^ 0x5, 0.6, 4)
  const xs = Array.from({ length: 421 }, (_, index) => (index / 420) * aspect)
  const upper = xs.map((x) => [x, heightAt(x)] as const)
  const below = xs.map((x) => {
    const y = heightAt(x)
    const depth = Math.max(0, line - y) * (0.75 + 0.45 * noise((x / unit) * 22 + time * 0.1))
    return [x, y + Math.max(0, depth)] as const
  })
  return [...upper, ...below.reverse()]
}

function* drawMountains(context: DrawingContext): Generator<Shape> {
  const { palette, aspect, horizon, scene, unit } = context
  yield* drawRanges(context, 4)
  yield {
    ...faint(
      0.5,
      gradient([horizon + 0.02, palette.haze], [horizon + 0.24, palette.ground]),
      ground(aspect, () => horizon + 0.2),
    ),
  }
  const near = groundAt(context)
  const random = seedRandom(scene.seed ^ 0x91e)
  yield* drawPineRow(context, {
    y: (x) => near(x) - 0.035,
    height: 0.1 * unit,
    count: Math.round(16 * Math.max(1, aspect)),
    random,
    distance: 0.3,
  })
  yield shape(isSnowy(context) ? lighten(palette.ground, 0.7) : palette.ground, ground(aspect, near))
}

interface PineRow {
  readonly y: (x: number) => number
  readonly height: number
  readonly count: number
  readonly random: () => number
  readonly distance: number
}

function* drawPineRow(
  context: DrawingContext,
  { y, height, count, random, distance }: PineRow,
): Generator<Shape> {
  const color = fade(context, mix(context.palette.near, context.palette.dark, 0.25), distance)
  for (let index = 0; index < count; index += 1) {
    const x = ((index + random() * 0.9) / count) * context.aspect
    const size = height * (0.65 + random() * 0.6)
    yield* drawPine({ context, x, y: y(x) + 0.02, size, color })
  }
}

function* drawHills(context: DrawingContext): Generator<Shape> {
  const { palette, aspect, unit, scene, horizon, time } = context
  const random = seedRandom(scene.seed ^ 0x411)
  if (random() < 0.6) yield* drawRanges(context, 2)
  for (let index = 0; index < 4; index += 1) {
    const distance = 0.75 - index * 0.22
    const noise = layerNoise(scene.seed + index * 37, 0.3, 2)
    const base = horizon + 0.02 + index * 0.075
    const heightAt = (x: number) =>
      base + noise((x / unit) * (0.9 + index * 0.25) + index * 5 + time * 0.008 * (index + 1)) * 0.055
    const green = isSnowy(context)
      ? lighten(palette.ground, 0.72)
      : mix(palette.ground, index % 2 === 0 ? palette.near : palette.light, index % 2 === 0 ? 0.25 : 0.14)
    yield shape(
      gradient(
        [base - 0.06, lighten(fade(context, green, distance * 0.6), 0.08)],
        [base + 0.2, darken(green, 0.12)],
      ),
      ground(aspect, heightAt),
    )
    yield* scatterTrees(context, { heightAt, size: (0.035 + index * 0.017) * unit, distance, random })
  }
  yield shape(
    isSnowy(context) ? lighten(palette.ground, 0.82) : darken(palette.ground, 0.08),
    ground(aspect, groundAt(context)),
  )
}

function* scatterTrees(
  context: DrawingContext,
  {
    heightAt,
    size,
    distance,
    random,
  }: { heightAt: (x: number) => number; size: number; distance: number; random: () => number },
): Generator<Shape> {
  const { aspect, palette, time } = context
  const count = Math.round((3 + random() * 6) * Math.max(1, aspect * 0.8))
  const groupX = random() * aspect
  for (let index = 0; index < count; index += 1) {
    const x = groupX + (random() - 0.5) * 0.9 * aspect
    const color = fade(context, mix(palette.near, palette.ground, random() * 0.4), distance * 0.55)
    const treeSize = size * (0.7 + random() * 0.7)
    yield* random() < 0.65
      ? drawBroadTree({
          context,
          x,
          y: heightAt(x) + 0.008,
          size: treeSize,
          color,
          sway: Math.sin(time + index) * 0.02,
        })
      : drawPine({ context, x, y: heightAt(x) + 0.01, size: treeSize * 1.3, color })
  }
}

function* drawForest(context: DrawingContext): Generator<Shape> {
  const { palette, aspect, unit, scene, horizon, time } = context
  yield* drawRanges(context, 2)
  for (let layer = 0; layer < 4; layer += 1) {
    const random = seedRandom(scene.seed + layer * 71)
    const noise = layerNoise(scene.seed + layer, 0.4, 3)
    const base = horizon + 0.04 + layer * 0.085
    const y = (x: number) => base + noise((x / unit) * 0.8 + layer * 4 + time * 0.008 * (layer + 1)) * 0.03
    const distance = 0.72 - layer * 0.23
    const color = fade(context, mix(palette.near, palette.dark, 0.1 + layer * 0.1), distance)
    yield* drawPineRow(context, {
      y,
      height: (0.15 + layer * 0.055) * unit,
      count: Math.round((30 - layer * 5) * Math.max(0.7, aspect)),
      random,
      distance,
    })
    yield shape(gradient([base, color], [base + 0.16, fade(context, color, 0.32)]), ground(aspect, y))
  }
  yield shape(
    isSnowy(context) ? lighten(palette.ground, 0.75) : mix(palette.ground, palette.dark, 0.25),
    ground(aspect, groundAt(context)),
  )
}

function* drawDesert(context: DrawingContext): Generator<Shape> {
  const { palette, aspect, unit, scene, horizon, time } = context
  const dim = scene.daytime === 'night' ? 0.62 : scene.daytime === 'dusk' ? 0.36 : 0
  yield* drawRanges(context, 1)
  for (let index = 0; index < 5; index += 1) {
    const noise = layerNoise(scene.seed + index * 53, 0.28, 2)
    const base = horizon + 0.01 + index * 0.085
    const heightAt = (x: number) =>
      base - Math.abs(noise((x / unit) * (0.8 + index * 0.2) + index * 3 + time * 0.006 * (index + 1))) * 0.1
    const sand = mix([232, 178, 112], palette.dark, dim + (index % 2) * 0.09)
    yield shape(
      gradient(
        [base - 0.1, fade(context, lighten(sand, 0.16), 0.35 - index * 0.07)],
        [base + 0.12, darken(sand, 0.1)],
      ),
      ground(aspect, heightAt),
    )
  }
  const random = seedRandom(scene.seed ^ 0xcac)
  const green = mix([76, 124, 92], palette.dark, dim)
  for (let index = 0; index < 3; index += 1) {
    const [x, y, size] = [random() * aspect, 0.76 + index * 0.05, (0.09 + random() * 0.08) * unit]
    yield* cactus({ context, x, y, size, colors: { green } })
  }
}

const cactus = readSymbol(`
  <ellipse fill="dark" opacity=".22" cx="20" rx="45" ry="6"/>
  <g fill="green">
    <rect x="-8" y="-100" width="16" height="100" rx="8"/>
    <rect x="-34" y="-72" width="12" height="36" rx="99"/><rect x="-34" y="-46" width="34" height="12" rx="99"/>
    <rect x="20" y="-84" width="12" height="34" rx="99"/><rect y="-60" width="32" height="12" rx="99"/>
  </g>`)

function* drawCity(context: DrawingContext): Generator<Shape> {
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
