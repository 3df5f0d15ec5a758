// Which row with a vector comes before or after another, which may itself have none.
import type { RowNames } from '../row-names'

/** `rowIds` in the order of the table. Undefined where there is none on that side. */
export function stepRow(
  rowIds: Uint32Array,
  rowId: number,
  { by, numberOf }: { readonly by: 1 | -1 } & Pick<RowNames, 'numberOf'>,
): number | undefined {
  const place = rowIds.indexOf(rowId)
  if (place >= 0) return rowIds[place + by]
  const number = numberOf(rowId)
  const after = rowIds.findIndex((each) => numberOf(each) > number)
  if (by === 1) return rowIds[after]
  return rowIds[(after < 0 ? rowIds.length : after) - 1]
}
