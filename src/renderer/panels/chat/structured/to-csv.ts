// A table as comma-separated values (RFC 4180).
import { type Table, toCell } from './find-table'

export function toCsv({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string {
  const names = columns.map(({ name }) => name)
  const lines = [names, ...rows.map((row) => names.map((name) => toText(row[name])))]
  return `${lines.map((line) => line.map(quote).join(',')).join('\r\n')}\r\n`
}

/** What is missing and what is null are both nothing there. */
function toText(value: unknown): string {
  return value === null ? '' : toCell(value)
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
