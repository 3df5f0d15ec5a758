// Pages of the open set's rows, and how events change them. Pure functions.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'

export const pageLength = 200
/** More are dropped, those farthest from the visible rows first. */
const maxPages = 50

interface Page {
  readonly rows: readonly EmbeddingRow[]
  /** Rows were added or deleted since: it is shown until it is fetched again. */
  readonly isStale: boolean
}

export interface RowPages {
  /** All that are in the set, fetched or not. */
  readonly total: number
  /** By their place: page 2 begins with row 400. */
  readonly pages: ReadonlyMap<number, Page>
}

export type RowChange = Pick<EmbeddingRow, 'id'> & Partial<EmbeddingRow>

export const noRows: RowPages = { total: 0, pages: new Map() }

/** Undefined while it was not fetched. */
export function findRow({ pages }: RowPages, index: number): EmbeddingRow | undefined {
  return pages.get(Math.floor(index / pageLength))?.rows[index % pageLength]
}

/** Among fetched rows; -1 if it is not there. */
export function findIndex({ pages }: RowPages, id: number): number {
  for (const [at, { rows }] of pages) {
    const index = rows.findIndex((row) => row.id === id)
    if (index >= 0) return at * pageLength + index
  }
  return -1
}

/** Pages that rows `from` to `to` need, and that are missing or stale. */
export function listMissing({ pages, total }: RowPages, from: number, to: number): number[] {
  const last = Math.min(to, total - 1)
  const missing: number[] = []
  for (let at = Math.floor(Math.max(0, from) / pageLength); at * pageLength <= last; at += 1) {
    const page = pages.get(at)
    if (!page || page.isStale) missing.push(at)
  }
  return missing
}

export function addPage(
  { pages }: RowPages,
  at: number,
  { total, rows }: { readonly total: number; readonly rows: readonly EmbeddingRow[] },
): RowPages {
  const near = [...pages].filter(([each]) => each !== at && each * pageLength < total)
  near.sort(([one], [other]) => Math.abs(one - at) - Math.abs(other - at))
  return { total, pages: new Map([...near.slice(0, maxPages - 1), [at, { rows, isStale: false }]]) }
}

/** Rows that were not fetched are as they are when they are. */
export function changeRows(known: RowPages, changes: readonly RowChange[]): RowPages {
  const byId = new Map(changes.map((change) => [change.id, change]))
  const pages = new Map(known.pages)
  for (const [at, page] of known.pages) {
    if (!page.rows.some(({ id }) => byId.has(id))) continue
    pages.set(at, { ...page, rows: page.rows.map((row) => ({ ...row, ...byId.get(row.id) })) })
  }
  return { ...known, pages }
}

export function markStale({ total, pages }: RowPages): RowPages {
  return { total, pages: new Map([...pages].map(([at, page]) => [at, { ...page, isStale: true }])) }
}
