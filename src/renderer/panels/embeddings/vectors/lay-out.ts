// A set's vectors as points of a map: reduced to their leading components, and from these by PCA or UMAP.
import { findNearPoints } from './near-points'
import { findComponents, projectRows } from './principal-components'
import type { Rows } from './rows'
import { layOutByUmap } from './umap'
import type { LayoutWish } from './vector-calls'
import { takePart, type Work } from './work'

/** Rows along their leading components: what is left out is hardly seen, and all that follows is many times quicker. */
export interface Reduced {
  readonly width: number
  readonly values: Float32Array
  readonly explained: readonly number[]
}

/** Components that UMAP and clustering are given. */
export const keptComponents = 50

export async function reduceRows(rows: Rows, width: number, work: Work): Promise<Reduced> {
  const most = Math.min(width, rows.dimensions)
  const components = await findComponents(rows, most, takePart(work, 0, 0.8))
  const values = await projectRows(rows, components, takePart(work, 0.8, 0.2))
  return { width: most, values, explained: components.explained }
}

export interface Laid {
  readonly points: Float32Array
  readonly explained: readonly number[]
}

export async function layOutByComponents(rows: Rows, work: Work): Promise<Laid> {
  const { width, values, explained } = await reduceRows(rows, 2, work)
  return { points: takeLeading(values, width), explained: [explained[0] ?? 0, explained[1] ?? 0] }
}

/** `reduced` is the same for every seed and number of neighbours. */
export async function layOutByNeighbours(reduced: Reduced, wish: LayoutWish, work: Work): Promise<Laid> {
  const { width, values } = reduced
  const first = takeLeading(values, width)
  const count = first.length / 2
  const explained = [reduced.explained.reduce((sum, share) => sum + share, 0)]
  // Among so few, everyone is everyone's neighbour.
  if (count < 4) return { points: first, explained }
  work.enter('neighbours', 0.25, 0.5)
  // The number of neighbours counts the point itself, as is the custom with UMAP.
  const k = Math.max(2, (wish.neighbours ?? 15) - 1)
  const near = await findNearPoints({ count, width, values }, { k, seed: wish.seed }, work)
  work.enter('layout', 0.5, 1)
  return { points: await layOutByUmap({ near, first, seed: wish.seed }, work), explained }
}

function takeLeading(values: Float32Array, width: number): Float32Array {
  const points = new Float32Array((2 * values.length) / width)
  for (let point = 0; point < points.length / 2; point++) {
    points[2 * point] = values[point * width] as number
    points[2 * point + 1] = width > 1 ? (values[point * width + 1] as number) : 0
  }
  return points
}
