// The inner products of every row with every other, tile by tile: each pair is computed once.
import { dotTile, makeTile, tileSize } from './dots'
import type { CooperativeTask } from './work'

export interface Chosen {
  readonly values: Float32Array
  readonly dimensions: number
  /** Positions of the rows in `values`. */
  readonly positions: Uint32Array
}

/** Rows that meet at a stretch: so many stay in the cache. */
const band = 48

/**
 * Calls `meet` with each pair `a < b` of places in `positions` once, bands of rows at a time. Square in the number of
 * rows: what is told as progress is the share of pairs.
 */
export async function eachPair(
  chosen: Chosen,
  meet: (a: number, b: number, product: number) => void,
  work: CooperativeTask,
): Promise<void> {
  const { positions } = chosen
  const count = positions.length
  const products = new Float64Array(tileSize)
  const tile = { ...makeTile(chosen.dimensions), products }
  for (let top = 0; top < count; top += band) {
    const bottom = Math.min(count, top + band)
    for (let left = top; left < count; left += 2) {
      for (let row = top; row < Math.min(bottom, left + 2); row += 4)
        meetTile(chosen, tile, { row, column: left, bottom, meet })
      if (work.shouldYield()) await work.rest(shareOf(top + (band * (left - top)) / count, count))
    }
  }
}

/** Later rows have fewer to meet. */
function shareOf(rows: number, count: number): number {
  const left = Math.max(0, 1 - rows / count)
  return 1 - left * left
}

interface MapPoint {
  readonly row: number
  readonly column: number
  readonly bottom: number
  readonly meet: (a: number, b: number, product: number) => void
}

function meetTile(
  { values, dimensions, positions }: Chosen,
  tile: ReturnType<typeof makeTile> & { products: Float64Array },
  { row, column, bottom, meet }: MapPoint,
) {
  const last = positions.length - 1
  for (let each = 0; each < 4; each++)
    tile.rows[each] = (positions[Math.min(row + each, last)] as number) * dimensions
  for (let each = 0; each < 2; each++)
    tile.columns[each] = (positions[Math.min(column + each, last)] as number) * dimensions
  dotTile(values, values, tile)
  for (let each = 0; each < 4 && row + each < bottom; each++)
    for (let other = 0; other < 2 && column + other <= last; other++)
      if (row + each < column + other)
        meet(row + each, column + other, tile.products[2 * each + other] as number)
}
