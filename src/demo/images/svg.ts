// Reads drawings in SVG: circle, ellipse, rect, polygon, polyline and groups, rotated or translated.
import type { Outline, Paint, Point, Shape } from './canvas'
import { type Color, hex } from './color'
import type { Spot } from './drawing-context'
import { box, ellipse, pill, stroke, turn } from './outlines'

type Attributes = Readonly<Record<string, string>>

interface Group {
  readonly attributes: Attributes
  readonly outlines: Outline[]
}

/** A color as the value of an attribute. */
export function css(color: Color): string {
  return `rgb(${color.join(' ')})`
}

export function points(list: readonly Point[]): string {
  return list.map(([x, y]) => `${x},${y}`).join(' ')
}

export function each<Item>(items: readonly Item[], write: (item: Item, index: number) => string): string {
  return items.map(write).join('\n')
}

/**
 * A drawing is 100 units tall, its base at 0,0. Colors are `#rrggbb`, `rgb(…)` or names of the palette.
 * A group with its own paint is one shape, whose overlaps are filled once. With `fill-rule="evenodd"`, its
 * first element is filled and the others are cut out. `filter="glow"` fades a circle to nothing at its
 * edge.
 */
export function readSvg(text: string, spot: Spot): Iterable<Shape> {
  return drawElements(readElements(text), spot)
}

/** Parses a drawing once that is used many times. */
export function readSymbol(text: string): (spot: Spot) => Iterable<Shape> {
  const elements = readElements(text)
  return (spot) => drawElements(elements, spot)
}

interface Element {
  readonly isEnd: boolean
  readonly name: string
  readonly attributes: Attributes
}

function readElements(text: string): Element[] {
  return [...text.matchAll(/<(\/?)(\w+)([^>]*)>/g)].map(([, closing, name = '', rest = '']) => ({
    isEnd: closing === '/',
    name,
    attributes: Object.fromEntries(
      [...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
  }))
}

function* drawElements(elements: readonly Element[], spot: Spot): Generator<Shape> {
  const groups: Group[] = []
  for (const { isEnd, name, attributes } of elements) {
    if (isEnd) {
      const group = groups.pop()
      if (group && group.outlines.length > 0) yield toShape(group, spot)
      continue
    }
    if (name === 'g') {
      groups.push({ attributes, outlines: [] })
      continue
    }
    const group = groups.at(-1)
    const width = attributes['stroke-width'] ?? group?.attributes['stroke-width'] ?? '0'
    const transforms = [attributes, ...groups.map((groupItem) => groupItem.attributes).reverse()]
    const outlines = readOutlines(name, { ...attributes, 'stroke-width': width }, spot).map((outline) =>
      transforms.reduce(
        (current, { transform }) => (transform ? applyTransform(current, transform, spot) : current),
        outline,
      ),
    )
    if (group && !hasPaint(attributes) && hasPaint(group.attributes)) group.outlines.push(...outlines)
    else yield toShape({ attributes, outlines }, spot)
  }
}

function hasPaint({ fill, stroke: strokeColor }: Attributes): boolean {
  return fill !== undefined || strokeColor !== undefined
}

function readOutlines(name: string, attributes: Attributes, { x, y, size }: Spot): readonly Outline[] {
  const scale = size / 100
  const length = (key: string) => Number(attributes[key] ?? 0) * scale
  const [centerX, centerY] = [x + length('cx'), y + length('cy')]
  const [left, top, extent] = [x + length('x'), y + length('y'), [length('width'), length('height')] as const]
  const list = (attributes.points ?? '').split(' ').map((pair): Point => {
    const [px, py] = pair.split(',')
    return [x + Number(px) * scale, y + Number(py) * scale]
  })
  if (name === 'circle') return [ellipse(centerX, centerY, [length('r'), length('r')])]
  if (name === 'ellipse') return [ellipse(centerX, centerY, [length('rx'), length('ry')])]
  if (name === 'polygon') return [list]
  if (name === 'polyline') return stroke(list, length('stroke-width'))
  return [attributes.rx ? pill([left, top], extent, length('rx')) : box(left, top, extent)]
}

/** `rotate(degrees)` around the base, `rotate(degrees x y)`, or `translate(x y)`. */
function applyTransform(outline: Outline, transform: string, { x, y, size }: Spot): Outline {
  const [first = 0, second = 0, third = 0] = readNumbers(transform)
  const scale = size / 100
  if (transform.startsWith('translate'))
    return outline.map(([px, py]) => [px + first * scale, py + second * scale])
  return turn(outline, [x + second * scale, y + third * scale], first)
}

function toShape({ attributes, outlines }: Group, spot: Spot): Shape {
  const { opacity } = attributes
  const [first = [], ...others] = outlines
  const isCutOut = attributes['fill-rule'] === 'evenodd'
  return {
    paint: readPaint(attributes, spot),
    outlines: isCutOut ? [first] : outlines,
    ...(isCutOut ? { holes: others } : {}),
    ...(opacity === undefined ? {} : { opacity: Number(opacity) }),
  }
}

function readPaint(attributes: Attributes, spot: Spot): Paint {
  const { x, y, size } = spot
  const color = readColor(attributes.fill ?? attributes.stroke ?? '', spot)
  if (attributes.filter !== 'glow') return color
  const [cx, cy, r] = ['cx', 'cy', 'r'].map((key) => (Number(attributes[key] ?? 0) * size) / 100)
  return { kind: 'glow', color, center: [x + (cx ?? 0), y + (cy ?? 0)], radius: r ?? 0 }
}

function readColor(text: string, { context, colors }: Spot): Color {
  if (text.startsWith('#')) return hex(text)
  const [red, green, blue] = readNumbers(text)
  if (red !== undefined && green !== undefined && blue !== undefined) return [red, green, blue]
  const named = colors?.[text] ?? Object.entries(context.palette).find(([name]) => name === text)?.[1]
  if (named && typeof named[0] === 'number') return named as Color
  throw new Error(`Unknown color in a drawing: "${text}".`)
}

function readNumbers(text: string): number[] {
  return (text.match(/-?\d[\d.]*(?:e-?\d+)?/g) ?? []).map(Number)
}
