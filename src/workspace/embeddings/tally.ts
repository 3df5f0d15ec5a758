// Counts the rows of sets by state: read once from an index, then kept up to date.
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import type { Connection } from '../database/connection'

/** The properties of a row that the counts depend on. */
export interface RowMark {
  readonly state: 'waiting' | 'done' | 'failed' | 'empty'
  readonly cached: boolean
  /** Length of its vector; null if it has none. */
  readonly dimensions: number | null
}

export type Tally = ReturnType<typeof createTally>

type Counts = Map<string, { readonly mark: RowMark; total: number }>

export function createTally(connection: Connection) {
  const known = new Map<string, Counts>()
  const versions = new Map<string, number>()
  const versionOf = (setId: string) => versions.get(setId) ?? 0
  /** Changes the version of the vectors; for changes that do not pass `add`. */
  const renewVectors = (setId: string) => void versions.set(setId, versionOf(setId) + 1)
  const load = (setId: string): Counts => {
    const counts: Counts = new Map()
    for (const { total, cached, ...row } of connection.all<{
      state: RowMark['state']
      cached: number
      dimensions: number | null
      total: number
    }>(countSql, [setId]))
      addTo(counts, { ...row, cached: cached === 1 }, total)
    known.set(setId, counts)
    return counts
  }
  return {
    read: (setId: string) => ({
      ...sumUp(known.get(setId) ?? load(setId)),
      vectorsVersion: versionOf(setId),
    }),
    renewVectors,
    /** Adds rows of this state; subtracts if negative. */
    add(setId: string, mark: RowMark, rows: number) {
      const counts = known.get(setId)
      if (counts) addTo(counts, mark, rows)
      if (mark.state === 'done') renewVectors(setId)
    },
    /** Drops the counts; the next `read` loads them again. */
    reset: (setId: string) => known.delete(setId),
  }
}

/** Damage can leave a value of another type, which would make the whole list of sets unreadable. */
const countSql = `SELECT state, cached, iif(typeof(dimensions) = 'integer', dimensions, NULL) AS dimensions,
    count(*) AS total FROM embedding_rows
  WHERE set_id = ? AND deleted_at IS NULL GROUP BY 1, 2, 3`

function addTo(counts: Counts, mark: RowMark, rows: number): void {
  const name = `${mark.state} ${mark.cached} ${mark.dimensions}`
  const known = counts.get(name)
  if (known) known.total += rows
  else counts.set(name, { mark, total: rows })
}

function sumUp(counts: Counts): Pick<EmbeddingSet, 'counts' | 'dimensions'> {
  const all = [...counts.values()].filter(({ total }) => total > 0)
  const count = (isCounted: (mark: RowMark) => boolean) =>
    all.reduce((sum, { mark, total }) => (isCounted(mark) ? sum + total : sum), 0)
  const lengths = new Map<number, number>()
  for (const { mark, total } of all)
    if (mark.state === 'done' && mark.dimensions !== null)
      lengths.set(mark.dimensions, (lengths.get(mark.dimensions) ?? 0) + total)
  return {
    counts: {
      rows: count(() => true),
      done: count(({ state }) => state === 'done'),
      failed: count(({ state }) => state === 'failed'),
      empty: count(({ state }) => state === 'empty'),
      cached: count(({ state, cached }) => state === 'done' && cached),
    },
    // Most frequent first.
    dimensions: [...lengths].sort(([, one], [, other]) => other - one).map(([length]) => length),
  }
}
