// Composes a picture: the shapes of a scene, from the farthest to the nearest.
import { seedRandom } from '../seed'
import { drawAbstract } from './abstract'
import * as animals from './animals'
import * as buildings from './buildings'
import type { Shape } from './canvas'
import { darken, lighten, mix } from './color'
import * as figures from './figures'
import * as garden from './garden'
import { groundAt } from './ground-line'
import { lands } from './land'
import { box, circle, ellipse, ground } from './outlines'
import type { Scene } from './scene'
import { drawSky, drawSpace, drawStars, drawWeather } from './sky'
import type { DrawSubject, Spot } from './spot'
import { type DrawingStage, faint, setStage, shape } from './stage'
import * as things from './things'
import * as vehicles from './vehicles'

const subjects: Readonly<Record<string, DrawSubject>> = {
  lighthouse: buildings.drawLighthouse,
  house: buildings.drawHouse,
  castle: buildings.drawCastle,
  windmill: buildings.drawWindmill,
  boat: vehicles.drawBoat,
  car: vehicles.drawCar,
  balloon: vehicles.drawBalloon,
  rocket: vehicles.drawRocket,
  bird: animals.drawBird,
  cat: animals.drawCat,
  fox: animals.drawFox,
  fish: animals.drawFish,
  butterfly: animals.drawButterfly,
  person: figures.drawPerson,
  robot: figures.drawRobot,
  plant: garden.drawPlant,
  flower: garden.drawFlower,
  cup: things.drawCup,
  fruit: garden.drawFruit,
  clock: things.drawClock,
  book: things.drawBook,
  planet: things.drawPlanet,
  palm: garden.drawPalm,
  tree: garden.drawBroadTree,
}

/** How large each is beside the others, in the open. */
const sizes: Readonly<Record<string, number>> = {
  lighthouse: 0.62,
  house: 0.3,
  castle: 0.46,
  windmill: 0.46,
  boat: 0.3,
  car: 0.2,
  balloon: 0.34,
  rocket: 0.56,
  bird: 0.16,
  cat: 0.2,
  fox: 0.2,
  fish: 0.2,
  butterfly: 0.16,
  person: 0.2,
  robot: 0.3,
  plant: 0.22,
  flower: 0.22,
  cup: 0.16,
  fruit: 0.16,
  clock: 0.2,
  book: 0.16,
  planet: 0.6,
  palm: 0.42,
  tree: 0.38,
}

const flying = new Set(['balloon', 'bird', 'butterfly', 'planet', 'rocket'])

export function isSubject(name: string): boolean {
  return Object.hasOwn(subjects, name)
}

/** Nothing where the name is no subject's. */
export function drawSubject(name: string, spot: Spot): Iterable<Shape> {
  return isSubject(name) ? (subjects[name]?.(spot) ?? []) : []
}

/** `time` is the moment in seconds; the shapes of a scene at two near moments differ a little. */
export function* composeScene(scene: Scene, aspect: number, time: number): Generator<Shape> {
  const stage = setStage(scene, aspect, time)
  switch (scene.setting) {
    case 'abstract':
      return yield* drawAbstract(stage)
    case 'still':
      return yield* composeStill(stage)
    case 'space':
      yield* drawSpace(stage)
      return yield* placeInSpace(stage)
    default:
      yield* drawSky(stage)
      yield* lands[scene.setting](stage)
      yield* placeOutside(stage)
      yield* drawForeground(stage)
      yield* drawWeather(stage)
  }
}

function namesOf({ scene }: DrawingStage): readonly string[] {
  return scene.subjects.filter(isSubject)
}

/** Spread over the width at uneven steps; a single subject stands off the middle, across from the sun. */
function* placeOutside(stage: DrawingStage): Generator<Shape> {
  const { aspect, unit, scene, sun, horizon } = stage
  const names = namesOf(stage)
  const foot = groundAt(stage)
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
          : foot(x) + 0.03
    const size = (sizes[name] ?? 0.25) * unit * (names.length > 3 ? 0.8 : 1)
    yield* drawSubject(name, { stage, x, y, size })
  }
}

