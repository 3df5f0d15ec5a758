// The subjects that a picture can have, each with how to draw it and how large it is beside the others, in the open.
import type { Shape } from '../canvas'
import { mix } from '../color'
import type { DrawSubject, Spot } from '../drawing-context'
import { readSvg } from '../svg'
import { drawTree } from '../trees'
import { drawBird, drawButterfly, drawCat, drawFish, drawFox } from './animals'
import { drawCastle, drawHouse, drawLighthouse, drawWindmill } from './buildings'
import { drawPerson, drawRobot } from './figures'
import { drawFlower, drawFruit, drawPalm, drawPlant } from './plants'
import { drawBook, drawClock, drawCup, drawPlanet } from './things'
import { drawBalloon, drawBoat, drawCar, drawRocket } from './vehicles'

const subjects = new Map<string, readonly [DrawSubject, number]>([
  ['lighthouse', [drawLighthouse, 0.62]],
  ['house', [drawHouse, 0.3]],
  ['castle', [drawCastle, 0.46]],
  ['windmill', [drawWindmill, 0.46]],
  ['boat', [drawBoat, 0.3]],
  ['car', [drawCar, 0.2]],
  ['balloon', [drawBalloon, 0.34]],
  ['rocket', [drawRocket, 0.56]],
  ['bird', [drawBird, 0.16]],
  ['cat', [drawCat, 0.2]],
  ['fox', [drawFox, 0.2]],
  ['fish', [drawFish, 0.2]],
  ['butterfly', [drawButterfly, 0.16]],
  ['person', [drawPerson, 0.2]],
  ['robot', [drawRobot, 0.3]],
  ['plant', [drawPlant, 0.22]],
  ['flower', [drawFlower, 0.22]],
  ['cup', [drawCup, 0.16]],
  ['fruit', [drawFruit, 0.16]],
  ['clock', [drawClock, 0.2]],
  ['book', [drawBook, 0.16]],
  ['planet', [drawPlanet, 0.6]],
  ['palm', [drawPalm, 0.42]],
  ['tree', [() => '', 0.38]],
])

export function isSubject(name: string): boolean {
  return subjects.has(name)
}

export function sizeOf(name: string): number {
  return subjects.get(name)?.[1] ?? 0.25
}

/** Nothing where the name is no subject's. */
export function drawSubject(name: string, spot: Spot): Iterable<Shape> {
  if (name === 'tree') return drawBroadTree(spot)
  return readSvg(subjects.get(name)?.[0](spot) ?? '', spot)
}

/** The tree that the land has many of. */
function drawBroadTree({ context: { palette, scene, time }, x, y, size }: Spot): Iterable<Shape> {
  const color = scene.colors[0] ?? mix(palette.near, palette.ground, 0.5)
  return drawTree({ x, y, size, color, sway: Math.sin(time) * 0.015 })
}
