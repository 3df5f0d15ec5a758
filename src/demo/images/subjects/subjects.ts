// The subjects that a picture can have: the words for each, its home, its size in the open, and how it is drawn.
import type { Shape } from '../canvas'
import { type Color, lighten } from '../color'
import type { DrawingContext, DrawSubject, Spot } from '../drawing-context'
import type { Scene } from '../scene'
import { readSvg } from '../svg'
import { drawTree } from '../trees'
import { drawBird, drawButterfly, drawCat, drawFish, drawFox } from './animals'
import { drawCastle, drawHouse, drawLighthouse, drawWindmill } from './buildings'
import { drawPerson, drawRobot } from './figures'
import { drawFlower, drawFruit, drawPalm, drawPlant } from './plants'
import { drawBook, drawClock, drawCup, drawPlanet } from './things'
import { drawBalloon, drawBoat, drawCar, drawRocket } from './vehicles'

interface Subject {
  readonly name: string
  readonly words: RegExp
  /** The setting, if the prompt names none. */
  readonly home: Scene['setting']
  /** In the open, as a share of the picture's shorter side. */
  readonly size?: number
  /** Absent for a rainbow, which is part of the sky. */
  readonly draw?: DrawSubject
}

// biome-ignore format: a table
export const subjects: readonly Subject[] = [
  { name: 'lighthouse', words: /\blighthouses?\b/, home: 'sea', size: 0.62, draw: drawLighthouse },
  { name: 'boat', words: /\b(?:boats?|ships?|sail\w*|yacht|canoe|ferry)\b/, home: 'sea', size: 0.3, draw: drawBoat },
  { name: 'fish', words: /\b(?:\w*fish(?:es)?|whales?|dolphins?|sharks?)\b/, home: 'sea', size: 0.2, draw: drawFish },
  { name: 'house', words: /\b(?:houses?|cabins?|cottages?|huts?|barns?|homes?)\b/, home: 'hills', size: 0.3, draw: drawHouse },
  { name: 'castle', words: /\b(?:castles?|fortress|palace|towers?)\b/, home: 'mountains', size: 0.46, draw: drawCastle },
  { name: 'windmill', words: /\b(?:windmills?|wind turbines?|mills?)\b/, home: 'hills', size: 0.46, draw: drawWindmill },
  { name: 'balloon', words: /\b(?:balloons?|airships?)\b/, home: 'hills', size: 0.34, draw: drawBalloon },
  { name: 'palm', words: /\b(?:palms?|palm trees?)\b/, home: 'sea', size: 0.42, draw: drawPalm },
  { name: 'tree', words: /\b(?:trees?|oaks?|birch|apple tree|cherry|blossoms?|bonsai)\b/, home: 'hills', size: 0.38, draw: drawTree },
  { name: 'bird', words: /\b(?:birds?|gulls?|seagulls?|swallows?|eagles?|crows?|owls?|cranes?)\b/, home: 'hills', size: 0.16, draw: drawBird },
  { name: 'rocket', words: /\b(?:rockets?|spaceships?|spacecraft|astronauts?)\b/, home: 'space', size: 0.56, draw: drawRocket },
  { name: 'planet', words: /\b(?:planets?|saturn|jupiter|mars)\b/, home: 'space', size: 0.6, draw: drawPlanet },
  { name: 'car', words: /\b(?:cars?|vans?|buses|bus|trucks?|taxis?)\b/, home: 'hills', size: 0.2, draw: drawCar },
  { name: 'cat', words: /\b(?:cats?|kittens?)\b/, home: 'still', size: 0.2, draw: drawCat },
  { name: 'fox', words: /\b(?:fox\w*|dogs?|pupp(?:y|ies)|wolf|wolves)\b/, home: 'still', size: 0.2, draw: drawFox },
  { name: 'robot', words: /\b(?:robots?|androids?|droids?|machines?)\b/, home: 'still', size: 0.3, draw: drawRobot },
  { name: 'plant', words: /\b(?:plants?|leaf|leaves|cactus|succulents?|ferns?|watering|pot)\b/, home: 'still', size: 0.22, draw: drawPlant },
  { name: 'flower', words: /\b(?:flowers?|roses?|tulips?|sunflowers?|daisy|daisies|bouquet|lilies)\b/, home: 'still', size: 0.22, draw: drawFlower },
  { name: 'cup', words: /\b(?:cups?|mugs?|coffee|tea|espresso)\b/, home: 'still', size: 0.16, draw: drawCup },
  { name: 'fruit', words: /\b(?:fruits?|apples?|oranges|lemons?|pears?|peach(?:es)?)\b/, home: 'still', size: 0.16, draw: drawFruit },
  { name: 'clock', words: /\b(?:clocks?|watch|alarm)\b/, home: 'still', size: 0.2, draw: drawClock },
  { name: 'book', words: /\b(?:books?|library|novels?)\b/, home: 'still', size: 0.16, draw: drawBook },
  { name: 'butterfly', words: /\b(?:butterfl(?:y|ies)|moths?)\b/, home: 'still', size: 0.16, draw: drawButterfly },
  { name: 'person', words: /\b(?:person|man|woman|boy|girl|child|people|hiker|walker|figure|portrait|traveller)\b/, home: 'hills', size: 0.2, draw: drawPerson },
  { name: 'rainbow', words: /\brainbows?\b/, home: 'hills' },
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

/** Empty if there is no such subject. */
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
