// The sky: gradient, sun or moon with its glow, stars, clouds, weather.
import { seedRandom } from '../seed'
import type { Shape } from './canvas'
import { darken, lighten, mix } from './color'
import { type DrawingContext, faint, glow, gradient, shape } from './drawing-context'
import { arc, circle, ellipse, fullFrame, pill, polygon, stroke } from './outlines'

export function* drawSky(context: DrawingContext): Generator<Shape> {
  const { palette, aspect, horizon, scene } = context
  const last = palette.sky.length - 1
  const stops = palette.sky.map((color, index) => [(index / last) * horizon, color] as const)
  yield shape(gradient(...stops), fullFrame(aspect))
  if (scene.daytime === 'night') yield* drawStars(context, 90)
  yield* drawLight(context)
  if (scene.weather !== 'fog') yield* drawClouds(context)
  if (scene.subjects.includes('rainbow')) yield* drawRainbow(context)
}

export function* drawStars({ scene, aspect, time, unit }: DrawingContext, count: number): Generator<Shape> {
  const random = seedRandom(scene.seed ^ 0x77)
  for (let index = 0; index < count * Math.max(1, aspect); index += 1) {
    const [x, y, size] = [random() * aspect, random() ** 1.4 * 0.62, random()]
    const twinkle = 0.55 + 0.45 * Math.sin(time * (1 + size * 2) + index)
    yield faint(
      0.35 + 0.6 * size * twinkle,
      [255, 250, 232],
      circle(x, y, (0.0009 + size ** 4 * 0.0026) * unit),
    )
  }
}

function* drawLight({ palette, sun: [x, y], unit, scene }: DrawingContext): Generator<Shape> {
  const night = scene.daytime === 'night'
  const radius = (night ? 0.055 : scene.daytime === 'day' ? 0.06 : 0.085) * unit
  const halo = radius * (night ? 5 : 7)
  yield glow({ color: palette.light, center: [x, y], radius: halo }, night ? 0.35 : 0.75)
  yield faint(0.16, palette.light, circle(x, y, radius * 1.55))
  yield shape(palette.light, circle(x, y, radius))
  if (!night) return
  const crater = mix(palette.light, palette.far, 0.22)
  yield shape(
    crater,
    circle(x - radius * 0.3, y - radius * 0.2, radius * 0.2),
    circle(x + radius * 0.35, y + radius * 0.3, radius * 0.26),
    circle(x + radius * 0.2, y - radius * 0.45, radius * 0.12),
  )
}

function* drawClouds({ palette, scene, aspect, unit, time, horizon }: DrawingContext): Generator<Shape> {
  const random = seedRandom(scene.seed ^ 0xc10d)
  const isWet = scene.weather === 'rain' || scene.weather === 'snow'
  const count = Math.round((isWet ? 7 : 3 + random() * 3) * Math.max(1, aspect * 0.8))
  for (let index = 0; index < count; index += 1) {
    const size = (0.1 + random() * 0.16) * unit
    const drift = (random() * (aspect + 0.6) + time * 0.012 * (0.5 + size * 4)) % (aspect + 0.6)
    const y = 0.07 + random() * (horizon - 0.28)
    const color = isWet ? mix(palette.cloud, palette.dark, 0.22) : palette.cloud
    yield faint(
      scene.daytime === 'night' ? 0.35 : 0.5 + random() * 0.35,
      color,
      ...cloud([drift - 0.3, y], size, random),
    )
  }
}

function cloud([x, y]: readonly [number, number], size: number, random: () => number) {
  const bumps = Array.from({ length: 4 }, (_, index) => {
    const radius = size * (0.2 + random() * 0.16) * (index === 0 || index === 3 ? 0.75 : 1.15)
    return circle(x + size * (0.28 + index * 0.48), y + size * 0.16 - radius * 0.35, radius)
  })
  return [...bumps, pill([x, y], [size * 2, size * 0.34], size * 0.17)]
}

function* drawRainbow({ aspect, horizon, unit }: DrawingContext): Generator<Shape> {
  const bands = ['#d9534f', '#ee9144', '#f4d35e', '#6fb76f', '#4d8fd1', '#7a5bb5']
  for (const [index, text] of bands.entries()) {
    const value = Number.parseInt(text.slice(1), 16)
    const points = arc(aspect * 0.5, horizon + 0.12, {
      radius: (0.62 - index * 0.022) * unit,
      from: 180,
      to: 360,
    })
    yield faint(0.55, [value >> 16, (value >> 8) & 255, value & 255], ...stroke(points, 0.023 * unit))
  }
}

/** Rain, snow or fog in front of everything. */
export function* drawWeather({ scene, aspect, time, unit, palette }: DrawingContext): Generator<Shape> {
  const random = seedRandom(scene.seed ^ 0xea7)
  if (scene.weather === 'fog') {
    for (let index = 0; index < 5; index += 1) {
      const y = 0.42 + index * 0.11
      const x = ((random() * aspect + time * 0.02) % (aspect * 1.4)) - aspect * 0.4
      yield faint(0.24, lighten(palette.haze, 0.25), ellipse(x + aspect * 0.3, y, [aspect * 0.75, 0.055]))
    }
  }
  if (scene.weather === 'rain') {
    for (let index = 0; index < 150 * Math.max(1, aspect); index += 1) {
      const x = random() * (aspect + 0.2)
      const y = ((random() * 1.2 + time * (0.9 + random() * 0.3)) % 1.2) - 0.1
      yield faint(
        0.28,
        lighten(palette.haze, 0.4),
        ...stroke(polygon(x, y, x - 0.012 * unit, y + 0.045 * unit), 0.0022 * unit),
      )
    }
  }
  if (scene.weather === 'snow') {
    for (let index = 0; index < 170 * Math.max(1, aspect); index += 1) {
      const size = 0.002 + random() ** 3 * 0.006
      const fall = (random() * 1.1 + time * (0.05 + size * 12)) % 1.1
      const x = random() * aspect + Math.sin(time + index) * 0.012
      yield faint(0.85, [255, 255, 255], circle(x, fall - 0.05, size * unit))
    }
  }
}

/** The sky of space: dark, with clouds of color. */
export function* drawSpace(context: DrawingContext): Generator<Shape> {
  const { aspect, palette, scene, unit } = context
  const random = seedRandom(scene.seed ^ 0x5ace)
  const [topColor = palette.dark, middle = palette.far] = palette.sky
  yield shape(
    gradient([0, darken(topColor, 0.4)], [0.6, topColor], [1, mix(middle, palette.dark, 0.4)]),
    fullFrame(aspect),
  )
  for (let index = 0; index < 9; index += 1) {
    const center = [random() * aspect, random()] as const
    const radius = (0.25 + random() * 0.4) * unit
    const color = index % 2 === 0 ? palette.accent : mix(palette.sky.at(-1) ?? middle, palette.second, 0.25)
    yield glow({ color, center, radius }, 0.34)
  }
  yield* drawStars({ ...context, unit: unit * 1.2 }, 90)
  for (let index = 0; index < 90 * Math.max(1, aspect); index += 1) {
    yield faint(
      0.3 + random() * 0.6,
      [255, 252, 240],
      circle(random() * aspect, random(), (0.0008 + random() ** 5 * 0.003) * unit),
    )
  }
}
