// Orders rows by agglomerative clustering, so that similar rows are adjacent.

import type { CooperativeTask } from './cooperative-task'
import type { VectorTable } from './similarity'
import { makeSimilarityMatrix } from './similarity-matrix'

/** Maximum number of rows for agglomerative clustering: time and memory are quadratic. */
export const maxAgglomerated = 1000

/** Returns the same positions in their new order. */
export async function orderRows(
  table: VectorTable,
  positions: Uint32Array,
  task: CooperativeTask,
): Promise<Uint32Array> {
  const values = await makeSimilarityMatrix(table, { positions, metric: 'cosine', normalise: true }, task)
  const distances = values.map((cosine) => 1 - cosine)
  return orderByCluster(distances, positions.length).map((index) => positions[index] as number)
}

/** The rows of a cluster, in order. */
type Cluster = readonly number[]

/**
 * Agglomerative clustering with average linkage by nearest-neighbor chains, in quadratic time. `distances` is a square
 * matrix, row by row, which is overwritten. Returns the row indices in their new order.
 */
function orderByCluster(distances: Float32Array, count: number): Uint32Array {
  const original = Float32Array.from(distances)
  const clusters = new Map<number, Cluster>()
  for (let row = 0; row < count; row++) clusters.set(row, [row])
  let chain: number[] = []
  while (clusters.size > 1) {
    if (chain.length === 0) chain = [firstOf(clusters)]
    const top = chain[chain.length - 1] as number
    const previous = chain[chain.length - 2]
    const nearest = findNearest(top, previous, { clusters, distances, count })
    if (nearest !== previous) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    join([nearest, top], { clusters, distances, count }, original)
  }
  const [rowOrder] = clusters.values()
  return Uint32Array.from(rowOrder ?? [])
}

interface JoinContext {
  readonly clusters: Map<number, Cluster>
  readonly distances: Float32Array
  readonly count: number
}

function firstOf(clusters: Map<number, Cluster>): number {
  const [first = 0] = clusters.keys()
  return first
}

/** Prefers the previous one in the chain among equally near ones; otherwise the chain would never end. */
function findNearest(
  of: number,
  previous: number | undefined,
  { clusters, distances, count }: JoinContext,
): number {
  let nearest = previous ?? -1
  let min = previous === undefined ? Number.POSITIVE_INFINITY : (distances[of * count + previous] as number)
  for (const other of clusters.keys()) {
    if (other === of) continue
    const distance = distances[of * count + other] as number
    if (nearest === -1 || distance < min) {
      min = distance
      nearest = other
    }
  }
  return nearest
}

/** Merges the second cluster into the first; distances to other clusters are the mean over their rows. */
function join([into, from]: readonly [number, number], context: JoinContext, original: Float32Array) {
  const { clusters, distances, count } = context
  const a = clusters.get(into) as Cluster
  const b = clusters.get(from) as Cluster
  clusters.delete(from)
  clusters.set(
    into,
    lineUp(a, b, (x, y) => original[x * count + y] as number),
  )
  const share = a.length / (a.length + b.length)
  for (const other of clusters.keys()) {
    if (other === into) continue
    const mean =
      share * (distances[into * count + other] as number) +
      (1 - share) * (distances[from * count + other] as number)
    distances[into * count + other] = mean
    distances[other * count + into] = mean
  }
}

type DistanceOf = (x: number, y: number) => number

/** Concatenates two clusters, reversing either so that their nearest ends meet. */
function lineUp(a: Cluster, b: Cluster, distanceOf: DistanceOf): Cluster {
  let best: readonly [Cluster, Cluster] = [a, b]
  let min = Number.POSITIVE_INFINITY
  for (const left of [a, [...a].reverse()])
    for (const right of [b, [...b].reverse()]) {
      const distance = distanceOf(left[left.length - 1] as number, right[0] as number)
      if (!(distance < min)) continue
      min = distance
      best = [left, right]
    }
  return [...best[0], ...best[1]]
}
