// UMAP's graph: how strongly each point holds on to its neighbors, by how the distances around it are spread.
import type { NearPoints } from './near-points'

export interface NeighborGraph {
  /** Each edge in both directions. */
  readonly heads: Uint32Array
  readonly tails: Uint32Array
  /** From 0 to 1. */
  readonly weights: Float32Array
}

const tolerance = 1e-5
const maxSteps = 64
/** Of the mean distance: no point sees more sharply. */
const leastReach = 1e-3

export function makeNeighborGraph(near: NearPoints): NeighborGraph {
  const { k, nearest } = near
  const strengths = measureStrengths(near)
  const heads: number[] = []
  const tails: number[] = []
  const weights: number[] = []
  for (let at = 0; at < nearest.length; at++) {
    const point = Math.floor(at / k)
    const other = nearest[at] as number
    if (other === point || nearest.indexOf(other, point * k) < at) continue
    const there = strengths[at] as number
    const back = findStrength(near, strengths, { from: other, to: point })
    // The edge was taken up from the other end.
    if (back !== undefined && other < point) continue
    const weight = there + (back ?? 0) - there * (back ?? 0)
    heads.push(point, other)
    tails.push(other, point)
    weights.push(weight, weight)
  }
  return {
    heads: Uint32Array.from(heads),
    tails: Uint32Array.from(tails),
    weights: Float32Array.from(weights),
  }
}

function findStrength(
  { k, nearest }: NearPoints,
  strengths: Float64Array,
  { from, to }: { from: number; to: number },
): number | undefined {
  for (let at = from * k; at < (from + 1) * k; at++) if (nearest[at] === to) return strengths[at]
  return undefined
}

/** Of each point and each of its neighbors, as only the point sees it: 1 for the nearest, and together log2(k + 1). */
function measureStrengths({ k, nearest, distances }: NearPoints): Float64Array {
  const strengths = new Float64Array(nearest.length)
  const meanOfAll = mean(distances)
  const target = Math.log2(k + 1)
  for (let start = 0; start < nearest.length; start += k) {
    const around = distances.subarray(start, start + k)
    const first = around.find((distance) => distance > 0) ?? 0
    const least = leastReach * (first > 0 ? mean(around) : meanOfAll)
    const reach = Math.max(least, findReach(around, first, target))
    for (const [rank, distance] of around.entries())
      strengths[start + rank] = distance <= first ? 1 : Math.exp(-(distance - first) / reach)
  }
  return strengths
}

function mean(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value
  return values.length > 0 ? sum / values.length : 0
}

/** By bisection: the reach at which the strengths add up to the target. */
function findReach(around: Float32Array, first: number, target: number): number {
  let low = 0
  let high = Number.POSITIVE_INFINITY
  let reach = 1
  for (let step = 0; step < maxSteps; step++) {
    let sum = 0
    for (const distance of around) sum += distance <= first ? 1 : Math.exp(-(distance - first) / reach)
    if (Math.abs(sum - target) < tolerance) break
    if (sum > target) high = reach
    else low = reach
    reach = high === Number.POSITIVE_INFINITY ? reach * 2 : (low + high) / 2
  }
  return reach
}
