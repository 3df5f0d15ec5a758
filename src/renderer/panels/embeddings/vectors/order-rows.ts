// Rows with like beside like: few by joining the most alike, many cluster by cluster.
import { orderByCluster } from './cluster-order'
import type { VectorTable } from './find-neighbours'
import { kMeans } from './group-points'
import type { ReducedRows } from './lay-out'
import { makeSimilarityMatrix } from './similarity-matrix'
import type { CooperativeTask } from './work'

/** Up to so many are joined one by one: time and memory grow with the square. */
export const maxAgglomerated = 1000

/** Places in `positions`, in their new order. */
export async function orderFew(
  table: VectorTable,
  positions: Uint32Array,
  work: CooperativeTask,
): Promise<Uint32Array> {
  const { values } = await makeSimilarityMatrix(table, { positions, metric: 'cosine', normalise: true }, work)
  return orderByCluster(
    values.map((cosine) => 1 - cosine),
    positions.length,
  )
}

/** The same for many: groups stand in the order of their means, and within each the rows along the first component. */
export async function orderMany(
  { width, values }: ReducedRows,
  positions: Uint32Array,
  work: CooperativeTask,
): Promise<Uint32Array> {
  const picked = new Float32Array(positions.length * width)
  for (const [place, position] of positions.entries())
    picked.set(values.subarray(position * width, (position + 1) * width), place * width)
  const points = { count: positions.length, width, values: picked }
  const k = Math.round(Math.sqrt(positions.length / 2))
  const { groups, means } = await kMeans(points, { k, seed: 1, rounds: 20 }, work)
  const ranks = new Uint32Array(k)
  for (const [rank, group] of orderByCluster(measureDistances(means.values, width), means.count).entries())
    ranks[group] = rank
  const rankOf = (place: number) => ranks[groups[place] as number] as number
  const along = (place: number) => picked[place * width] as number
  return Uint32Array.from(positions.keys()).sort((a, b) => rankOf(a) - rankOf(b) || along(a) - along(b))
}

function measureDistances(values: Float32Array, width: number): Float32Array {
  const count = values.length / width
  const distances = new Float32Array(count * count)
  for (let a = 0; a < count; a++)
    for (let b = 0; b < count; b++) {
      let sum = 0
      for (let index = 0; index < width; index++)
        sum += ((values[a * width + index] as number) - (values[b * width + index] as number)) ** 2
      distances[a * count + b] = Math.sqrt(sum)
    }
  return distances
}
