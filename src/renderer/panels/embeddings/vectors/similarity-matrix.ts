// How like each of some rows is to each other, as a square.
import { compare, type Held } from './find-neighbours'
import { eachPair } from './product-table'
import type { Comparing } from './vector-calls'
import type { Work } from './work'

export interface Square {
  readonly values: Float32Array
  readonly least: number
  readonly most: number
}

export async function makeSimilarityMatrix(
  held: Held,
  { positions, metric, normalise }: Comparing & { positions: Uint32Array },
  work: Work,
): Promise<Square> {
  const count = positions.length
  const values = new Float32Array(count * count)
  const normAt = (place: number) => held.norms[positions[place] as number] as number
  for (let place = 0; place < count; place++) {
    const a = normAt(place)
    values[place * count + place] = compare(metric, { product: a * a, a, b: a, normalise })
  }
  const meet = (a: number, b: number, product: number) => {
    const likeness = compare(metric, { product, a: normAt(a), b: normAt(b), normalise })
    values[a * count + b] = likeness
    values[b * count + a] = likeness
  }
  await eachPair({ ...held, positions }, meet, work)
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return count > 0 ? { values, least, most } : { values, least: 0, most: 0 }
}
