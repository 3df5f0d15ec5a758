// Things drawn onto a given picture, at an instruction's word: sun, stars, snow, rain, a frame, any subject.
import { createBreath } from '../pace'
import { type Canvas, fillShape, type Shape } from './canvas'
import { createDrawingContext, type DrawingContext, glow, shape } from './drawing-context'
import { box, circle } from './outlines'
import type { Pixels } from './pixels'
import { readScene, type Scene } from './scene'
import { drawStars, drawWeather } from './sky'
import { drawSubject, isSubject } from './subjects/subjects'

export interface Addition {
  readonly name: string
  readonly draw: (context: DrawingContext) => Iterable<Shape>
}

const addingWords = /\b(?:add|put|place|insert|include|draw|with|give it)\b/

export function readAdditions(instruction: string): Addition[] {
  const text = instruction.toLowerCase()
  if (!addingWords.test(text)) return []
  const scene = readScene(text)
  const found: Addition[] = []
  if (/\bsun\b/.test(text)) found.push({ name: 'a sun', draw: drawSun })
  if (/\bmoon\b/.test(text)) found.push({ name: 'a moon', draw: drawMoon })
  if (/\bstars?\b/.test(text)) found.push({ name: 'stars', draw: (context) => drawStars(context, 110) })
  if (scene.weather === 'snow' || scene.weather === 'rain')
    found.push({ name: scene.weather, draw: drawWeather })
  if (/\b(?:frame|border)\b/.test(text)) found.push({ name: 'a frame', draw: drawFrame })
  const subjects = [...new Set(scene.subjects)].filter(isSubject)
  return [
    ...found,
    ...subjects.map((name, index) => ({
      name: `a ${name}`,
      draw: (context: DrawingContext) => drawInCorner(context, name, index),
    })),
  ]
}

function* drawSun({ aspect, unit, palette }: DrawingContext): Generator<Shape> {
  const [x, y, radius] = [aspect - 0.2 * unit, 0.2, 0.09 * unit]
  yield glow({ color: [255, 226, 140], center: [x, y], radius: radius * 4 }, 0.8)
  yield shape(palette.lamp, circle(x, y, radius))
}

function* drawMoon({ aspect, unit }: DrawingContext): Generator<Shape> {
  const [x, y, radius] = [aspect - 0.2 * unit, 0.2, 0.085 * unit]
  yield glow({ color: [225, 230, 250], center: [x, y], radius: radius * 3 }, 0.4)
  yield {
    ...shape([244, 240, 218], circle(x, y, radius)),
    holes: [circle(x - radius * 0.45, y - radius * 0.2, radius * 0.85)],
  }
}

function* drawFrame({ aspect, unit, palette }: DrawingContext): Generator<Shape> {
  const thick = 0.045 * unit
  yield {
    ...shape(palette.accent, box(0, 0, [aspect, 1])),
    holes: [box(thick, thick, [aspect - thick * 2, 1 - thick * 2])],
  }
}

function drawInCorner(context: DrawingContext, name: string, index: number): Iterable<Shape> {
  const { aspect, unit } = context
  return drawSubject(name, {
    context,
    x: aspect * (index % 2 === 0 ? 0.72 : 0.28),
    y: 0.95,
    size: 0.46 * unit,
  })
}

/** Draws over the picture; its size stays. */
export async function drawOver(
  pixels: Pixels,
  additions: readonly Addition[],
  { instruction, signal }: { instruction: string; signal: AbortSignal },
): Promise<Pixels> {
  const { width, height } = pixels
  const bytes = new Uint8ClampedArray(pixels.bytes)
  const canvas: Canvas = {
    width,
    height,
    bytes,
    words: new Uint32Array(bytes.buffer),
    row: new Float32Array(width + 3),
  }
  const scene: Scene = readScene(instruction)
  const context = createDrawingContext(scene, width / height, 3)
  const breathe = createBreath()
  for (const addition of additions) {
    for (const part of addition.draw(context)) {
      for (const _ of fillShape(canvas, part)) {
        await breathe()
        if (signal.aborted) return canvas
      }
    }
  }
  return canvas
}
