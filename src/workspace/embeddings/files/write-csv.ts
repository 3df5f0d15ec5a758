// Writes a set as a table (CSV, RFC 4180): its texts and columns, and the vectors as JSON or a column a number.
import { listShortest } from '#shared/vectors/shortest-number'
import type { ExportedRow, ExportedSet } from './exported-rows'
import { fixedColumns } from './set-columns'

export type VectorAs = 'json' | 'columns'

/** `dimensions` is the longest vector's length. */
export async function* writeCsv(
  { set, columns: nameColumns, rows }: ExportedSet,
  vectorAs: VectorAs,
  dimensions: number,
): AsyncGenerator<string> {
  const { text, title, model, taskType, outputDimensionality, vector } = fixedColumns
  const numbers = vectorAs === 'json' ? [] : Array.from({ length: dimensions }, (_, at) => `${vector}_${at}`)
  const columns = await nameColumns()
  const vectorColumns = vectorAs === 'json' ? [vector] : numbers
  yield toLine([text, title, ...columns, model, taskType, outputDimensionality, ...vectorColumns])
  const { settings } = set
  const told = [settings.model, settings.taskType ?? '', String(settings.outputDimensionality ?? '')]
  for await (const row of rows())
    yield toLine([
      row.text,
      row.title ?? '',
      ...columns.map((_, index) => row.cells[index] ?? ''),
      ...told,
      ...toCells(row, vectorAs, dimensions),
    ])
}

function toCells({ vector }: ExportedRow, vectorAs: VectorAs, dimensions: number): string[] {
  const numbers = vector ? listShortest(vector) : []
  if (vectorAs === 'json') return [vector ? JSON.stringify(numbers) : '']
  return Array.from({ length: dimensions }, (_, at) => String(numbers[at] ?? ''))
}

function toLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\n`
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
