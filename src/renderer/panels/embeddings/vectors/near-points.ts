// Finds the nearest neighbors of each point: exactly for few points, otherwise within nearby groups.

import { type CooperativeTask, subtask } from './cooperative-task'
import { type Groups, kMeans, type Points, squareBetween } from './k-means'
import { createTopK } from './similarity'
import { eachPair } from './similarity-matrix'

export interface NearPoints {
  readonly k: number
  /** `k` indices per point, the nearest first. */
  readonly nearest: Uint32Array
  readonly distances: Float32Array
}

interface NearPointsOptions {
  readonly k: number
  readonly seed: number
  /** All pairs are compared up to this number of points; the time is quadratic. */
  readonly exactUpTo?: number
}

/** The number of nearest groups to search, which contain nearly all true neighbors. */
const maxSearchedGroups = 10

export function findNearPoints(
  points: Points,
  options: NearPointsOptions,
  task: CooperativeTask,
): Promise<NearPoints> {
  const k = Math.max(0, Math.min(options.k, points.count - 1))
  return points.count <= (options.exactUpTo ?? 8000)
    ? searchAll(points, k, task)
    : searchGroups(points, { ...options, k }, task)
}

async function searchAll(points: Points, k: number, task: CooperativeTask): Promise<NearPoints> {
  const { count, width, values } = points
  const lists = Array.from({ length: count }, () => createTopK(k))
  const squares = Float64Array.from(lists, (_, point) => {
    let sum = 0
    for (const value of values.subarray(point * width, (point + 1) * width)) sum += value * value
    return sum
  })
  const handlePair = (a: number, b: number, product: number) => {
    const score = 2 * product - (squares[a] as number) - (squares[b] as number)
    lists[a]?.offer(b, score)
    lists[b]?.offer(a, score)
  }
  const positions = Uint32Array.from(lists, (_, point) => point)
  await eachPair({ values, dimensions: width, positions }, handlePair, task)
  return toTable(lists, k)
}

async function searchGroups(
  points: Points,
  { k, seed }: { k: number; seed: number },
  task: CooperativeTask,
): Promise<NearPoints> {
  const options = { k: Math.round(Math.sqrt(points.count)), seed, rounds: 5 }
  const grouped = await kMeans(points, options, subtask(task, 0, 0.5))
  const members = listMembers(grouped)
  const lists: ReturnType<typeof createTopK>[] = []
  for (let point = 0; point < points.count; point++) {
    const nearest = createTopK(k)
    for (const group of findGroups(points, point, grouped))
      offerAll(nearest, members[group] ?? [], { points, point, k })
    lists.push(nearest)
    if (task.shouldYield()) await task.pause((1 + point / points.count) / 2)
  }
  return toTable(lists, k)
}

function offerAll(
  nearest: ReturnType<typeof createTopK>,
  others: readonly number[],
  { points, point, k }: { points: Points; point: number; k: number },
) {
  for (const other of others) {
    // Thousands of duplicate texts have the same position: once k are found, none is nearer.
    if (nearest.scoreAt(k - 1) === 0) return
    if (other !== point) nearest.offer(other, -squareBetween(points, point, points, other))
  }
}

function listMembers({ groups, means }: Groups): number[][] {
  const members: number[][] = Array.from({ length: means.count }, () => [])
  for (const [point, group] of groups.entries()) members[group]?.push(point)
  return members
}

function findGroups(points: Points, point: number, { means }: Groups): number[] {
  const nearest = createTopK(Math.min(maxSearchedGroups, means.count))
  for (let mean = 0; mean < means.count; mean++)
    nearest.offer(mean, -squareBetween(points, point, means, mean))
  return nearest.positions()
}

/** If the nearby groups have too few points, the last neighbor of a list is repeated. */
function toTable(lists: readonly ReturnType<typeof createTopK>[], k: number): NearPoints {
  const nearest = new Uint32Array(lists.length * k)
  const distances = new Float32Array(lists.length * k)
  for (const [point, list] of lists.entries()) {
    const positions = list.positions()
    for (let rank = 0; rank < k; rank++) {
      const found = Math.min(rank, positions.length - 1)
      nearest[point * k + rank] = positions[found] ?? point
      distances[point * k + rank] = found < 0 ? 0 : Math.sqrt(Math.max(0, -list.scoreAt(found)))
    }
  }
  return { k, nearest, distances }
}
