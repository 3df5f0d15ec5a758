// Reads the rows of a file: decodes its bytes, then splits them as a table, JSON lines, lines or paragraphs.
import Papa from 'papaparse'
import { ApiError } from '#shared/schemas/api-error'
import { delimiters, type TableForm, type TextEncoding } from './table-options'

export interface ReadRow {
  /** By column; rows may differ in length. */
  readonly cells: readonly string[]
  /** The number of the row, line or paragraph, from 1. */
  readonly rowNumber: number
}

interface RowProblem {
  readonly rowNumber: number
  readonly reason: string
}

interface Batch {
  readonly rows: readonly ReadRow[]
  /** Rows that could not be read, and are skipped. */
  readonly problems: readonly RowProblem[]
}

interface RowReader {
  read(chunk: Pick<TextChunk, 'text' | 'isLast'>): Batch
  /** Column names found in JSON rows, in order of appearance. */
  readonly columns: readonly string[]
}

export function createRowReader(form: TableForm, delimiter: string): RowReader {
  switch (form) {
    case 'table':
      return readTable(delimiter)
    case 'jsonl':
      return readJsonLines()
    case 'lines':
      return { ...readLines((line, rowNumber) => ({ cells: [line.trim()], rowNumber })), columns: [] }
    case 'paragraphs':
      return readParagraphs()
  }
}

/** The delimiter that splits most of the first rows into as many cells as the first one. */
export function guessDelimiter(head: string): string {
  let best = { delimiter: ',', share: 0 }
  for (const delimiter of delimiters) {
    const rows = splitHead(head, delimiter)
    const width = rows[0]?.length ?? 0
    const share = width > 1 ? rows.filter(({ length }) => length === width).length / rows.length : 0
    // The library's own guess prefers commas within texts to the delimiter of two columns.
    if (share > best.share) best = { delimiter, share }
  }
  return best.delimiter
}

const headRows = 20

function splitHead(head: string, delimiter: string): string[][] {
  const { data } = Papa.parse<string[]>(head, { delimiter, preview: headRows, skipEmptyLines: 'greedy' })
  return data
}

/** A text of up to `max` characters, otherwise the whole lines at its start. */
export function cutToLines(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  return head.slice(0, head.lastIndexOf('\n') + 1) || head
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
    .slice(0, headRows)
  if (lines.length > 0 && lines.every((line) => line.trim().includes('\t'))) return true
  const rows = splitHead(head, ';')
  const width = rows[0]?.length ?? 0
  const isWhole = rows.every((row) => row.length === width && row.every((cell) => cell.trim() !== ''))
  return rows.length > 1 && width > 1 && isWhole
}

/** A quote that is never closed would swallow the rest of the file. */
const maxRowLength = 8_000_000

function readTable(delimiter: string): RowReader {
  let pending = ''
  let rowNumber = 0
  const read: RowReader['read'] = ({ text, isLast }) => {
    const parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"' })
    const content = pending + text
    // The library's types are `any`; this is the shape that its own streamers use.
    const found: { data: string[][]; errors: { code: string }[]; meta: { cursor: number } } = parser.parse(
      content,
      0,
      !isLast,
    )
    pending = isLast ? '' : content.slice(found.meta.cursor)
    if (pending.length > maxRowLength) rejectOpenQuote(rowNumber + found.data.length + 1)
    if (isLast && found.errors.some(({ code }) => code === 'MissingQuotes'))
      rejectOpenQuote(rowNumber + found.data.length)
    const rows: ReadRow[] = []
    for (const cells of found.data) {
      rowNumber += 1
      if (cells.length > 1 || cells[0]?.trim()) rows.push({ cells, rowNumber })
    }
    return { rows, problems: [] }
  }
  return { read, columns: [] }
}

function rejectOpenQuote(rowNumber: number): never {
  throw new ApiError(
    'INVALID_ARGUMENT',
    `Row ${rowNumber}: missing closing quote. Fix the file, or import it as lines.`,
  )
}

