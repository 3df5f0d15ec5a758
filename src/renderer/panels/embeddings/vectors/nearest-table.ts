// For each of some rows its nearest among them, and how much of two such tables is the same.
import { compare, type VectorTable } from './find-neighbours'
import { toScore } from './likeness'
import { createTopK } from './nearest'
import { eachPair } from './product-table'
import type { MetricOptions, NearestTable, Overlaps } from './vector-calls'
import type { CooperativeTask } from './work'

export async function findNearestTable(
  table: VectorTable,
  { positions, k, metric, normalise }: MetricOptions & { positions: Uint32Array; k: number },
  work: CooperativeTask,
): Promise<NearestTable> {
  const most = Math.max(0, Math.min(k, positions.length - 1))
  const lists = Array.from(positions, () => createTopK(most))
  const norms = Float64Array.from(positions, (position) => table.norms[position] as number)
  const meet = (a: number, b: number, product: number) => {
    const met = { product, a: norms[a] as number, b: norms[b] as number, normalise }
    const score = toScore(metric, compare(metric, met))
    lists[a]?.offer(b, score)
    lists[b]?.offer(a, score)
  }
  await eachPair({ ...table, positions }, meet, work)
  const nearest = new Uint32Array(positions.length * most)
  for (const [place, list] of lists.entries()) nearest.set(list.positions(), place * most)
  return { k: most, nearest }
}

/** Both tables are of the same rows in the same order. */
export function measureOverlaps(before: NearestTable, after: NearestTable): Overlaps {
  const { k } = before
  const count = k > 0 ? before.nearest.length / k : 0
  const overlaps = new Float32Array(count)
  const histogram = new Array<number>(k + 1).fill(0)
  let sum = 0
  for (let row = 0; row < count; row++) {
    const kept = new Set(before.nearest.subarray(row * k, (row + 1) * k))
    let stayed = 0
    for (const other of after.nearest.subarray(row * k, (row + 1) * k)) if (kept.has(other)) stayed++
    overlaps[row] = stayed / k
    histogram[stayed] = (histogram[stayed] ?? 0) + 1
    sum += stayed / k
  }
  return { overlaps, mean: count > 0 ? sum / count : 0, histogram }
}
