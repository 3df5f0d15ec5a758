// Labels of rows: their number in the table, and their title or text on one line.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'

export interface RowNames {
  readonly rows: readonly EmbeddingRow[]
  find(rowId: number): EmbeddingRow | undefined
  /** From 1, as in the table; 0 if the row no longer exists. */
  numberOf(rowId: number): number
  /** `Title · text` on one line. */
  nameOf(rowId: number): string
}

export function nameRows(rows: readonly EmbeddingRow[]): RowNames {
  const indexById = new Map<number, number>()
  for (const [index, { id }] of rows.entries()) indexById.set(id, index)
  const find = (rowId: number) => {
    const index = indexById.get(rowId)
    return index === undefined ? undefined : rows[index]
  }
  return {
    rows,
    find,
    numberOf: (rowId) => (indexById.get(rowId) ?? -1) + 1,
    nameOf: (rowId) => {
      const row = find(rowId)
      return row ? toLabel(row) : 'Deleted row'
    },
  }
}

type Named = Pick<EmbeddingRow, 'title' | 'text'>

function toLabel(row: Named): string {
  const { title, text } = splitLabel(row)
  return [title, text].filter(Boolean).join(' · ')
}

/** The title, which may be empty, and the text, each on one line. */
export function splitLabel(row: Named | undefined): Record<'title' | 'text', string> {
  if (!row) return { title: '', text: 'Deleted row' }
  const [title, text] = [row.title ?? '', row.text].map((each) => each.replace(/\s+/g, ' ').trim())
  return { title: title ?? '', text: text || 'Empty text' }
}

/** The CSS width of the longest row number, so that names are aligned. */
export function measureNumbers({ rows }: Pick<RowNames, 'rows'>): string {
  return `${String(rows.length).length}ch`
}

/** Rows whose number equals the typed text, or whose title or text contains it. */
export function findRows(
  { rows, numberOf }: RowNames,
  rowIds: ReadonlySet<number>,
  typed: string,
): readonly EmbeddingRow[] {
  const search = typed.trim().toLowerCase()
  return rows.filter((row) => {
    if (!rowIds.has(row.id)) return false
    if (search === '' || String(numberOf(row.id)) === search) return true
    return row.text.toLowerCase().includes(search) || (row.title ?? '').toLowerCase().includes(search)
  })
}

/** Returns the reason a row cannot be shown; null if it can. */
export function explainMissing(row: EmbeddingRow | undefined, dimensions: number): string | null {
  if (!row) return 'This row was deleted.'
  const reasons: Readonly<Record<EmbeddingRow['state'], string>> = {
    waiting: 'This row has no vector yet. Run the set from the Table tab.',
    running: 'This row is being embedded.',
    failed: `This row has no vector: ${row.error ?? 'embedding failed.'}`,
    empty: 'This row has no text, so it has no vector.',
    done: `This row’s vector doesn’t have ${dimensions} dimensions, so it can’t be compared.`,
  }
  return reasons[row.state]
}

/** `rowIds` in the order of the table. Returns undefined at the end. */
export function stepRow(
  rowIds: Uint32Array,
  rowId: number,
  by: 1 | -1,
  numberOf: RowNames['numberOf'],
): number | undefined {
  const index = rowIds.indexOf(rowId)
  if (index >= 0) return rowIds[index + by]
  const number = numberOf(rowId)
  const after = rowIds.findIndex((each) => numberOf(each) > number)
  if (by === 1) return rowIds[after]
  return rowIds[(after < 0 ? rowIds.length : after) - 1]
}
