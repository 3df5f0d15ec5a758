// Inner products of rows, as many at a time as fit into registers: what nearly all of the computing time goes to.

/** Of `length` numbers from `a` on in `x` with those from `b` on in `y`. */
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

/** Of two vectors, each divided by its length: 1 leaves it as it is. */
export function squareOfDistance(
  x: Float32Array,
  y: Float32Array,
  { a, b }: { a: number; b: number },
): number {
  let sum = 0
  for (let index = 0; index < x.length; index++)
    sum += ((x[index] as number) / a - (y[index] as number) / b) ** 2
  return sum
}

/** Numbers in a tile's answer. */
export const tileSize = 8

/** Where four rows of `x` and two of `y` begin. */
export interface Tile {
  readonly rows: Int32Array
  readonly columns: Int32Array
  readonly length: number
}

export function makeTile(length: number): Tile {
  return { rows: new Int32Array(4), columns: new Int32Array(2), length }
}

/** Four rows with two: `products[2 × row + column]`. */
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
