// The subjects of pictures: their keywords, their default setting, their outdoor size, and their drawing.
import type { Shape } from '../canvas'
import { type Color, lighten } from '../color'
import type { DrawingContext, DrawSubject, Spot } from '../drawing-context'
import type { Scene } from '../scene'
import { readSvg } from '../svg'
import { drawTree } from '../trees'
import { drawBird, drawButterfly, drawCat, drawFish, drawFox } from './animals'
import { drawCastle, drawHouse, drawLighthouse, drawWindmill } from './buildings'
import { drawPerson, drawRobot } from './characters'
import { drawFlower, drawFruit, drawPalm, drawPlant } from './plants'
import { drawBook, drawClock, drawCup, drawPlanet } from './things'
import { drawBalloon, drawBoat, drawCar, drawRocket } from './vehicles'

interface Subject {
  readonly name: string
  readonly pattern: RegExp
  /** The setting, if the prompt names none. */
  readonly home: Scene['setting']
  /** The size outdoors, as a share of the picture's shorter side. */
  readonly size?: number
  /** Absent for a rainbow, which is part of the sky. */
  readonly draw?: DrawSubject
}

// biome-ignore format: a table
export const subjects: readonly Subject[] = [
  { name: 'lighthouse', pattern: /\blighthouses?\b/, home: 'sea', size: 0.62, draw: drawLighthouse },
  { name: 'boat', pattern: /\b(?:boats?|ships?|sail\w*|yacht|canoe|ferry)\b/, home: 'sea', size: 0.3, draw: drawBoat },
  { name: 'fish', pattern: /\b(?:\w*fish(?:es)?|whales?|dolphins?|sharks?)\b/, home: 'sea', size: 0.2, draw: drawFish },
  { name: 'house', pattern: /\b(?:houses?|cabins?|cottages?|huts?|barns?|homes?)\b/, home: 'hills', size: 0.3, draw: drawHouse },
  { name: 'castle', pattern: /\b(?:castles?|fortress|palace|towers?)\b/, home: 'mountains', size: 0.46, draw: drawCastle },
  { name: 'windmill', pattern: /\b(?:windmills?|wind turbines?|mills?)\b/, home: 'hills', size: 0.46, draw: drawWindmill },
  { name: 'balloon', pattern: /\b(?:balloons?|airships?)\b/, home: 'hills', size: 0.34, draw: drawBalloon },
  { name: 'palm', pattern: /\b(?:palms?|palm trees?)\b/, home: 'sea', size: 0.42, draw: drawPalm },
  { name: 'tree', pattern: /\b(?:trees?|oaks?|birch|apple tree|cherry|blossoms?|bonsai)\b/, home: 'hills', size: 0.38, draw: drawTree },
  { name: 'bird', pattern: /\b(?:birds?|gulls?|seagulls?|swallows?|eagles?|crows?|owls?|cranes?)\b/, home: 'hills', size: 0.16, draw: drawBird },
  { name: 'rocket', pattern: /\b(?:rockets?|spaceships?|spacecraft|astronauts?)\b/, home: 'space', size: 0.56, draw: drawRocket },
  { name: 'planet', pattern: /\b(?:planets?|saturn|jupiter|mars)\b/, home: 'space', size: 0.6, draw: drawPlanet },
  { name: 'car', pattern: /\b(?:cars?|vans?|buses|bus|trucks?|taxis?)\b/, home: 'hills', size: 0.2, draw: drawCar },
  { name: 'cat', pattern: /\b(?:cats?|kittens?)\b/, home: 'still', size: 0.2, draw: drawCat },
  { name: 'fox', pattern: /\b(?:fox\w*|dogs?|pupp(?:y|ies)|wolf|wolves)\b/, home: 'still', size: 0.2, draw: drawFox },
  { name: 'robot', pattern: /\b(?:robots?|androids?|droids?|machines?)\b/, home: 'still', size: 0.3, draw: drawRobot },
  { name: 'plant', pattern: /\b(?:plants?|leaf|leaves|cactus|succulents?|ferns?|watering|pot)\b/, home: 'still', size: 0.22, draw: drawPlant },
  { name: 'flower', pattern: /\b(?:flowers?|roses?|tulips?|sunflowers?|daisy|daisies|bouquet|lilies)\b/, home: 'still', size: 0.22, draw: drawFlower },
  { name: 'cup', pattern: /\b(?:cups?|mugs?|coffee|tea|espresso)\b/, home: 'still', size: 0.16, draw: drawCup },
  { name: 'fruit', pattern: /\b(?:fruits?|apples?|oranges|lemons?|pears?|peach(?:es)?)\b/, home: 'still', size: 0.16, draw: drawFruit },
  { name: 'clock', pattern: /\b(?:clocks?|watch|alarm)\b/, home: 'still', size: 0.2, draw: drawClock },
  { name: 'book', pattern: /\b(?:books?|library|novels?)\b/, home: 'still', size: 0.16, draw: drawBook },
  { name: 'butterfly', pattern: /\b(?:butterfl(?:y|ies)|moths?)\b/, home: 'still', size: 0.16, draw: drawButterfly },
  { name: 'person', pattern: /\b(?:person|man|woman|boy|girl|child|people|hiker|walker|figure|portrait|traveller)\b/, home: 'hills', size: 0.2, draw: drawPerson },
  { name: 'rainbow', pattern: /\brainbows?\b/, home: 'hills' },
]

function findSubject(name: string): Subject | undefined {
  return subjects.find((subject) => subject.name === name)
}

export function isDrawable(name: string): boolean {
  return findSubject(name)?.draw !== undefined
}

export function sizeOf(name: string): number {
  return findSubject(name)?.size ?? 0.25
}

/** Empty if the subject is unknown. */
export function drawSubject(name: string, { context, ...position }: Spot): Iterable<Shape> {
  const color = context.scene.subjectColors?.[name]
  const spot = { ...position, context: color ? withColor(context, color) : context }
  const drawing = findSubject(name)?.draw?.(spot) ?? ''
  return typeof drawing === 'string' ? readSvg(drawing, spot) : drawing
}

function withColor(context: DrawingContext, color: Color): DrawingContext {
  const palette = { ...context.palette, accent: color, second: lighten(color, 0.3) }
  return { ...context, palette, scene: { ...context.scene, colors: [color] } }
}