function readJsonLines(): RowReader {
  const columns: string[] = []
  const indexByKey = new Map<string, number>()
  const toCells = (entries: readonly (readonly [string, unknown])[]): string[] => {
    const cells: string[] = []
    for (const [key, value] of entries) {
      const at = indexByKey.get(key) ?? columns.push(key) - 1
      indexByKey.set(key, at)
      cells[at] = toCell(value)
    }
    return Array.from(cells, (cell) => cell ?? '')
  }
  const lines = readLines((line, rowNumber) => {
    try {
      const value: unknown = JSON.parse(line)
      if (typeof value === 'string') return { cells: toCells([['text', value]]), rowNumber }
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return { cells: toCells(Object.entries(value)), rowNumber }
      return { rowNumber, reason: 'neither an object nor a string' }
    } catch {
      return { rowNumber, reason: 'not valid JSON' }
    }
  })
  return { ...lines, columns }
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Skips blank lines, but counts them for row numbers. */
function readLines(
  read: (line: string, rowNumber: number) => ReadRow | RowProblem,
): Omit<RowReader, 'columns'> {
  let rowNumber = 0
  return readSplit('\n', (blocks) => {
    const rows: ReadRow[] = []
    const problems: RowProblem[] = []
    for (const line of blocks) {
      rowNumber += 1
      if (!line.trim()) continue
      const found = read(line, rowNumber)
      if ('reason' in found) problems.push(found)
      else rows.push(found)
    }
    return { rows, problems }
  })
}

/** Text between two blank lines is one row. */
function readParagraphs(): RowReader {
  let rowNumber = 0
  const reader = readSplit(/\n[ \t]*\n/, (blocks) => {
    const texts = blocks.map((block) => block.trim()).filter(Boolean)
    const rows = texts.map((text) => {
      rowNumber += 1
      return { cells: [text], rowNumber }
    })
    return { rows, problems: [] }
  })
  return { ...reader, columns: [] }
}

/** The last block of a chunk may continue in the next one. */
function readSplit(
  separator: string | RegExp,
  parse: (blocks: readonly string[]) => Batch,
): Omit<RowReader, 'columns'> {
  let pending = ''
  return {
    read: ({ text, isLast }) => {
      const blocks = (pending + text).split(separator)
      pending = isLast ? '' : (blocks.pop() ?? '')
      if (pending.length > maxRowLength) {
        throw new ApiError(
          'INVALID_ARGUMENT',
          'This file has no line breaks, so it can’t be read as lines of text.',
        )
      }
      return parse(blocks)
    },
  }
}

/** Detects the encoding by the byte order mark; returns null without one. */
function readByteOrderMark(head: Uint8Array): TextEncoding | null {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Without a byte order mark, the encoding is UTF-8 if the file is valid UTF-8, otherwise Windows-1252. */
export async function findEncoding(file: Blob, onShare?: (share: number) => void): Promise<TextEncoding> {
  const marked = readByteOrderMark(new Uint8Array(await file.slice(0, 3).arrayBuffer()))
  if (marked) return marked
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const { bytes, share } of readChunks(file)) {
      decoder.decode(bytes, { stream: true })
      onShare?.(share)
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

interface TextChunk {
  readonly text: string
  /** The progress in the file, from 0 to 1. */
  readonly share: number
  readonly isLast: boolean
}

/** Removes the byte order mark. Throws if the file is not text. */
export async function* decodeText(file: Blob, encoding: TextEncoding): AsyncGenerator<TextChunk> {
  const decoder = new TextDecoder(encoding)
  // The second half of a line break may be in the next chunk.
  let pending = ''
  for await (const { bytes, share } of readChunks(file)) {
    const text = pending + decoder.decode(bytes, { stream: true })
    pending = text.endsWith('\r') ? '\r' : ''
    yield { text: joinBreaks(rejectZeros(pending ? text.slice(0, -1) : text)), share, isLast: false }
  }
  yield { text: joinBreaks(pending + decoder.decode()), share: 1, isLast: true }
}

function joinBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function rejectZeros(text: string): string {
  if (!text.includes('\0')) return text
  throw new ApiError('INVALID_ARGUMENT', 'This file isn’t readable text. Save it as UTF-8 and try again.')
}

const chunkLength = 256 * 1024

async function* readChunks(file: Blob): AsyncGenerator<{ bytes: Uint8Array; share: number }> {
  for (let at = 0; at < file.size; at += chunkLength) {
    const bytes = new Uint8Array(await file.slice(at, at + chunkLength).arrayBuffer())
    yield { bytes, share: Math.min(1, (at + bytes.length) / file.size) }
  }
}
