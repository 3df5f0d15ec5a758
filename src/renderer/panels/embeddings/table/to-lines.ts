// Makes rows of what is typed or pasted.
import type { NewRow } from '#shared/schemas/embedding-set'

/** One row a line; blank lines are none. */
export function toLines(text: string): NewRow[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map(toRow)
}

export function toRow(text: string): NewRow {
  return { text, title: null, cells: [] }
}
