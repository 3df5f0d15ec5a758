// A set's vectors as points of a map: reduced to their leading components, then laid out by PCA or UMAP.

import { type CooperativeTask, subtask } from './cooperative-task'
import type { Rows } from './covariance'
import { findNearPoints } from './near-points'
import { findComponents, projectRows } from './principal-components'
import { optimizeUmap } from './umap'
import type { LayoutOptions } from './vector-types'

/** Rows projected on their leading components: little variance is lost, and later steps are many times faster. */
export interface ReducedRows {
  readonly width: number
  readonly values: Float32Array
  readonly explained: readonly number[]
}

/** The number of components for UMAP and clustering. */
export const componentCount = 50

export async function reduceRows(rows: Rows, width: number, task: CooperativeTask): Promise<ReducedRows> {
  const max = Math.min(width, rows.dimensions)
  const components = await findComponents(rows, max, subtask(task, 0, 0.8))
  const values = await projectRows(rows, components, subtask(task, 0.8, 0.2))
  return { width: max, values, explained: components.explained }
}

interface LayoutPoints {
  readonly points: Float32Array
  readonly explained: readonly number[]
  readonly neighbors?: number
}

export async function layoutWithPca(rows: Rows, task: CooperativeTask): Promise<LayoutPoints> {
  const { width, values, explained } = await reduceRows(rows, 2, task)
  return { points: leadingPoints(values, width), explained: [explained[0] ?? 0, explained[1] ?? 0] }
}

/** `reduced` is the same for every seed and number of neighbors. */
export async function layoutWithUmap(
  reduced: ReducedRows,
  options: LayoutOptions,
  task: CooperativeTask,
): Promise<LayoutPoints> {
  const { width, values } = reduced
  const first = leadingPoints(values, width)
  const count = first.length / 2
  const explained = [reduced.explained.reduce((sum, share) => sum + share, 0)]
  // With so few points, all are neighbors of each other.
  if (count < 4) return { points: first, explained, neighbors: 0 }
  // By UMAP's convention, the number of neighbors includes the point itself.
  const k = Math.max(2, (options.neighbors ?? 15) - 1)
  const near = await findNearPoints(
    { count, width, values },
    { k, seed: options.seed },
    subtask(task, 0, 1 / 3),
  )
  const { seed, minDistance } = options
  const points = await optimizeUmap({ near, first, seed, minDistance }, subtask(task, 1 / 3, 2 / 3))
  return { points, explained, neighbors: near.k + 1 }
}

function leadingPoints(values: Float32Array, width: number): Float32Array {
  const points = new Float32Array((2 * values.length) / width)
  for (let point = 0; point < points.length / 2; point++) {
    points[2 * point] = values[point * width] as number
    points[2 * point + 1] = width > 1 ? (values[point * width + 1] as number) : 0
  }
  return points
}
