// Principal components and their shares of the variance: block Krylov iteration with Rayleigh-Ritz.

import { type CooperativeTask, subtask } from './cooperative-task'
import { type CenteredRows, measureSpread, multiplyByCovariance, projectRows, type Rows } from './covariance'
import { createRandom, sampleNormal } from './vector-math'

/** The directions found so far, and their products with the covariance. */
interface Basis {
  readonly directions: Float64Array[]
  readonly images: Float64Array[]
}

interface Ritz {
  readonly vectors: Float64Array[]
  readonly values: number[]
  /** The largest residual of an eigenvector, relative to the greatest eigenvalue. */
  readonly residual: number
}

/** Few components are found to at least five digits; many, which only reduce the rows, in three passes. */
const fewOptions = { surplus: 3, depth: 14, residual: 1e-6, checked: true }
const manyOptions = { surplus: 6, depth: 3, residual: 1e-3, checked: false }
/** The maximum number of components that counts as few. */
const maxFew = 3

/** Rows projected on their leading components: little variance is lost, and later steps are many times faster. */
export interface ReducedRows {
  readonly width: number
  /** `width` coordinates per row; zeros if no variance remains. */
  readonly values: Float32Array
  /** Shares of the total variance, from 0 to 1; the greatest first. */
  readonly explained: readonly number[]
}

export async function reduceRows(rows: Rows, maxWidth: number, task: CooperativeTask): Promise<ReducedRows> {
  const { dimensions } = rows
  const width = Math.min(maxWidth, dimensions)
  const { mean, variance } = await measureSpread(rows, subtask(task, 0, 0.08))
  const centered = { ...rows, mean }
  const { surplus, depth, residual, checked } = width <= maxFew ? fewOptions : manyOptions
  const maxRank = Math.min(width, Math.max(0, rows.count - 1))
  const basis: Basis = { directions: [], images: [] }
  let block = extendBasis(basis, drawBlock(Math.min(dimensions, width + surplus), dimensions))
  let ritz: Ritz = { vectors: [], values: [], residual: 1 }
  for (let pass = 0; pass < depth && block.length > 0 && variance > 0; pass++) {
    const part = subtask(task, 0.08 + (0.72 * pass) / depth, 0.72 / depth)
    const images = await multiplyBlock(centered, block, part)
    basis.images.push(...images)
    if (checked || pass === depth - 1) ritz = solve(basis, maxRank)
    if (ritz.residual <= residual) break
    block = extendBasis(basis, images)
    if (block.length === 0) ritz = solve(basis, maxRank)
  }
  const vectors = new Float32Array(width * dimensions)
  for (const [rank, vector] of ritz.vectors.entries())
    vectors.set(makeLargestPositive(vector), rank * dimensions)
  const explained = Array.from({ length: width }, (_, rank) =>
    variance > 0 ? Math.max(0, (ritz.values[rank] ?? 0) / variance) : 0,
  )
  return { width, values: await projectRows(centered, vectors, subtask(task, 0.8, 0.2)), explained }
}

function drawBlock(width: number, dimensions: number): Float64Array[] {
  const random = createRandom(20_240_607)
  return Array.from({ length: width }, () => new Float64Array(dimensions).map(() => sampleNormal(random)))
}

/** Adds the parts of the candidates that are orthogonal to the basis, normalized, and returns them. */
function extendBasis(basis: Basis, candidates: readonly Float64Array[]): Float64Array[] {
  const added: Float64Array[] = []
  for (const candidate of candidates) {
    const direction = Float64Array.from(candidate)
    const before = lengthOf(direction)
    // Orthogonalizing twice is enough: the first pass leaves rounding errors.
    for (let time = 0; time < 2; time++)
      for (const other of basis.directions) subtractProjection(direction, other)
    const after = lengthOf(direction)
    if (!(after > 1e-9 * before)) continue
    for (let index = 0; index < direction.length; index++)
      direction[index] = (direction[index] as number) / after
    basis.directions.push(direction)
    added.push(direction)
  }
  return added
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(innerProduct(vector, vector))
}

function innerProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number)
  return sum
}

function subtractProjection(vector: Float64Array, direction: Float64Array) {
  addTimes(vector, direction, -innerProduct(vector, direction))
}

function addTimes(sum: Float64Array, vector: Float64Array, factor: number) {
  for (let index = 0; index < sum.length; index++)
    sum[index] = (sum[index] as number) + factor * (vector[index] as number)
}

