// Composes a scene from its farthest shape to the nearest, and draws it into pixels.
import type { RequestSignal } from '#shared/wire/http'
import { seedRandom } from '../seed'
import { drawAbstract } from './abstract'
import { type Canvas, createCanvas, fillShapes, type Shape } from './canvas'
import { darken, lighten, mix } from './color'
import {
  createDrawingContext,
  type DrawingContext,
  faint,
  gradient,
  groundAt,
  shape,
} from './drawing-context'
import { lands } from './land'
import { box, circle, ellipse, fullFrame, ground, polygon } from './outlines'
import type { Scene } from './scene'
import { drawSky, drawSpace, drawStars, drawWeather } from './sky'
import { drawSubject, isDrawable, sizeOf } from './subjects/subjects'

const flying = new Set(['balloon', 'bird', 'butterfly', 'planet', 'rocket'])

interface DrawOptions {
  readonly width: number
  readonly height: number
  /** The moment of the scene, in seconds. */
  readonly time: number
  readonly signal: RequestSignal
}

/** Draws onto `canvas`, if given. An abort leaves it unfinished. */
export function drawScene(scene: Scene, drawing: DrawOptions, canvas?: Canvas): Promise<Canvas> {
  const { width, height, time, signal } = drawing
  return fillShapes(canvas ?? createCanvas(width, height), composeScene(scene, width / height, time), signal)
}

/** Returns the shapes of the scene at `time`, in seconds. They move slightly with it. */
function* composeScene(scene: Scene, aspect: number, time: number): Generator<Shape> {
  const context = createDrawingContext(scene, aspect, time)
  switch (scene.setting) {
    case 'abstract':
      return yield* drawAbstract(context)
    case 'still':
      return yield* composeStill(context)
    case 'space':
      yield* drawSpace(context)
      return yield* drawSubjectsInSpace(context)
    default:
      yield* drawSky(context)
      yield* lands[scene.setting](context)
      yield* drawSubjectsOutdoors(context)
      yield* drawForeground(context)
      yield* drawWeather(context)
  }
}

function namesOf({ scene }: DrawingContext): readonly string[] {
  return scene.subjects.filter(isDrawable)
}

/** Spreads the subjects over the width unevenly. A single one is off center, opposite the sun. */
function* drawSubjectsOutdoors(context: DrawingContext): Generator<Shape> {
  const { aspect, unit, scene, sun, horizon } = context
  const names = namesOf(context)
  const groundY = groundAt(context)
  const start = sun[0] < aspect / 2 ? 0.66 : 0.34
  for (const [index, name] of names.entries()) {
    const share =
      names.length === 1
        ? start
        : (index + 0.5 + ((scene.seed >> (index * 3)) % 5) * 0.04 - 0.08) / names.length
    const x = aspect * (0.08 + 0.84 * share)
    const floats = scene.setting === 'sea' && (name === 'boat' || name === 'fish')
    const y = flying.has(name)
      ? horizon * (0.72 + 0.16 * (index % 2))
      : floats
        ? horizon + 0.13 + (index % 3) * 0.07
        : scene.setting === 'sea'
          ? 0.9
          : groundY(x) + 0.03
    const size = sizeOf(name) * unit * (names.length > 3 ? 0.8 : 1)
    yield* drawSubject(name, { context, x, y, size })
  }
}

/** Blades and blossoms along the lower edge, so that the foreground is not empty. */
function* drawForeground(context: DrawingContext): Generator<Shape> {
  const { aspect, unit, palette, scene, time } = context
  if (scene.setting === 'sea' || scene.setting === 'city' || scene.setting === 'desert') return
  const random = seedRandom(scene.seed ^ 0xf04e)
  const color =
    scene.weather === 'snow'
      ? mix(palette.near, palette.pale, 0.55)
      : mix(darken(palette.ground, 0.3), palette.near, 0.3)
  for (let index = 0; index < 30 * Math.max(1, aspect); index += 1) {
    const [x, y, tall] = [random() * aspect, 0.955 + random() * 0.07, (0.03 + random() * 0.05) * unit]
    const lean = (random() - 0.5) * 0.5 + Math.sin(time * 1.4 + x * 7) * 0.08
    const blades = [-0.35, 0, 0.35].map((spread) =>
      polygon(
        x - tall * 0.07,
        y,
        x + tall * (spread + lean),
        y - tall * (1 - Math.abs(spread) * 0.6),
        x + tall * 0.07,
        y,
      ),
    )
    yield shape(color, ...blades)
    if (random() < 0.22 && scene.weather !== 'snow' && scene.setting !== 'mountains') {
      yield shape(
        random() < 0.5 ? palette.accent : palette.second,
        circle(x + tall * lean, y - tall, tall * 0.13),
      )
    }
  }
}

