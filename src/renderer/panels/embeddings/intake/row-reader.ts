// Tells the rows of a text apart as it comes, piece by piece.
import Papa from 'papaparse'
import { ApiError } from '#shared/schemas/api-error'
import type { TableForm } from './table-form'

export interface ReadRow {
  /** By column; shorter or longer than others where the file has it so. */
  readonly cells: readonly string[]
  /** Of its row, line or paragraph, from 1 on. */
  readonly place: number
}

interface RowProblem {
  readonly place: number
  readonly reason: string
}

interface Batch {
  readonly rows: readonly ReadRow[]
  /** Rows that could not be read, and are left out. */
  readonly problems: readonly RowProblem[]
}

interface RowReader {
  push(text: string): Batch
  /** What is left at the end. */
  finish(): Batch
  /** Names that the rows themselves tell, in the order they came. */
  readonly columns: readonly string[]
}

export function createRowReader(form: TableForm, delimiter: string): RowReader {
  switch (form) {
    case 'table':
      return readTable(delimiter)
    case 'jsonl':
      return readJsonLines()
    case 'lines':
      return { ...readLines((line, place) => ({ cells: [line.trim()], place })), columns: [] }
    case 'paragraphs':
      return readParagraphs()
  }
}

/** Comma, semicolon, tab or bar. */
export function guessDelimiter(head: string): string {
  const whole = head.slice(0, head.lastIndexOf('\n') + 1) || head
  return Papa.parse(whole, { preview: 20 }).meta.delimiter || ','
}

/** A quote that is never closed would swallow the rest of the file. */
const longestRow = 8_000_000

function readTable(delimiter: string): RowReader {
  let rest = ''
  let place = 0
  const read = (text: string, isLast: boolean): Batch => {
    const parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"' })
    const all = rest + text
    // The library's types say `any`: this is what its parser answers, as its own streamers use it.
    const found: { data: string[][]; errors: { code: string }[]; meta: { cursor: number } } = parser.parse(
      all,
      0,
      !isLast,
    )
    rest = isLast ? '' : all.slice(found.meta.cursor)
    if (rest.length > longestRow) rejectOpenQuote(place + found.data.length + 1)
    if (isLast && found.errors.some(({ code }) => code === 'MissingQuotes'))
      rejectOpenQuote(place + found.data.length)
    const rows: ReadRow[] = []
    for (const cells of found.data) {
      place += 1
      if (cells.length > 1 || cells[0]?.trim()) rows.push({ cells, place })
    }
    return { rows, problems: [] }
  }
  return { push: (text) => read(text, false), finish: () => read('', true), columns: [] }
}

function rejectOpenQuote(place: number): never {
  throw new ApiError(
    'INVALID_ARGUMENT',
    `Row ${place}: a quote opens in it and is never closed. Close it, or read the file as lines.`,
  )
}

function readJsonLines(): RowReader {
  const columns: string[] = []
  const places = new Map<string, number>()
  const placeCells = (entries: readonly (readonly [string, unknown])[]): string[] => {
    const cells: string[] = []
    for (const [key, value] of entries) {
      const at = places.get(key) ?? columns.push(key) - 1
      places.set(key, at)
      cells[at] = toCell(value)
    }
    return Array.from(cells, (cell) => cell ?? '')
  }
  const lines = readLines((line, place) => {
    try {
      const value: unknown = JSON.parse(line)
      if (typeof value === 'string') return { cells: placeCells([['text', value]]), place }
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return { cells: placeCells(Object.entries(value)), place }
      return { place, reason: 'it is neither an object nor a text' }
    } catch {
      return { place, reason: 'it is no JSON' }
    }
  })
  return { ...lines, columns }
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Blank ones are left out, and counted as places all the same. */
function readLines(read: (line: string, place: number) => ReadRow | RowProblem): Omit<RowReader, 'columns'> {
  let place = 0
  return readSplit('\n', (blocks) => {
    const rows: ReadRow[] = []
    const problems: RowProblem[] = []
    for (const line of blocks) {
      place += 1
      if (!line.trim()) continue
      const found = read(line, place)
      if ('reason' in found) problems.push(found)
      else rows.push(found)
    }
    return { rows, problems }
  })
}

/** Text between two blank lines is one row. */
function readParagraphs(): RowReader {
  let place = 0
  const reader = readSplit(/\n[ \t]*\n/, (blocks) => {
    const texts = blocks.map((block) => block.trim()).filter(Boolean)
    const rows = texts.map((text) => {
      place += 1
      return { cells: [text], place }
    })
    return { rows, problems: [] }
  })
  return { ...reader, columns: [] }
}

/** The last block of a piece may go on in the next one. */
function readSplit(
  separator: string | RegExp,
  take: (blocks: readonly string[]) => Batch,
): Omit<RowReader, 'columns'> {
  let rest = ''
  return {
    push: (text) => {
      const blocks = (rest + text).split(separator)
      rest = blocks.pop() ?? ''
      if (rest.length > longestRow) {
        throw new ApiError('INVALID_ARGUMENT', 'It has no line breaks: it is no text in lines.')
      }
      return take(blocks)
    },
    finish: () => take([rest]),
  }
}
