// How the rows of a file are told apart: as a table, as JSON by line, as lines, as paragraphs.

export const tableForms = ['table', 'jsonl', 'lines', 'paragraphs'] as const
export type TableForm = (typeof tableForms)[number]

export const formNames: Readonly<Record<TableForm, string>> = {
  table: 'Table',
  jsonl: 'JSON lines',
  lines: 'Lines',
  paragraphs: 'Paragraphs',
}

/** By the name of a file, else by how its text begins. */
export function guessForm(name: string, head: string): TableForm {
  const ending = /\.([a-z]+)$/.exec(name.toLowerCase())?.[1]
  if (ending === 'csv' || ending === 'tsv') return 'table'
  if (ending === 'jsonl' || ending === 'ndjson') return 'jsonl'
  if (ending === 'txt' || ending === 'md') return 'lines'
  if (head.trimStart().startsWith('{')) return 'jsonl'
  return isTabbed(head) ? 'table' : 'lines'
}

/** As a spreadsheet hands it over: tabs in every one of several lines. */
export function isTabbed(text: string): boolean {
  const lines = text.slice(0, 20_000).split(/\r?\n/).filter(Boolean).slice(0, 20)
  return lines.length > 1 && lines.every((line) => line.includes('\t'))
}
