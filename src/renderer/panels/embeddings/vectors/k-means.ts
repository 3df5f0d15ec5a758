// K-means clustering with seeded k-means++ initialization.

import { type CooperativeTask, subtask } from './cooperative-task'
import { createRandom } from './vector-math'

/** `count` points of `width` numbers each, one after another. */
export interface Points {
  readonly count: number
  readonly width: number
  readonly values: Float32Array
}

export interface Groups {
  /** The group of each point. */
  readonly groups: Uint16Array
  readonly means: Points
  readonly sizes: Uint32Array
  /** The sum of the squares of the distances to the means. */
  readonly inertia: number
}

interface KMeansOptions {
  readonly k: number
  readonly seed: number
  /** Maximum number of rounds; ends earlier once no point changes its group. */
  readonly rounds?: number
}

export async function kMeans(
  points: Points,
  { k, seed, rounds = 60 }: KMeansOptions,
  task: CooperativeTask,
): Promise<Groups> {
  const max = Math.max(1, Math.min(k, points.count, 65_535))
  const means = await spreadMeans(points, max, createRandom(seed), subtask(task, 0, 0.2))
  const groups = new Uint16Array(points.count)
  const distances = new Float64Array(points.count)
  let sizes = new Uint32Array(max)
  for (let round = 0; round < rounds; round++) {
    const moved = await assign(
      points,
      { means, groups, distances },
      subtask(task, 0.2 + (0.8 * round) / rounds, 0.8 / rounds),
    )
    sizes = countSizes(groups, max)
    if (moved === 0 && round > 0) break
    fillEmpty(groups, distances, sizes)
    moveMeans(points, means, groups, sizes)
  }
  return { groups, means, sizes, inertia: distances.reduce((sum, square) => sum + square, 0) }
}

/** The best of several attempts: a single one may get stuck with two means in one group. */
export async function bestKMeans(
  points: Points,
  { k, seed }: KMeansOptions,
  task: CooperativeTask,
): Promise<Groups> {
  const tries = points.count <= 20_000 ? 8 : 4
  let best: Groups | undefined
  for (let attempt = 0; attempt < tries; attempt++) {
    const part = subtask(task, attempt / tries, 1 / tries)
    const groups = await kMeans(points, { k, seed: seed + attempt * 7919 }, part)
    if (!best || groups.inertia < best.inertia) best = groups
  }
  return best as Groups
}

/** k-means++: each next mean is a point, picked with a probability that grows with its distance to earlier means. */
async function spreadMeans(
  points: Points,
  k: number,
  random: () => number,
  task: CooperativeTask,
): Promise<Points & { values: Float32Array }> {
  const { count, width, values } = points
  const means = { count: k, width, values: new Float32Array(k * width) }
  const nearest = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  let selected = Math.floor(random() * count)
  for (let mean = 0; mean < k; mean++) {
    means.values.set(values.subarray(selected * width, (selected + 1) * width), mean * width)
    let sum = 0
    for (let point = 0; point < count; point++) {
      nearest[point] = Math.min(nearest[point] as number, squareBetween(points, point, means, mean))
      sum += nearest[point] as number
    }
    selected = pick(nearest, random() * sum)
    if (task.shouldYield()) await task.pause(mean / k)
  }
  return means
}

function pick(weights: Float64Array, target: number): number {
  let remaining = target
  for (let index = 0; index < weights.length; index++) {
    remaining -= weights[index] as number
    if (remaining < 0) return index
  }
  return weights.length - 1
}

/** Returns the squared distance between two points. */
export function squareBetween(points: Points, point: number, others: Points, other: number): number {
  const { width, values } = points
  const a = point * width
  const b = other * width
  let sum = 0
  for (let index = 0; index < width; index++) {
    const difference = (values[a + index] as number) - (others.values[b + index] as number)
    sum += difference * difference
  }
  return sum
}

/** Assigns each point to its nearest mean. Returns the number of points that changed their group. */
async function assign(
  points: Points,
  { means, groups, distances }: { means: Points; groups: Uint16Array; distances: Float64Array },
  task: CooperativeTask,
): Promise<number> {
  let moved = 0
  for (let point = 0; point < points.count; point++) {
    let best = 0
    let min = Number.POSITIVE_INFINITY
    for (let mean = 0; mean < means.count; mean++) {
      const square = squareBetween(points, point, means, mean)
      if (square < min) {
        min = square
        best = mean
      }
    }
    if (groups[point] !== best) moved++
    groups[point] = best
    distances[point] = min
    if (task.shouldYield()) await task.pause(point / points.count)
  }
  return moved
}

function countSizes(groups: Uint16Array, k: number): Uint32Array<ArrayBuffer> {
  const sizes = new Uint32Array(k)
  for (const group of groups) sizes[group] = (sizes[group] as number) + 1
  return sizes
}

/** An empty group gets the point farthest from its mean, unless every point equals its mean. */
function fillEmpty(groups: Uint16Array, distances: Float64Array, sizes: Uint32Array) {
  for (let group = 0; group < sizes.length; group++) {
    if (sizes[group] !== 0) continue
    let farthest = 0
    for (let point = 1; point < distances.length; point++)
      if ((distances[point] as number) > (distances[farthest] as number)) farthest = point
    const from = groups[farthest] as number
    if (!((distances[farthest] as number) > 0) || sizes[from] === 1) return
    sizes[from] = (sizes[from] as number) - 1
    sizes[group] = 1
    groups[farthest] = group
    distances[farthest] = 0
  }
}

function moveMeans({ count, width, values }: Points, means: Points, groups: Uint16Array, sizes: Uint32Array) {
  const sums = new Float64Array(means.values.length)
  for (let point = 0; point < count; point++) {
    const to = (groups[point] as number) * width
    for (let index = 0; index < width; index++)
      sums[to + index] = (sums[to + index] as number) + (values[point * width + index] as number)
  }
  for (let group = 0; group < sizes.length; group++) {
    const size = sizes[group] as number
    if (size === 0) continue
    for (let index = 0; index < width; index++)
      means.values[group * width + index] = (sums[group * width + index] as number) / size
  }
}
