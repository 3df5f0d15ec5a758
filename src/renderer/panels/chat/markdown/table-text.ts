// The text of a table as it is copied: for spreadsheets, and as Markdown.

export type TableRows = readonly (readonly string[])[]

/** As RFC 4180 has it; a cell that a spreadsheet would run as a formula is only text there. */
export function toCsv(rows: TableRows): string {
  return rows.map((row) => `${row.map(toCsvCell).join(',')}\r\n`).join('')
}

export function toMarkdownTable([head = [], ...body]: TableRows): string {
  const line = (cells: readonly string[]) => `| ${cells.map(toMarkdownCell).join(' | ')} |`
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...body.map(line)].join('\n')
}

function toCsvCell(cell: string): string {
  const text = /^[=@\t]|^[+-](?![\d.,\s]*%?$)/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function toMarkdownCell(cell: string): string {
  return cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')
}
