// Which values a filter offers: those that there are, and those that are set.
import type { LibraryFacets } from '#shared/schemas/library'

export interface Option {
  readonly value: string
  /** Null where it is not known. */
  readonly count: number | null
}

/** One that is set stays within reach, also where nothing of it is left. Counts are of what is not in the bin. */
export function listOptions(
  counted: LibraryFacets['kinds'],
  chosen: readonly string[],
  bin: boolean,
): Option[] {
  const known = new Set(counted.map(({ value }) => value))
  const gone = chosen.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }))
  return [...counted, ...gone].map(({ value, count }) => ({ value, count: bin ? null : count }))
}
