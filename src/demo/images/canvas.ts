// A canvas that fills anti-aliased shapes, in slices, so that a large picture does not block other work.
import type { RequestSignal } from '#shared/wire/http'
import { createYield } from '../pace'
import { type Color, mix } from './color'
import type { Pixels } from './pixels'

/** The picture's height is 1, and x ranges from 0 to its aspect ratio. */
export type Point = readonly [number, number]

/** A closed polygon. */
export type Outline = readonly Point[]

export type Paint =
  | Color
  /** Color stops by height. */
  | { readonly kind: 'vertical'; readonly stops: readonly (readonly [number, Color])[] }
  /** Strongest in the center, and transparent at the edge. */
  | {
      readonly kind: 'glow'
      readonly color: Color
      readonly center: readonly [number, number]
      readonly radius: number
    }

export interface Shape {
  /** Overlaps are filled once. The outlines of `holes` are cut out. */
  readonly outlines: readonly Outline[]
  readonly holes?: readonly Outline[]
  readonly paint: Paint
  readonly opacity?: number
}

export interface Canvas extends Pixels {
  readonly words: Uint32Array
  readonly row: Float32Array
}

export function createCanvas(
  width: number,
  height: number,
  bytes = new Uint8ClampedArray(width * height * 4),
): Canvas {
  return { width, height, bytes, words: new Uint32Array(bytes.buffer), row: new Float32Array(width + 3) }
}

interface Edge {
  readonly x: number
  readonly slope: number
  readonly top: number
  readonly bottom: number
  readonly direction: number
}

