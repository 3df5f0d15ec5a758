// Pure functions for the pages of the open set's rows, and their changes by events.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'

export const pageLength = 200
/** Further pages are dropped, those farthest from the visible rows first. */
const maxPages = 50

interface Page {
  readonly rows: readonly EmbeddingRow[]
  /** Rows were added or deleted since; the page is shown until it is fetched again. */
  readonly isStale: boolean
}

export interface RowPages {
  /** The number of rows in the set, fetched or not. */
  readonly total: number
  /** By page index: page 2 starts with row 400. */
  readonly pages: ReadonlyMap<number, Page>
}

export type RowChange = Pick<EmbeddingRow, 'id'> & Partial<EmbeddingRow>

export const noRows: RowPages = { total: 0, pages: new Map() }

/** Returns undefined if the row has not been fetched. */
export function findRow({ pages }: RowPages, index: number): EmbeddingRow | undefined {
  return pages.get(Math.floor(index / pageLength))?.rows[index % pageLength]
}

/** Searches fetched rows; returns -1 if the row is not among them. */
export function findIndex({ pages }: RowPages, id: number): number {
  for (const [at, { rows }] of pages) {
    const index = rows.findIndex((row) => row.id === id)
    if (index >= 0) return at * pageLength + index
  }
  return -1
}

/** Lists the pages of rows `from` to `to` that are missing or stale. */
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

/** Ignores rows that have not been fetched. */
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
