// How like each of some rows is to each other, as a square.
import { compare, type VectorTable } from './find-neighbours'
import { eachPair } from './product-table'
import type { MetricOptions } from './vector-calls'
import type { CooperativeTask } from './work'

export interface Square {
  readonly values: Float32Array
  readonly least: number
  readonly most: number
}

export async function makeSimilarityMatrix(
  table: VectorTable,
  { positions, metric, normalise }: MetricOptions & { positions: Uint32Array },
  work: CooperativeTask,
): Promise<Square> {
  const count = positions.length
  const values = new Float32Array(count * count)
  const normAt = (place: number) => table.norms[positions[place] as number] as number
  for (let place = 0; place < count; place++) {
    const a = normAt(place)
    values[place * count + place] = compare(metric, { product: a * a, a, b: a, normalise })
  }
  const meet = (a: number, b: number, product: number) => {
    const similarity = compare(metric, { product, a: normAt(a), b: normAt(b), normalise })
    values[a * count + b] = similarity
    values[b * count + a] = similarity
  }
  await eachPair({ ...table, positions }, meet, work)
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return count > 0 ? { values, least, most } : { values, least: 0, most: 0 }
}