function* drawSubjectsInSpace(context: DrawingContext): Generator<Shape> {
  const { aspect, unit, time, scene } = context
  const names = namesOf(context)
  const subjects = names.length === 0 ? ['planet'] : names
  const withPlanet = subjects.includes('planet') ? subjects : ['planet', ...subjects]
  for (const [index, name] of withPlanet.entries()) {
    const main = withPlanet.length === 1
    const x = aspect * (main ? 0.56 : (index + 0.55) / withPlanet.length) + time * 0.004
    const y = main ? 0.76 : 0.62 + (index % 2) * 0.24
    const size = sizeOf(name) * unit * (main ? 1.15 : name === 'planet' ? 0.8 : 1.1)
    yield* drawSubject(name, { context, x, y, size })
  }
  if (scene.seed % 2 === 0)
    yield shape(mix(context.palette.far, context.palette.dark, 0.3), circle(aspect * 0.12, 1.5, 0.62))
}

/** A subject in front of a large disc, on a table or a floor. */
function* composeStill(context: DrawingContext): Generator<Shape> {
  const { aspect, unit, palette, scene, time } = context
  const night = scene.daytime === 'night'
  const wall = night ? (palette.sky[1] ?? palette.dark) : mix(palette.haze, palette.pale, 0.35)
  const floor = night ? palette.near : mix(palette.accent, palette.haze, 0.72)
  yield shape(gradient([0, lighten(wall, 0.06)], [0.8, darken(wall, 0.06)]), fullFrame(aspect))
  const disc = [aspect / 2, 0.46 + Math.sin(time * 0.5) * 0.006] as const
  yield shape(
    gradient([0.1, mix(palette.second, wall, 0.25)], [0.85, mix(palette.accent, wall, 0.45)]),
    circle(disc[0], disc[1], 0.36 * unit),
  )
  if (night) yield* drawStars(context, 40)
  yield* drawSprigs(context)
  yield shape(
    gradient([0.76, floor], [1, darken(floor, 0.12)]),
    ground(aspect, () => 0.76),
  )
  yield faint(0.14, palette.dark, box(-0.01, 0.76, [aspect + 0.02, 0.006]))
  const names = namesOf(context)
  const subjects = names.length === 0 ? ['plant'] : names
  const size = Math.min(0.62 * unit, (aspect * 0.86) / subjects.length)
  for (const [index, name] of subjects.entries()) {
    const x =
      aspect / 2 +
      (index - (subjects.length - 1) / 2) * Math.min(size * 1.05, (aspect * 0.86) / subjects.length)
    yield* drawSubject(name, { context, x, y: flying.has(name) ? 0.72 : 0.86, size: size * stillScale(name) })
  }
}

/** In a still scene all subjects have similar sizes. */
function stillScale(name: string): number {
  return ['cup', 'book', 'fruit', 'car'].includes(name) ? 0.82 : 1
}

function* drawSprigs({ aspect, unit, palette, scene, time }: DrawingContext): Generator<Shape> {
  for (let index = 0; index < 14; index += 1) {
    const turn = ((scene.seed >>> (index % 24)) % 97) / 97
    const angle = turn * Math.PI * 2 + index * 1.7
    const distance = (0.42 + turn * 0.22) * unit
    const [x, y] = [
      aspect / 2 + Math.cos(angle) * distance * Math.max(1, aspect * 0.9),
      0.4 + Math.sin(angle) * distance * 0.62,
    ]
    const radius = (0.006 + ((scene.seed >>> index) & 3) * 0.004) * unit
    yield faint(
      0.5,
      index % 2 === 0 ? palette.accent : palette.second,
      ellipse(x, y + Math.sin(time + index) * 0.006, [radius, radius]),
    )
  }
}
