// What can be said of vectors one by one: how long they are, and how their numbers lie.
import { dot } from './dots'
import type { NormFacts, VectorFacts } from './vector-calls'

/** A vector that travelled as decimal figures may be off by so much and still be meant as one of unit length. */
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

export function describeNorms(norms: Float64Array): NormFacts {
  let least = Number.POSITIVE_INFINITY
  let most = 0
  let sum = 0
  let notUnit = 0
  for (const norm of norms) {
    least = Math.min(least, norm)
    most = Math.max(most, norm)
    sum += norm
    if (!isUnit(norm)) notUnit++
  }
  const count = norms.length
  return { count, notUnit, least: count > 0 ? least : 0, mean: count > 0 ? sum / count : 0, most }
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
