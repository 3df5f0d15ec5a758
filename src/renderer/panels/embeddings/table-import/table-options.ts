// The format of a file, and which of its columns become the text, the title and the cells.

import { cutToLines, type delimiters, guessColumns, splitHead } from '#shared/tables/table-reader'

/** How often an anomaly occurs, and in which lines first. */
export interface Anomaly {
  readonly count: number
  /** The first affected lines, from 1. */
  readonly lines: readonly number[]
}

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface TableAnalysis {
  readonly form: TableForm
  readonly encoding: TextEncoding
  readonly delimiter: string
  /** The number of readable rows, including a header. */
  readonly rows: number
  /** Columns of the widest row. */
  readonly width: number
  /** Column names found in JSON rows; otherwise empty. */
  readonly names: readonly string[]
  /** The first rows, with shortened cells. */
  readonly sample: readonly (readonly string[])[]
  /** The first row looks like a header. */
  readonly hasHead: boolean
  /** Mean number of characters, by column. */
  readonly lengths: readonly number[]
  readonly shorter: Anomaly
  readonly longer: Anomaly
  /** Rows with a cell longer than the maximum text length. */
  readonly huge: Anomaly
  /** One for each reason. */
  readonly unreadable: readonly (Anomaly & { readonly reason: string })[]
}

/** As selected in the dialog; columns are counted from 0. */
export interface ColumnChoice {
  /** The first row contains the column names. */
  readonly hasHead: boolean
  readonly text: number
  /** Null if there is no title column. */
  readonly title: number | null
}

/** The limit of the contract. */
const maxColumns = 200

/** Unique column names: from the file, from its first row, or numbered. */
export function nameColumns(
  { names, sample, width }: Pick<TableAnalysis, 'names' | 'sample' | 'width'>,
  hasHead: boolean,
): string[] {
  const headers = names.length > 0 ? names : hasHead ? (sample[0] ?? []) : []
  const used = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const name = headers[at]?.trim() || `Column ${at + 1}`
    let other = name
    for (let number = 2; used.has(other); number += 1) other = `${name} ${number}`
    used.add(other)
    return other
  })
}

export function guessChoice(analysis: TableAnalysis): ColumnChoice {
  const { hasHead, lengths } = analysis
  return { hasHead, ...guessColumns(nameColumns(analysis, hasHead), lengths) }
}

interface CellPlan {
  /** The columns of the set after the import. */
  readonly columns: readonly string[]
  /** The file's column for each column of the set; null if the file has no column with this name. */
  readonly sources: readonly (number | null)[]
  /** Columns beyond the limit of the set. */
  readonly skipped: readonly string[]
}

/** Matches columns by name; new ones are added after those of the set. */
export function planCells(known: readonly string[], analysis: TableAnalysis, choice: ColumnChoice): CellPlan {
  const columns = [...known]
  const sources: (number | null)[] = known.map(() => null)
  const skipped: string[] = []
  nameColumns(analysis, choice.hasHead).forEach((name, at) => {
    if (at === choice.text || at === choice.title) return
    const matching = columns.findIndex((column, index) => column === name && sources[index] === null)
    if (matching >= 0) sources[matching] = at
    else if (columns.length < maxColumns) {
      columns.push(name)
      sources.push(at)
    } else skipped.push(name)
  })
  return { columns, sources, skipped }
}

export const tableForms = ['table', 'jsonl', 'lines', 'paragraphs'] as const
export type TableForm = (typeof tableForms)[number]

export const formNames: Readonly<Record<TableForm, string>> = {
  table: 'Table',
  jsonl: 'JSONL',
  lines: 'Lines',
  paragraphs: 'Paragraphs',
}

export const delimiterNames: Readonly<Record<(typeof delimiters)[number], string>> = {
  '\t': 'Tab',
  ';': 'Semicolon',
  ',': 'Comma',
  '|': 'Bar',
}

export interface TableFormat {
  readonly form: TableForm
  /** Guessed if it is not chosen. */
  readonly delimiter?: string | undefined
}

/** Guesses the format by the file name, otherwise by the start of the text. */
export function guessForm(name: string, head: string): TableForm {
  const extension = /\.([a-z]+)$/.exec(name.toLowerCase())?.[1]
  if (extension === 'csv' || extension === 'tsv') return 'table'
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl'
  if (extension === 'md') return 'lines'
  if (extension !== 'txt' && head.trimStart().startsWith('{')) return 'jsonl'
  return looksLikeTable(head) ? 'table' : 'lines'
}

/** Whether pasted text is a table: several rows whose cells are separated by semicolons, or any with tabs. */
export function looksLikeTable(text: string): boolean {
  const head = cutToLines(text, 20_000).replace(/\r\n?/g, '\n')
  const lines = head
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  if (lines.length > 0 && lines.every((line) => line.trim().includes('\t'))) return true
  const rows = splitHead(head, ';')
  const width = rows[0]?.length ?? 0
  const isWhole = rows.every((row) => row.length === width && row.every((cell) => cell.trim() !== ''))
  return rows.length > 1 && width > 1 && isWhole
}
