// Products, norms and statistics of vectors, and seeded random numbers.
import type { NormFacts, VectorFacts } from './vector-types'

/** The dot product of `length` numbers of `x`, starting at `a`, and of `y`, starting at `b`. */
export function dot(x: Float32Array, y: Float32Array, at: { a: number; b: number; length: number }): number {
  const { a, b, length } = at
  let even = 0
  let odd = 0
  let index = 0
  for (; index + 1 < length; index += 2) {
    even += (x[a + index] as number) * (y[b + index] as number)
    odd += (x[a + index + 1] as number) * (y[b + index + 1] as number)
  }
  if (index < length) even += (x[a + index] as number) * (y[b + index] as number)
  return even + odd
}

/** The squared distance of `x / a` and `y / b`. */
export function squareOfDistance(x: Float32Array, y: Float32Array, a: number, b: number): number {
  let sum = 0
  for (let index = 0; index < x.length; index++)
    sum += ((x[index] as number) / a - (y[index] as number) / b) ** 2
  return sum
}

/** The number of products of a tile. */
export const tileSize = 8

/** The offsets of four rows of `x` and two of `y`. */
interface Tile {
  readonly rows: Int32Array
  readonly columns: Int32Array
  readonly length: number
}

export function makeTile(length: number): Tile {
  return { rows: new Int32Array(4), columns: new Int32Array(2), length }
}

/** Multiplies four rows with two: `products[2 × row + column]`. */
export function dotTile(x: Float32Array, y: Float32Array, tile: Tile & { products: Float64Array }): void {
  const { rows, columns, length, products } = tile
  const [a = 0, b = 0, c = 0, d = 0] = rows
  const [p = 0, q = 0] = columns
  let ap = 0
  let aq = 0
  let bp = 0
  let bq = 0
  let cp = 0
  let cq = 0
  let dp = 0
  let dq = 0
  for (let index = 0; index < length; index++) {
    const yp = y[p + index] as number
    const yq = y[q + index] as number
    const xa = x[a + index] as number
    ap += xa * yp
    aq += xa * yq
    const xb = x[b + index] as number
    bp += xb * yp
    bq += xb * yq
    const xc = x[c + index] as number
    cp += xc * yp
    cq += xc * yq
    const xd = x[d + index] as number
    dp += xd * yp
    dq += xd * yq
  }
  products[0] = ap
  products[1] = aq
  products[2] = bp
  products[3] = bq
  products[4] = cp
  products[5] = cq
  products[6] = dp
  products[7] = dq
}

/** Tolerance for unit length: vectors sent as decimal numbers are rounded. */
const unitTolerance = 1e-3
const bins = 48

export function measureNorm(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector, { a: 0, b: 0, length: vector.length }))
}

export function measureNorms(values: Float32Array, dimensions: number): Float64Array {
  const norms = new Float64Array(dimensions > 0 ? values.length / dimensions : 0)
  for (let row = 0; row < norms.length; row++) {
    const start = row * dimensions
    norms[row] = Math.sqrt(dot(values, values, { a: start, b: start, length: dimensions }))
  }
  return norms
}

function isUnit(norm: number): boolean {
  return Math.abs(norm - 1) <= unitTolerance
}

export function describeNorms(norms: Float64Array, rowIds: Uint32Array): NormFacts {
  const zeroRowIds: number[] = []
  for (const [at, norm] of norms.entries()) if (norm === 0) zeroRowIds.push(rowIds[at] as number)
  return { notUnit: norms.filter((norm) => !isUnit(norm)).length, zeroRowIds }
}

export function describeVector(vector: Float32Array): VectorFacts {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let sum = 0
  for (const value of vector) {
    min = Math.min(min, value)
    max = Math.max(max, value)
    sum += value
  }
  const mean = sum / vector.length
  let squares = 0
  let deviations = 0
  for (const value of vector) {
    squares += value * value
    deviations += (value - mean) ** 2
  }
  const norm = Math.sqrt(squares)
  const deviation = Math.sqrt(deviations / vector.length)
  const histogram = countBins(vector, { min, max })
  return { dimensions: vector.length, norm, isUnitLength: isUnit(norm), min, max, mean, deviation, histogram }
}

function countBins(vector: Float32Array, { min, max }: { min: number; max: number }): number[] {
  const counts = new Array<number>(bins).fill(0)
  const width = (max - min) / bins
  for (const value of vector) {
    const bin = width > 0 ? Math.min(bins - 1, Math.floor((value - min) / width)) : 0
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return counts
}

/** Returns a generator of numbers from 0 to 1, exclusive (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Samples the standard normal distribution (Box-Muller). */
export function sampleNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
