// Which rows of a set that is too large for one matrix stand in it.

/** Rows along a side: a million cells. */
export const mostRows = 1000

export const rowSubsets = ['first', 'spread', 'near'] as const
export type RowSubset = (typeof rowSubsets)[number]

/** In the order of the set. */
export function pickFirst(rowIds: Uint32Array): number[] {
  return Array.from(rowIds.subarray(0, mostRows))
}

/** At equal distances, from the first to the last. */
export function pickSpread(rowIds: Uint32Array): number[] {
  if (rowIds.length <= mostRows) return Array.from(rowIds)
  const step = (rowIds.length - 1) / (mostRows - 1)
  return Array.from({ length: mostRows }, (_, index) => rowIds[Math.round(index * step)] ?? 0)
}
