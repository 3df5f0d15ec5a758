// Creates outlines: circles, boxes, land, strokes.
import type { Outline, Point } from './canvas'

export function ellipse(x: number, y: number, [radiusX, radiusY]: Point): Outline {
  const count = Math.max(radiusX, radiusY) > 0.06 ? 120 : Math.max(radiusX, radiusY) > 0.01 ? 48 : 14
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * Math.PI * 2
    return [x + Math.cos(angle) * radiusX, y + Math.sin(angle) * radiusY] as const
  })
}

export function circle(x: number, y: number, radius: number): Outline {
  return ellipse(x, y, [radius, radius])
}

export function box(x: number, y: number, [width, height]: Point): Outline {
  return polygon(x, y, x + width, y, x + width, y + height, x, y + height)
}

/** The whole picture, whatever its ratio. */
export function fullFrame(aspect: number): Outline {
  return box(-0.01, -0.01, [aspect + 0.02, 1.03])
}

/** `numbers` are the corners as x, y, x, y, and so on. */
export function polygon(...numbers: readonly number[]): Outline {
  return Array.from(
    { length: numbers.length / 2 },
    (_, index): Point => [numbers[index * 2] ?? 0, numbers[index * 2 + 1] ?? 0],
  )
}

/** A box with round corners, as round as possible if there is no radius. */
export function pill([x, y]: Point, [width, height]: Point, radius = Number.POSITIVE_INFINITY): Outline {
  const r = Math.min(radius, width / 2, height / 2)
  const corners: readonly (readonly [number, number, number])[] = [
    [x + width - r, y + r, -90],
    [x + width - r, y + height - r, 0],
    [x + r, y + height - r, 90],
    [x + r, y + r, 180],
  ]
  return corners.flatMap(([cornerX, cornerY, from]) =>
    Array.from({ length: 13 }, (_, index) => {
      const angle = ((from + index * 7.5) * Math.PI) / 180
      return [cornerX + Math.cos(angle) * r, cornerY + Math.sin(angle) * r] as const
    }),
  )
}

/** Everything below a line `heightAt(x)`, from the left to the right edge. */
export function ground(aspect: number, heightAt: (x: number) => number, steps = 240): Outline {
  const line = Array.from({ length: steps + 1 }, (_, index) => {
    const x = (index / steps) * aspect
    return [x, heightAt(x)] as const
  })
  return [...line, [aspect, 1.02], [0, 1.02]]
}

/** A line of the given thickness through the points, with round ends. */
export function stroke(points: readonly Point[], thickness: number): Outline[] {
  const half = thickness / 2
  const joints = points.map(([x, y]) => circle(x, y, half))
  const bars = points.slice(1).map((end, index): Outline => {
    const start = points[index] ?? end
    const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1
    const normal: Point = [((start[1] - end[1]) / length) * half, ((end[0] - start[0]) / length) * half]
    return [
      [start[0] + normal[0], start[1] + normal[1]],
      [end[0] + normal[0], end[1] + normal[1]],
      [end[0] - normal[0], end[1] - normal[1]],
      [start[0] - normal[0], start[1] - normal[1]],
    ]
  })
  return [...joints, ...bars]
}

/** Points of an arc. Degrees are clockwise from the right. */
export function arc(
  x: number,
  y: number,
  { radius, from, to }: { radius: number; from: number; to: number },
): Point[] {
  return Array.from({ length: 33 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / 32) * Math.PI) / 180
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius] as const
  })
}

export function turn(outline: Outline, [x, y]: Point, degrees: number): Outline {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return outline.map(
    ([px, py]) => [x + (px - x) * cos - (py - y) * sin, y + (px - x) * sin + (py - y) * cos] as const,
  )
}

/** Smooth noise along a line, −1 to 1, equal for equal seeds. */
function createNoise(seed: number): (x: number) => number {
  const value = (index: number) => {
    let mixed = Math.imul(index ^ seed, 0x9e3779b1)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2_147_483_648 - 1
  }
  return (x) => {
    const cell = Math.floor(x)
    const share = x - cell
    const eased = share * share * (3 - 2 * share)
    return value(cell) + (value(cell + 1) - value(cell)) * eased
  }
}

/** Several octaves of noise, rougher the closer `roughness` is to 1. */
export function layerNoise(seed: number, roughness: number, octaves = 5): (x: number) => number {
  const noises = Array.from({ length: octaves }, (_, index) => createNoise(seed + index * 7919))
  return (x) => noises.reduce((sum, noise, index) => sum + noise(x * 2 ** index) * roughness ** index, 0)
}
