// How a file is read: its form, and which of its columns become the text, the title and the cells.

/** A few places of something, and how often it is. */
export interface Anomaly {
  readonly count: number
  /** The first ones. */
  readonly rowNumbers: readonly number[]
}

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface TableAnalysis {
  readonly form: TableForm
  readonly encoding: TextEncoding
  readonly delimiter: string
  /** Rows that could be read, a first one with names included. */
  readonly rows: number
  /** Columns of the widest row. */
  readonly width: number
  /** Found in the rows themselves; empty if only a first row may have them. */
  readonly names: readonly string[]
  /** The first ones, shortened. */
  readonly sample: readonly (readonly string[])[]
  /** Whether the first row looks like names. */
  readonly hasHead: boolean
  /** Mean number of characters, by column. */
  readonly lengths: readonly number[]
  readonly shorter: Anomaly
  readonly longer: Anomaly
  /** With a cell of more characters than a text may have. */
  readonly huge: Anomaly
  readonly unreadable: Anomaly & { readonly reason: string }
}

/** As selected in the dialog; columns are counted from 0. */
export interface ColumnChoice {
  /** The first row contains the column names. */
  readonly hasHead: boolean
  readonly text: number
  /** Null: there is none. */
  readonly title: number | null
}

/** The limit of the contract. */
const maxColumns = 200

const textNames =
  /^(text|texts|content|body|sentence|passage|document|question|prompt|query|input|description)$/i
const titleNames = /^(title|name|heading|headline)$/i

/** What they are called, each otherwise: by the file, by its first row, or by their number. */
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

/** The column that is called so, else the one with the most to read. */
export function guessColumns(analysis: TableAnalysis): ColumnChoice {
  const { hasHead, lengths } = analysis
  const names = nameColumns(analysis, hasHead)
  // There may be more columns than a call can have arguments.
  const longestColumn = lengths.indexOf(lengths.reduce((max, length) => Math.max(max, length), 0))
  const named = names.findIndex((name) => textNames.test(name))
  const text = Math.max(0, named >= 0 ? named : longestColumn)
  const title = names.findIndex((name, at) => at !== text && titleNames.test(name))
  return { hasHead, text, title: title >= 0 ? title : null }
}

interface CellPlan {
  /** Of the set, after the rows were added. */
  readonly columns: readonly string[]
  /** For each column of the set the file's; null if the file has none of that name. */
  readonly sources: readonly (number | null)[]
  /** Columns that no longer find room in the set. */
  readonly skipped: readonly string[]
}

/** Columns of the same name meet; new ones are added behind those that the set has. */
export function planCells(known: readonly string[], analysis: TableAnalysis, choice: ColumnChoice): CellPlan {
  const columns = [...known]
  const sources: (number | null)[] = known.map(() => null)
  const left: string[] = []
  nameColumns(analysis, choice.hasHead).forEach((name, at) => {
    if (at === choice.text || at === choice.title) return
    const matching = columns.findIndex((column, index) => column === name && sources[index] === null)
    if (matching >= 0) sources[matching] = at
    else if (columns.length < maxColumns) {
      columns.push(name)
      sources.push(at)
    } else left.push(name)
  })
  return { columns, sources, skipped: left }
}

export const tableForms = ['table', 'jsonl', 'lines', 'paragraphs'] as const
export type TableForm = (typeof tableForms)[number]

export const formNames: Readonly<Record<TableForm, string>> = {
  table: 'Table',
  jsonl: 'JSONL',
  lines: 'Lines',
  paragraphs: 'Paragraphs',
}

/** By the name of a file, else by how its text begins. */
export function guessForm(name: string, head: string): TableForm {
  const extension = /\.([a-z]+)$/.exec(name.toLowerCase())?.[1]
  if (extension === 'csv' || extension === 'tsv') return 'table'
  if (extension === 'jsonl' || extension === 'ndjson') return 'jsonl'
  if (extension === 'txt' || extension === 'md') return 'lines'
  if (head.trimStart().startsWith('{')) return 'jsonl'
  return isTabbed(head) ? 'table' : 'lines'
}

/** As a spreadsheet hands it over: tabs in every one of several lines. */
export function isTabbed(text: string): boolean {
  const lines = text.slice(0, 20_000).split(/\r?\n/).filter(Boolean).slice(0, 20)
  return lines.length > 1 && lines.every((line) => line.includes('\t'))
}
