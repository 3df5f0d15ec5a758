// The subjects of pictures: their keywords, their default setting, their outdoor size, and their drawing.
import type { Shape } from '../canvas'
import { type Color, darken, lighten, mix } from '../color'
import type { DrawingContext, DrawSubject, Spot } from '../drawing-context'
import { arc } from '../outlines'
import type { Scene } from '../scene'
import { css, each, points, readSvg } from '../svg'
import { drawTree } from '../trees'
import { drawBird, drawButterfly, drawCat, drawFish, drawFox } from './animals'
import { drawCastle, drawHouse, drawLighthouse, drawWindmill } from './buildings'
import { drawFlower, drawFruit, drawPalm, drawPlant } from './plants'
import { drawBook, drawClock, drawCup, drawPlanet } from './things'
import { drawBalloon, drawBoat, drawCar, drawRocket } from './vehicles'

const drawPerson: DrawSubject = ({ context: { palette, time } }) => {
  const step = Math.sin(time * 2) * 1.5
  return `
    <ellipse fill="dark" opacity=".2" rx="20" ry="2.5"/>
    <g stroke="${css(mix(palette.dark, palette.far, 0.25))}" stroke-width="8.5">
      <polyline points="-6,-40 ${-7 - step},-3"/><polyline points="5,-40 ${8 + step},-3"/>
    </g>
    <g stroke="${css(darken(palette.accent, 0.14))}" stroke-width="7">
      <polyline points="-13,-66 ${-18 + step},-42"/><polyline points="13,-66 ${19 - step},-44"/>
    </g>
    <rect fill="accent" x="-14.5" y="-74" width="29" height="38" rx="9"/>
    <g fill="#d6a07a"><rect x="-4" y="-82" width="8" height="12" rx="3"/><circle cy="-87" r="10"/></g>
    <polygon fill="dark" points="${points(arc(0, -88, { radius: 11, from: 165, to: 375 }))}"/>
    <rect fill="second" x="-14.5" y="-72" width="29" height="4.5"/>`
}

const drawRobot: DrawSubject = ({ context }) => {
  const { palette, time, scene } = context
  const metal = scene.colors[0] ? lighten(scene.colors[0], 0.2) : mix(palette.pale, palette.far, 0.35)
  const steel = css(darken(metal, 0.3))
  const wave = `rotate(${Math.sin(time * 2.2) * 14} 22 -46)`
  const gaze = Math.sin(time * 0.8) * 1.4
  return `
    <ellipse fill="dark" opacity=".2" rx="34" ry="3.2"/>
    <g fill="${steel}"><rect x="-15.5" y="-20" width="7" height="20"/><rect x="8.5" y="-20" width="7" height="20"/></g>
    <g fill="dark">
      <rect x="-22" y="-6" width="18" height="6.5" rx="3"/><rect x="4" y="-6" width="18" height="6.5" rx="3"/>
    </g>
    <g stroke="${steel}" stroke-width="5.5"><polyline points="-22,-46 -33,-30 -30,-20"/></g>
    <g stroke="${steel}" stroke-width="5.5"><polyline transform="${wave}" points="22,-46 36,-50 42,-66"/></g>
    <g fill="accent"><circle transform="${wave}" cx="42" cy="-66" r="5"/><circle cx="-30" cy="-20" r="5"/></g>
    <rect fill="${css(metal)}" x="-23" y="-54" width="46" height="36" rx="8"/>
    <rect fill="dark" opacity=".14" x="5" y="-54" width="18" height="36" rx="8"/>
    <circle fill="accent" cx="-8" cy="-40" r="5"/>
    <g fill="second">${each([-45, -38, -31], (y) => `<rect x="4" y="${y}" width="12" height="2.8" rx="99"/>`)}</g>
    <g fill="${steel}"><rect x="-5" y="-60" width="10" height="8"/><rect x="-.8" y="-98" width="1.6" height="10"/></g>
    <circle fill="accent" cy="-98.5" r="${3 + 0.6 * Math.sin(time * 5)}"/>
    <rect fill="${css(metal)}" x="-20" y="-90" width="40" height="31" rx="10"/>
    <rect fill="dark" x="-15.5" y="-84.5" width="31" height="19" rx="7.5"/>
    <g fill="${css(mix(palette.lamp, [160, 235, 240], 0.6))}" stroke-width="1.1">
      <circle cx="${gaze - 7.5}" cy="-76.5" r="3.4"/><circle cx="${gaze + 7.5}" cy="-76.5" r="3.4"/>
      <polyline points="${points(arc(gaze, -73.5, { radius: 5, from: 30, to: 150 }))}"/>
    </g>`
}

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
