// Eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's rotations.

export interface Eigen {
  /** The greatest first. */
  readonly values: Float64Array
  /** `vectors[i]` goes with `values[i]`, and is of unit length. */
  readonly vectors: readonly Float64Array[]
}

const maxSweeps = 40

/** `matrix` is square and symmetric, row by row; it is used up. */
export function findEigen(matrix: readonly Float64Array[]): Eigen {
  const size = matrix.length
  const turned = matrix.map((_, index) => {
    const row = new Float64Array(size)
    row[index] = 1
    return row
  })
  for (let sweep = 0; sweep < maxSweeps && sumOffDiagonal(matrix) > 1e-28 * sumDiagonal(matrix); sweep++)
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(matrix, turned, [p, q])
  const found = matrix.map((row, index) => ({
    value: row[index] ?? 0,
    vector: turned[index] as Float64Array,
  }))
  found.sort((a, b) => b.value - a.value)
  return {
    values: Float64Array.from(found, ({ value }) => value),
    vectors: found.map(({ vector }) => vector),
  }
}

function sumOffDiagonal(matrix: readonly Float64Array[]): number {
  let sum = 0
  for (const [index, row] of matrix.entries())
    for (let column = 0; column < index; column++) sum += (row[column] as number) ** 2
  return sum
}

function sumDiagonal(matrix: readonly Float64Array[]): number {
  let sum = 0
  for (const [index, row] of matrix.entries()) sum += (row[index] as number) ** 2
  return sum
}

/** Makes `matrix[p][q]` zero. The rows of `turned` are the eigenvectors to be. */
function rotate(matrix: readonly Float64Array[], turned: readonly Float64Array[], [p, q]: [number, number]) {
  const rowP = matrix[p] as Float64Array
  const rowQ = matrix[q] as Float64Array
  const off = rowP[q] as number
  if (off === 0) return
  const theta = ((rowQ[q] as number) - (rowP[p] as number)) / (2 * off)
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const turn = { cosine, sine: tangent * cosine }
  for (const row of matrix) {
    const atP = row[p] as number
    const atQ = row[q] as number
    row[p] = turn.cosine * atP - turn.sine * atQ
    row[q] = turn.sine * atP + turn.cosine * atQ
  }
  turnRows(rowP, rowQ, turn)
  turnRows(turned[p] as Float64Array, turned[q] as Float64Array, turn)
}

function turnRows(p: Float64Array, q: Float64Array, { cosine, sine }: { cosine: number; sine: number }) {
  for (let index = 0; index < p.length; index++) {
    const atP = p[index] as number
    const atQ = q[index] as number
    p[index] = cosine * atP - sine * atQ
    q[index] = sine * atP + cosine * atQ
  }
}
