// Finds points of the map: the one under the pointer, the next one in a direction, those within a lasso.

import type { Point } from '../../../components/use-pan-zoom'
import { pointAt } from './viewport'

/** Finds the candidate with the lowest cost in the first tier; in the second tier only if the first is empty. */
function createCandidates() {
  const found: [number | null, number | null] = [null, null]
  const min: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  return {
    offer: (index: number, cost: number, tier: 0 | 1) => {
      if (!(cost < min[tier])) return
      min[tier] = cost
      found[tier] = index
    },
    best: () => found[0] ?? found[1],
  }
}

/** Prefers highlighted points. Returns null if `among` is empty. */
export function findNearest(
  points: Float32Array,
  position: Point,
  { among, highlighted }: { readonly among: Iterable<number>; readonly highlighted: Uint8Array | null },
): number | null {
  const candidates = createCandidates()
  // If two points have the same position, the later one is drawn on top.
  for (const index of [...among].sort((a, b) => b - a)) {
    const { x, y } = pointAt(points, index)
    const isHighlighted = highlighted === null || highlighted[index] === 1
    candidates.offer(index, (x - position.x) ** 2 + (y - position.y) ** 2, isHighlighted ? 0 : 1)
  }
  return candidates.best()
}

export const directions = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const

/**
 * Finds the nearest point within 45° of the direction, with sideways distance counted double; otherwise the nearest
 * point ahead; only among those marked with 1, if there are such marks. Points at the same position follow in their
 * order for right and down, in reverse for left and up.
 */
export function findNext(
  points: Float32Array,
  from: number,
  direction: Point,
  among: Uint8Array | null,
): number | null {
  const start = pointAt(points, from)
  const isForward = direction.x + direction.y > 0
  const candidates = createCandidates()
  for (let index = 0; index < points.length / 2; index += 1) {
    if (index === from || (among !== null && among[index] !== 1)) continue
    const position = pointAt(points, index)
    const x = position.x - start.x
    const y = position.y - start.y
    const ahead = x * direction.x + y * direction.y
    const aside = Math.abs(x * direction.y) + Math.abs(y * direction.x)
    const steps = isForward ? index - from : from - index
    // The next point at the same position comes before all others.
    if (ahead === 0 && aside === 0) candidates.offer(index, steps > 0 ? -1 / steps : Number.NaN, 0)
    else if (ahead > 0) candidates.offer(index, ahead + 2 * aside, aside > ahead ? 1 : 0)
  }
  return candidates.best()
}

/** Returns indices in ascending order. Uses the even-odd rule, so the polygon may intersect itself. */
export function findInside(points: Float32Array, polygon: readonly Point[]): number[] {
  const left = Math.min(...polygon.map(({ x }) => x))
  const right = Math.max(...polygon.map(({ x }) => x))
  const top = Math.min(...polygon.map(({ y }) => y))
  const bottom = Math.max(...polygon.map(({ y }) => y))
  const found: number[] = []
  for (let index = 0; index < points.length / 2; index += 1) {
    const position = pointAt(points, index)
    const isNear = position.x >= left && position.x <= right && position.y >= top && position.y <= bottom
    if (isNear && isInside(polygon, position)) found.push(index)
  }
  return found
}

function isInside(polygon: readonly Point[], { x, y }: Point): boolean {
  let inside = false
  let previous = polygon.at(-1)
  for (const corner of polygon) {
    if (previous && corner.y > y !== previous.y > y) {
      const crossing = previous.x + ((corner.x - previous.x) * (y - previous.y)) / (corner.y - previous.y)
      if (x < crossing) inside = !inside
    }
    previous = corner
  }
  return inside
}
