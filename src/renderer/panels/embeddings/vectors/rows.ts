// Vectors as rows of one array, each with the factor it is multiplied by: so they are of unit length without a copy.

export interface Rows {
  readonly count: number
  readonly dimensions: number
  readonly values: Float32Array
  /** 1 for rows as they are. */
  readonly scales: Float64Array
}

export function rawRows(values: Float32Array, dimensions: number): Rows {
  const count = dimensions > 0 ? values.length / dimensions : 0
  return { count, dimensions, values, scales: new Float64Array(count).fill(1) }
}

/** A row of zeros has no direction, and stays as it is. */
export function normalizedRows(values: Float32Array, dimensions: number, norms: Float64Array): Rows {
  return {
    count: norms.length,
    dimensions,
    values,
    scales: norms.map((norm) => (norm > 0 ? 1 / norm : 1)),
  }
}
