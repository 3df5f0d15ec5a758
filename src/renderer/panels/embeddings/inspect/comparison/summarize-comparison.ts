// The statistics of a comparison, and the rows that changed most.
import { formatCount } from '../../../../components/format'
import type { Comparison } from '../../vectors/vectors'

type ComparisonSummary = Pick<Comparison, 'k' | 'mean' | 'histogram' | 'overlaps' | 'rowIds'>

export function listComparisonStats({ k, mean, histogram, rowIds }: ComparisonSummary) {
  return [
    { name: 'Average kept', value: formatShare(mean) },
    { name: 'Rows compared', value: formatCount(rowIds.length) },
    { name: `All ${k} kept`, value: countOf(histogram[k] ?? 0, rowIds.length) },
    { name: 'None kept', value: countOf(histogram[0] ?? 0, rowIds.length) },
  ]
}

function countOf(count: number, total: number): string {
  return `${formatCount(count)} (${formatShare(total > 0 ? count / total : 0)})`
}

/** Rounds to a whole percent, but never up to 100% or down to 0%. */
function formatShare(share: number): string {
  const percent = Math.round(share * 100)
  if (percent === 100 && share < 1) return '> 99%'
  return percent === 0 && share > 0 ? '< 1%' : `${percent}%`
}

/** Limits the neighbors to half of the other rows: with more, almost all would be kept. */
export function capNearest(nearest: number, rows: number): number {
  return Math.min(nearest, Math.max(1, Math.floor((rows - 1) / 2)))
}

export interface RowShift {
  readonly rowId: number
  /** How many of its `k` nearest neighbors stayed. */
  readonly stayed: number
}

/** Rows that changed most first, otherwise in the order of the table. */
export function listRowShifts({ k, overlaps, rowIds }: ComparisonSummary): RowShift[] {
  const moved = Array.from(rowIds, (rowId, index) => ({
    rowId,
    stayed: Math.round((overlaps[index] ?? 0) * k),
  }))
  return moved.sort((one, other) => one.stayed - other.stayed)
}
