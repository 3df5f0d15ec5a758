// Edits a picture, or combines several.
import type { RequestSignal } from '#shared/wire/http'
import { createYield } from '../pace'
import { createCanvas, fillShapes, type Shape } from './canvas'
import { createDrawingContext, type DrawingContext, shape } from './drawing-context'
import { changeContrast, cover, type NamedEdit, tint } from './edits'
import { arc, box } from './outlines'
import type { Pixels } from './pixels'
import { readScene } from './read-scene'
import { drawStars, drawWeather } from './sky'
import { drawSubject, isDrawable } from './subjects/subjects'
import { points, readSvg } from './svg'

interface EditOptions {
  readonly edits: readonly NamedEdit[]
  readonly additions: readonly Addition[]
  readonly instruction: string
  /** From imageConfig. If undefined, the picture's own size. */
  readonly size: { readonly width: number; readonly height: number } | undefined
  readonly signal: RequestSignal
}

export async function editImage(
  pixels: Pixels,
  { edits, additions, instruction, size, signal }: EditOptions,
): Promise<Pixels> {
  const maybeYield = createYield()
  let current = size ? await cover(size.width, size.height)(pixels, maybeYield) : pixels
  if (edits.length === 0 && additions.length === 0) {
    current = await changeContrast(1.12)(await tint([240, 170, 110], 0.22)(current, maybeYield), maybeYield)
    return drawOver(current, readAdditions('add a frame'), { instruction, signal })
  }
  for (const { edit } of edits) {
    await maybeYield()
    if (signal.aborted) return current
    current = await edit(current, maybeYield)
  }
  return additions.length > 0 ? drawOver(current, additions, { instruction, signal }) : current
}

interface SheetOptions {
  readonly size: { readonly width: number; readonly height: number } | undefined
  readonly instruction: string
  readonly signal: RequestSignal
}

/** Side by side in a grid, in the size of the first picture, with thin gaps. */
export async function combinePictures(
  pictures: readonly Pixels[],
  { size, instruction, signal }: SheetOptions,
): Promise<Pixels> {
  const maybeYield = createYield()
  const { width, height } = size ?? pictures[0] ?? { width: 1024, height: 1024 }
  const columns =
    width >= height ? Math.ceil(Math.sqrt(pictures.length)) : Math.floor(Math.sqrt(pictures.length)) || 1
  const rows = Math.ceil(pictures.length / columns)
  const gap = Math.max(1, Math.round(Math.min(width, height) / 80))
  const sheet: Pixels = { width, height, bytes: new Uint8ClampedArray(width * height * 4).fill(255) }
  for (const [index, picture] of pictures.entries()) {
    const row = Math.floor(index / columns)
    const cellsInRow = row === rows - 1 ? pictures.length - columns * row : columns
    const cell = {
      width: Math.floor((width - gap * (cellsInRow - 1)) / cellsInRow),
      height: Math.floor((height - gap * (rows - 1)) / rows),
    }
    if (cell.width < 1 || cell.height < 1) continue
    const fitted = await cover(cell.width, cell.height)(picture, maybeYield)
    paste(sheet, fitted, {
      left: (index - row * columns) * (cell.width + gap),
      top: row * (cell.height + gap),
    })
    await maybeYield()
    if (signal.aborted) return sheet
  }
  const additions = readAdditions(instruction)
  return additions.length > 0 ? drawOver(sheet, additions, { instruction, signal }) : sheet
}

function paste(sheet: Pixels, picture: Pixels, { left, top }: { left: number; top: number }): void {
  for (let row = 0; row < picture.height; row += 1) {
    const from = row * picture.width * 4
    sheet.bytes.set(
      picture.bytes.subarray(from, from + picture.width * 4),
      ((top + row) * sheet.width + left) * 4,
    )
  }
}

/** Whether the sky of a picture drawn from these instructions has a moon. */
export function hasMoon(instructions: readonly string[]): boolean {
  const [first = '', ...others] = instructions
  const { setting, daytime } = readScene(first)
  const hasSky = setting !== 'abstract' && setting !== 'still' && setting !== 'space'
  return (hasSky && daytime === 'night') || others.some((text) => findMoon(readAdditions(text)) !== undefined)
}

export function findMoon(additions: readonly Addition[]): Addition | undefined {
  return additions.find(({ name }) => name === 'a moon')
}

interface Addition {
  readonly name: string
  readonly draw: (context: DrawingContext) => Iterable<Shape>
}

const additionWords = /\b(?:add|put|place|insert|include|draw|with|give it)\b/

export function readAdditions(instruction: string): Addition[] {
  const text = instruction.toLowerCase()
  if (!additionWords.test(text)) return []
  const scene = readScene(text)
  const additions: Addition[] = []
  if (/\bsun\b/.test(text)) additions.push({ name: 'a sun', draw: (context) => drawInSky(context, sun) })
  if (/\bmoon\b/.test(text)) additions.push({ name: 'a moon', draw: (context) => drawInSky(context, moon) })
  if (/\bstars?\b/.test(text)) additions.push({ name: 'stars', draw: (context) => drawStars(context, 110) })
  if (scene.weather === 'snow' || scene.weather === 'rain')
    additions.push({ name: scene.weather, draw: drawWeather })
  if (/\b(?:frame|border)\b/.test(text)) additions.push({ name: 'a frame', draw: drawFrame })
  const subjects = [...new Set(scene.subjects)].filter(isDrawable)
  return [
    ...additions,
    ...subjects.map((name, index) => ({
      name: `a ${name}`,
      draw: (context: DrawingContext) => drawInCorner(context, name, index),
    })),
  ]
}

/** Draws in the upper right corner. */
function drawInSky(context: DrawingContext, svg: string): Iterable<Shape> {
  return readSvg(svg, { context, x: context.aspect - 0.2 * context.unit, y: 0.2, size: context.unit })
}

const sun = `
  <circle fill="#ffe28c" filter="glow" opacity=".8" r="36"/>
  <circle fill="lamp" r="9"/>`

const crescent = [
  ...arc(0, 0, { radius: 8.5, from: 262.1, to: 505.9 }),
  ...arc(-3.825, -1.7, { radius: 7.225, from: 116.4, to: -68.4 }),
]
const moon = `
  <circle fill="#e1e6fa" filter="glow" opacity=".4" r="25.5"/>
  <polygon fill="#f4f0da" points="${points(crescent)}"/>`

function* drawFrame({ aspect, unit, palette }: DrawingContext): Generator<Shape> {
  const thick = 0.045 * unit
  const opening = box(thick, thick, [aspect - thick * 2, 1 - thick * 2])
  yield { ...shape(palette.accent, box(0, 0, [aspect, 1])), holes: [opening] }
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

/** Draws onto a copy of the picture, in its size. */
function drawOver(
  { width, height, bytes }: Pixels,
  additions: readonly Addition[],
  { instruction, signal }: { instruction: string; signal: RequestSignal },
): Promise<Pixels> {
  const canvas = createCanvas(width, height, new Uint8ClampedArray(bytes))
  const context = createDrawingContext(readScene(instruction), width / height, 3)
  function* shapes() {
    for (const { draw } of additions) yield* draw(context)
  }
  return fillShapes(canvas, shapes(), signal)
}
