// Finds the rows of a set that contain a text or have a state, and sorts them.
import type { RowQuery } from '#shared/schemas/embedding-set'
import type { Connection } from '../database/connection'
import { readInOrder, rowColumns, type StoredRow, type TextRow, toRow } from './text-rows'

/** Text, or a number in a column of numbers. */
type SortKey = string | number

interface FoundRow {
  readonly id: number
  readonly number: number
  readonly key: SortKey
}

/** Reads in slices, because a large set would block the program. Throws if aborted. */
export async function findRows(
  connection: Connection,
  { id: setId, query }: { readonly id: string; readonly query: RowQuery },
  signal?: AbortSignal,
): Promise<{ rowIds: number[]; numbers: number[] }> {
  const { search, state, sort } = query
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found: FoundRow[] = []
  let number = 0
  for await (const slice of readInOrder<TextRow>(connection, setId, { selected: rowColumns })) {
    signal?.throwIfAborted()
    for (const row of slice.map(toRow)) {
      number += 1
      if (state !== null && row.state !== state) continue
      if (words.length > 0 && search.trim() !== String(number) && !hasAll(row, words)) continue
      found.push({ id: row.id, number, key: sort ? toSortKey(row, sort.by) : '' })
    }
  }
  if (sort) found.sort((one, other) => compareKeys(one.key, other.key, sort.descending))
  return { rowIds: found.map(({ id }) => id), numbers: found.map((row) => row.number) }
}

function hasAll({ text, title, cells }: StoredRow, words: readonly string[]): boolean {
  const content = [title ?? '', text, ...cells].join('\n').toLowerCase()
  return words.every((word) => content.includes(word))
}

const states: readonly string[] = ['failed', 'waiting', 'done', 'empty']
const maxKeyLength = 200

function toSortKey(row: StoredRow, by: NonNullable<RowQuery['sort']>['by']): SortKey {
  if (by === 'state') return states.indexOf(row.state)
  const value = (by === 'text' ? row.text : by === 'title' ? (row.title ?? '') : (row.cells[by] ?? '')).trim()
  const number = Number(value)
  if (typeof by === 'number' && value !== '' && Number.isFinite(number)) return number
  // Without accents, and compared by code: a collator would block the program with many rows.
  return value
    .slice(0, maxKeyLength)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/** Rows without a value are last, in both directions. */
function compareKeys(one: SortKey, other: SortKey, descending: boolean): number {
  if (one === other) return 0
  if (one === '' || other === '') return one === '' ? 1 : -1
  const isNumber = typeof one === 'number'
  const isBefore = isNumber === (typeof other === 'number') ? one < other : isNumber
  return isBefore === descending ? 1 : -1
}