/** The sign of the area is the outline's direction, which makes it a hole or not. */
function signedArea(outline: Outline): number {
  let sum = 0
  outline.forEach(([x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [0, 0]
    sum += x * nextY - nextX * y
  })
  return sum
}

function readEdges(outline: Outline, scale: number, hole: boolean): Edge[] {
  const orientation = signedArea(outline) > 0 === hole ? -1 : 1
  return outline.flatMap(([x, y], index) => {
    const [endX, endY] = outline[(index + 1) % outline.length] ?? [x, y]
    if (y === endY) return []
    const isDownward = endY > y
    const [top, bottom, x0] = isDownward ? [y, endY, x] : [endY, y, endX]
    const slope = (endX - x) / (endY - y)
    return [
      {
        x: x0 * scale,
        slope,
        top: top * scale,
        bottom: bottom * scale,
        direction: isDownward ? orientation : -orientation,
      },
    ]
  })
}

/** Lets other work run in between. An abort leaves the shapes unfinished. */
export async function fillShapes(
  canvas: Canvas,
  shapes: Iterable<Shape>,
  signal: RequestSignal,
): Promise<Canvas> {
  const maybeYield = createYield()
  for (const shape of shapes) {
    for (const _ of fillShape(canvas, shape)) {
      await maybeYield()
      if (signal.aborted) return canvas
    }
    await maybeYield()
    if (signal.aborted) return canvas
  }
  return canvas
}

/** Yields regularly. */
function* fillShape(canvas: Canvas, shape: Shape): Generator<void> {
  const { width, height } = canvas
  const edges = [
    ...shape.outlines.flatMap((outline) => readEdges(outline, height, false)),
    ...(shape.holes ?? []).flatMap((outline) => readEdges(outline, height, true)),
  ].sort((a, b) => a.top - b.top)
  const bottom = Math.min(height, Math.ceil(edges.reduce((max, edge) => Math.max(max, edge.bottom), 0)))
  const columns = readColumns(edges, width)
  let next = 0
  let active: Edge[] = []
  let work = 0
  for (let y = Math.max(0, Math.floor(edges[0]?.top ?? height)); y < bottom; y += 1) {
    for (let edge = edges[next]; edge && edge.top < y + 1; edge = edges[++next]) active.push(edge)
    active = active.filter((edge) => edge.bottom > y)
    if (active.length === 0) continue
    for (const edge of active) accumulate(canvas, edge, y)
    paintRow(canvas, shape, { y, ...columns })
    work += columns.to - columns.from
    if (work > 60_000) {
      work = 0
      yield
    }
  }
}

/** Adds to each pixel of the row the signed change of coverage, whose running sum is the coverage. */
function accumulate({ row, width }: Canvas, edge: Edge, y: number): void {
  const top = Math.max(y, edge.top)
  const bottom = Math.min(y + 1, edge.bottom)
  const from = Math.min(Math.max(edge.x + (top - edge.top) * edge.slope, 0), width)
  const to = Math.min(Math.max(edge.x + (bottom - edge.top) * edge.slope, 0), width)
  const amount = (bottom - top) * edge.direction
  const left = Math.min(from, to)
  const right = Math.max(from, to)
  const first = Math.floor(left)
  const last = Math.floor(right)
  if (last === first) {
    const share = 1 - ((left + right) / 2 - first)
    row[first] = (row[first] ?? 0) + amount * share
    row[first + 1] = (row[first + 1] ?? 0) + amount * (1 - share)
    return
  }
  const perPixel = amount / (right - left)
  let covered = 0
  for (let x = first; x <= last; x += 1) {
    const begin = Math.max(left, x)
    const end = Math.min(right, x + 1)
    const part = (end - begin) * perPixel
    const share = 1 - ((begin + end) / 2 - x)
    row[x] = (row[x] ?? 0) + part * share + covered
    covered = part * (1 - share)
  }
  row[last + 1] = (row[last + 1] ?? 0) + covered
}

/** The range of columns that the edges may touch. */
function readColumns(edges: readonly Edge[], width: number): { from: number; to: number } {
  let [from, to] = [width, 0]
  for (const { x, slope, top, bottom } of edges) {
    const end = x + (bottom - top) * slope
    from = Math.min(from, x, end)
    to = Math.max(to, x, end)
  }
  return { from: Math.max(0, Math.floor(from)), to: Math.min(width, Math.ceil(to) + 1) }
}

function paintRow(
  canvas: Canvas,
  shape: Shape,
  { y, from, to }: { y: number; from: number; to: number },
): void {
  const { row, width } = canvas
  const opacity = shape.opacity ?? 1
  const run = createFill(canvas, shape.paint, y)
  let coverage = 0
  let start = from
  for (let x = from; x <= to; x += 1) {
    const change = row[x] ?? 0
    if (change === 0 && x < to) continue
    const visible = Math.min(Math.abs(coverage), 1) * opacity
    if (visible > 0.002 && x > start) run(start, x, visible)
    row[x] = 0
    coverage += change
    start = x
  }
  row.fill(0, to, width + 3)
}

type FillRun = (from: number, to: number, coverage: number) => void

function createFill(canvas: Canvas, paint: Paint, y: number): FillRun {
  if ('kind' in paint && paint.kind === 'glow') return createGlowFill(canvas, paint, y)
  const color = 'kind' in paint ? colorAt(paint.stops, (y + 0.5) / canvas.height) : paint
  const [red, green, blue] = color.map((channel) => Math.min(255, Math.max(0, Math.round(channel)))) as [
    number,
    number,
    number,
  ]
  const word = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
  const { words, bytes, width } = canvas
  return (from, to, coverage) => {
    if (coverage > 0.998) {
      words.fill(word, y * width + from, y * width + to)
      return
    }
    for (let at = (y * width + from) * 4; at < (y * width + to) * 4; at += 4) {
      const [oldRed = 0, oldGreen = 0, oldBlue = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]]
      bytes[at] = oldRed + (red - oldRed) * coverage
      bytes[at + 1] = oldGreen + (green - oldGreen) * coverage
      bytes[at + 2] = oldBlue + (blue - oldBlue) * coverage
      bytes[at + 3] = 255
    }
  }
}

function colorAt(stops: readonly (readonly [number, Color])[], position: number): Color {
  const index = stops.findIndex(([at]) => at > position)
  const [before, after] = [stops[index < 0 ? stops.length - 1 : index - 1], stops[index]]
  if (!before) return after?.[1] ?? [0, 0, 0]
  if (!after) return before[1]
  return mix(before[1], after[1], (position - before[0]) / (after[0] - before[0]))
}

function createGlowFill(canvas: Canvas, paint: Extract<Paint, { kind: 'glow' }>, y: number): FillRun {
  const { bytes, width, height } = canvas
  const [red, green, blue] = paint.color
  const centerX = paint.center[0] * height
  const verticalSquared = (y + 0.5 - paint.center[1] * height) ** 2
  const radius = paint.radius * height
  return (from, to, coverage) => {
    for (let x = from; x < to; x += 1) {
      const distance = Math.sqrt((x + 0.5 - centerX) ** 2 + verticalSquared) / radius
      if (distance >= 1) continue
      const strength = coverage * (1 - distance) ** 2
      const at = (y * width + x) * 4
      bytes[at] = (bytes[at] ?? 0) + (red - (bytes[at] ?? 0)) * strength
      bytes[at + 1] = (bytes[at + 1] ?? 0) + (green - (bytes[at + 1] ?? 0)) * strength
      bytes[at + 2] = (bytes[at + 2] ?? 0) + (blue - (bytes[at + 2] ?? 0)) * strength
    }
  }
}