async function multiplyBlock(
  rows: CenteredRows,
  block: readonly Float64Array[],
  task: CooperativeTask,
): Promise<Float64Array[]> {
  const { dimensions } = rows
  const vectors = new Float32Array(block.length * dimensions)
  for (const [index, vector] of block.entries()) vectors.set(vector, index * dimensions)
  const product = await multiplyByCovariance(rows, vectors, task)
  return block.map((_, index) => product.slice(index * dimensions, (index + 1) * dimensions))
}

/** Returns the best approximate eigenvectors in the span of the basis. */
function solve({ directions, images }: Basis, maxRank: number): Ritz {
  const inner = directions.map((direction) =>
    Float64Array.from(images, (image) => innerProduct(direction, image)),
  )
  for (const [row, values] of inner.entries())
    for (let column = 0; column < row; column++) {
      const mirrored = inner[column] as Float64Array
      const middle = ((values[column] as number) + (mirrored[row] as number)) / 2
      values[column] = middle
      mirrored[row] = middle
    }
  const eigen = findEigen(inner)
  const rank = Math.min(maxRank, directions.length)
  const vectors = Array.from({ length: rank }, (_, index) =>
    combine(directions, eigen.vectors[index] as Float64Array),
  )
  let residual = 0
  for (const [index, vector] of vectors.entries()) {
    const difference = combine(images, eigen.vectors[index] as Float64Array)
    addTimes(difference, vector, -(eigen.values[index] as number))
    residual = Math.max(
      residual,
      lengthOf(difference) / Math.max(eigen.values[0] as number, Number.MIN_VALUE),
    )
  }
  return { vectors, values: [...eigen.values.subarray(0, rank)], residual }
}

function combine(vectors: readonly Float64Array[], factors: Float64Array): Float64Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0)
  for (const [index, vector] of vectors.entries()) addTimes(sum, vector, factors[index] as number)
  return sum
}

/** Fixes the sign: returns the vector or its opposite, so that its number of greatest magnitude is positive. */
function makeLargestPositive(vector: Float64Array): Float64Array {
  let greatest = 0
  for (const value of vector) if (Math.abs(value) > Math.abs(greatest)) greatest = value
  return greatest < 0 ? vector.map((value) => -value) : vector
}

interface Eigen {
  /** The greatest first. */
  readonly values: Float64Array
  /** `vectors[i]` belongs to `values[i]`, and has unit length. */
  readonly vectors: readonly Float64Array[]
}

const maxSweeps = 40

/** Jacobi eigenvalue algorithm. `matrix` is symmetric, and is overwritten. */
function findEigen(matrix: readonly Float64Array[]): Eigen {
  const size = matrix.length
  const eigenvectors = matrix.map((_, index) => {
    const row = new Float64Array(size)
    row[index] = 1
    return row
  })
  for (let sweep = 0; sweep < maxSweeps && sumOffDiagonal(matrix) > 1e-28 * sumDiagonal(matrix); sweep++)
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(matrix, eigenvectors, [p, q])
  const found = matrix.map((row, index) => ({
    value: row[index] ?? 0,
    vector: eigenvectors[index] as Float64Array,
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

/** Makes `matrix[p][q]` zero by a rotation, which is also applied to the rows of `eigenvectors`. */
function rotate(
  matrix: readonly Float64Array[],
  eigenvectors: readonly Float64Array[],
  [p, q]: [number, number],
) {
  const rowP = matrix[p] as Float64Array
  const rowQ = matrix[q] as Float64Array
  const offDiagonal = rowP[q] as number
  if (offDiagonal === 0) return
  const theta = ((rowQ[q] as number) - (rowP[p] as number)) / (2 * offDiagonal)
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const rotation = { cosine, sine: tangent * cosine }
  for (const row of matrix) {
    const atP = row[p] as number
    const atQ = row[q] as number
    row[p] = rotation.cosine * atP - rotation.sine * atQ
    row[q] = rotation.sine * atP + rotation.cosine * atQ
  }
  rotateRows(rowP, rowQ, rotation)
  rotateRows(eigenvectors[p] as Float64Array, eigenvectors[q] as Float64Array, rotation)
}

function rotateRows(p: Float64Array, q: Float64Array, { cosine, sine }: { cosine: number; sine: number }) {
  for (let index = 0; index < p.length; index++) {
    const atP = p[index] as number
    const atQ = q[index] as number
    p[index] = cosine * atP - sine * atQ
    q[index] = sine * atP + cosine * atQ
  }
}