/** Blades and blossoms along the lower edge, so that the nearest ground is not empty. */
function* drawForeground(stage: DrawingStage): Generator<Shape> {
  const { aspect, unit, palette, scene, time } = stage
  if (scene.setting === 'sea' || scene.setting === 'city' || scene.setting === 'desert') return
  const random = seedRandom(scene.seed ^ 0xf04e)
  const color =
    scene.weather === 'snow'
      ? mix(palette.near, palette.pale, 0.55)
      : mix(darken(palette.ground, 0.3), palette.near, 0.3)
  for (let index = 0; index < 30 * Math.max(1, aspect); index += 1) {
    const [x, y, tall] = [random() * aspect, 0.955 + random() * 0.07, (0.03 + random() * 0.05) * unit]
    const lean = (random() - 0.5) * 0.5 + Math.sin(time * 1.4 + x * 7) * 0.08
    const blades = [-0.35, 0, 0.35].map(
      (spread) =>
        [
          [x - tall * 0.07, y],
          [x + tall * (spread + lean), y - tall * (1 - Math.abs(spread) * 0.6)],
          [x + tall * 0.07, y],
        ] as const,
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

function* placeInSpace(stage: DrawingStage): Generator<Shape> {
  const { aspect, unit, time, scene } = stage
  const names = namesOf(stage)
  const cast = names.length === 0 ? ['planet'] : names
  const withPlanet = cast.includes('planet') ? cast : ['planet', ...cast]
  for (const [index, name] of withPlanet.entries()) {
    const main = withPlanet.length === 1
    const x = aspect * (main ? 0.56 : (index + 0.55) / withPlanet.length) + time * 0.004
    const y = main ? 0.76 : 0.62 + (index % 2) * 0.24
    const size = (sizes[name] ?? 0.3) * unit * (main ? 1.15 : name === 'planet' ? 0.8 : 1.1)
    yield* drawSubject(name, { stage, x, y, size })
  }
  if (scene.seed % 2 === 0)
    yield shape(mix(stage.palette.far, stage.palette.dark, 0.3), circle(aspect * 0.12, 1.5, 0.62))
}

/** A subject in front of a large disc, on a table or a floor. */
function* composeStill(stage: DrawingStage): Generator<Shape> {
  const { aspect, unit, palette, scene, time } = stage
  const night = scene.daytime === 'night'
  const wall = night ? (palette.sky[1] ?? palette.dark) : mix(palette.haze, palette.pale, 0.35)
  const floor = night ? palette.near : mix(palette.accent, palette.haze, 0.72)
  yield shape(
    {
      kind: 'vertical',
      stops: [
        [0, lighten(wall, 0.06)],
        [0.8, darken(wall, 0.06)],
      ],
    },
    box(-0.01, -0.01, [aspect + 0.02, 1.02]),
  )
  const disc = [aspect / 2, 0.46 + Math.sin(time * 0.5) * 0.006] as const
  yield shape(
    {
      kind: 'vertical',
      stops: [
        [0.1, mix(palette.second, wall, 0.25)],
        [0.85, mix(palette.accent, wall, 0.45)],
      ],
    },
    circle(disc[0], disc[1], 0.36 * unit),
  )
  if (night) yield* drawStars(stage, 40)
  yield* drawSprigs(stage)
  yield shape(
    {
      kind: 'vertical',
      stops: [
        [0.76, floor],
        [1, darken(floor, 0.12)],
      ],
    },
    ground(aspect, () => 0.76),
  )
  yield faint(0.14, palette.dark, box(-0.01, 0.76, [aspect + 0.02, 0.006]))
  const names = namesOf(stage)
  const cast = names.length === 0 ? ['plant'] : names
  const size = Math.min(0.62 * unit, (aspect * 0.86) / cast.length)
  for (const [index, name] of cast.entries()) {
    const x =
      aspect / 2 + (index - (cast.length - 1) / 2) * Math.min(size * 1.05, (aspect * 0.86) / cast.length)
    yield* drawSubject(name, { stage, x, y: flying.has(name) ? 0.72 : 0.86, size: size * stillScale(name) })
  }
}

/** In a still scene things come near to one size. */
function stillScale(name: string): number {
  return ['cup', 'book', 'fruit', 'car'].includes(name) ? 0.82 : 1
}

function* drawSprigs({ aspect, unit, palette, scene, time }: DrawingStage): Generator<Shape> {
  for (let index = 0; index < 14; index += 1) {
    const turned = ((scene.seed >>> (index % 24)) % 97) / 97
    const angle = turned * Math.PI * 2 + index * 1.7
    const reach = (0.42 + turned * 0.22) * unit
    const [x, y] = [
      aspect / 2 + Math.cos(angle) * reach * Math.max(1, aspect * 0.9),
      0.4 + Math.sin(angle) * reach * 0.62,
    ]
    const radius = (0.006 + ((scene.seed >>> index) & 3) * 0.004) * unit
    yield faint(
      0.5,
      index % 2 === 0 ? palette.accent : palette.second,
      ellipse(x, y + Math.sin(time + index) * 0.006, [radius, radius]),
    )
  }
}
