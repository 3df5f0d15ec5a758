// Reads the rows of a file: decodes its bytes, and splits them as a table, JSON lines, lines or paragraphs. Analyzes it first.
import { ApiError } from '#shared/schemas/api-error'
import { maxTextLength, type NewRow } from '#shared/schemas/embedding-set'
import {
  createJsonColumns,
  cutToLines,
  guessDelimiter,
  readLines,
  readRecords,
  type TableRecord,
  toCell,
} from '#shared/tables/table-reader'
import type { Anomaly, TableAnalysis, TableForm, TableFormat, TextEncoding } from './table-options'

type RowFormat = Pick<TableAnalysis, 'form' | 'encoding' | 'delimiter'>

/** Rows that could not be read are skipped. */
interface RowProblem {
  readonly line: number
  readonly reason: string
}

/** Rows may differ in length. `names` are the columns of JSON rows, in order of appearance. */
function openRows(file: Blob, { form, encoding, delimiter }: RowFormat, onShare: (share: number) => void) {
  const { names, toValues } = createJsonColumns()
  const readJson = (text: string, line: number): TableRecord | RowProblem => {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value !== 'string' && (typeof value !== 'object' || value === null || Array.isArray(value)))
        return { line, reason: 'neither an object nor a string' }
      const values = toValues(typeof value === 'string' ? { text: value } : value)
      return { line, cells: Array.from(values, toCell) }
    } catch {
      return { line, reason: 'not valid JSON' }
    }
  }
  async function* read(): AsyncGenerator<TableRecord | RowProblem> {
    const texts = decodeText(file, encoding, onShare)
    if (form === 'table') return yield* readTable(texts, delimiter)
    if (form === 'paragraphs') return yield* readParagraphs(texts)
    for await (const { text, line } of readLines(texts)) {
      const trimmed = text.trim()
      if (trimmed !== '') yield form === 'jsonl' ? readJson(trimmed, line) : { line, cells: [trimmed] }
    }
  }
  return { names, rows: read() }
}

async function* readTable(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<TableRecord> {
  try {
    for await (const record of readRecords(texts, delimiter))
      if (record.cells.length > 1 || record.cells[0]?.trim()) yield record
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.code, `${error.message} Fix the file, or import it as lines.`)
  }
}

/** Text between two blank lines is one row. */
async function* readParagraphs(texts: AsyncIterable<string>): AsyncGenerator<TableRecord> {
  let first = 1
  let lines: string[] = []
  for await (const { text, line } of readLines(texts)) {
    if (text.trim() !== '') {
      if (lines.length === 0) first = line
      lines.push(text)
    } else if (lines.length > 0) {
      yield { line: first, cells: [lines.join('\n').trim()] }
      lines = []
    }
  }
  if (lines.length > 0) yield { line: first, cells: [lines.join('\n').trim()] }
}

/** Without a byte order mark, the encoding is UTF-8 if the file is valid UTF-8, otherwise Windows-1252. */
async function findEncoding(file: Blob, onShare: (share: number) => void): Promise<TextEncoding> {
  const marked = readByteOrderMark(new Uint8Array(await file.slice(0, 3).arrayBuffer()))
  if (marked) return marked
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  const check = (bytes?: Uint8Array) => {
    try {
      decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      isUtf8 = false
    }
  }
  for await (const { bytes, share } of readChunks(file)) {
    if (bytes.includes(0))
      throw new ApiError('INVALID_ARGUMENT', 'This file isn’t readable text. Save it as UTF-8 and try again.')
    if (isUtf8) check(bytes)
    onShare(share)
  }
  if (isUtf8) check()
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

function readByteOrderMark([first, second, third]: Uint8Array): TextEncoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Removes the byte order mark, and joins line breaks of two characters. */
async function* decodeText(
  file: Blob,
  encoding: TextEncoding,
  onShare: (share: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  // The second half of a line break may be in the next chunk.
  let pending = ''
  for await (const { bytes, share } of readChunks(file)) {
    const text = pending + decoder.decode(bytes, { stream: true })
    pending = text.endsWith('\r') ? '\r' : ''
    onShare(share)
    yield joinBreaks(pending ? text.slice(0, -1) : text)
  }
  yield joinBreaks(pending + decoder.decode())
}

function joinBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

const chunkLength = 256 * 1024

/** `share` is the progress in the file, from 0 to 1. */
async function* readChunks(file: Blob): AsyncGenerator<{ bytes: Uint8Array; share: number }> {
  for (let at = 0; at < file.size; at += chunkLength) {
    const bytes = new Uint8Array(await file.slice(at, at + chunkLength).arrayBuffer())
    yield { bytes, share: Math.min(1, (at + bytes.length) / file.size) }
  }
}

export interface ReadRowsOptions extends RowFormat {
  readonly hasHead: boolean
  readonly text: number
  readonly title: number | null
  /** The file's column for each column of the set. */
  readonly sources: readonly (number | null)[]
  /** The maximum number of rows to import. */
  readonly maxRows: number
}

export interface RowSlice {
  readonly rows: readonly NewRow[]
  /** The progress in the file, from 0 to 1. */
  readonly share: number
}

/** Counts of rows and titles that are not imported completely. */
export interface ImportLosses {
  /** Texts that are too long. */
  tooLong: number
  truncatedTitles: number
  /** Rows beyond the limit. */
  overLimit: number
}

const maxSliceRows = 2000
const maxSliceCharacters = 1_000_000
const maxTitleLength = 2000

/** Reads the rows of a file as rows of a set, in slices. */
export async function* readTableRows(
  file: Blob,
  options: ReadRowsOptions,
): AsyncGenerator<RowSlice, ImportLosses> {
  const losses: ImportLosses = { tooLong: 0, truncatedTitles: 0, overLimit: 0 }
  let [share, characters, added] = [0, 0, 0]
  let isHead = options.hasHead
  let slice: NewRow[] = []
  const { rows } = openRows(file, options, (next) => {
    share = next
  })
  for await (const read of rows) {
    if ('reason' in read) continue
    const row = isHead ? null : makeRow(read.cells, options, losses)
    isHead = false
    if (!row) continue
    if (added >= options.maxRows) {
      losses.overLimit += 1
      continue
    }
    added += 1
    characters += row.text.length
    slice.push(row)
    if (slice.length < maxSliceRows && characters < maxSliceCharacters) continue
    yield { rows: slice, share }
    slice = []
    characters = 0
  }
  if (slice.length > 0) yield { rows: slice, share: 1 }
  return losses
}

/** Returns null if the text is too long. */
function makeRow(
  cells: readonly string[],
  { text: textColumn, title: titleColumn, sources }: ReadRowsOptions,
  losses: ImportLosses,
): NewRow | null {
  const text = cells[textColumn] ?? ''
  const title = (titleColumn === null ? '' : (cells[titleColumn] ?? '')).trim()
  if (text.length > maxTextLength) {
    losses.tooLong += 1
    return null
  }
  if (title.length > maxTitleLength) losses.truncatedTitles += 1
  return {
    text,
    title: title ? title.slice(0, maxTitleLength) : null,
    cells: sources.map((source) => (source === null ? '' : (cells[source] ?? ''))),
  }
}

const sampleLength = 30
const sampleCell = 400
const maxListedLines = 3

export async function analyzeTable(
  file: Blob,
  { form, delimiter: requested }: TableFormat,
  onShare: (share: number) => void,
): Promise<TableAnalysis> {
  const encoding = await findEncoding(file, (share) => onShare(share * 0.3))
  const delimiter = requested ?? guessDelimiter(cutToLines(await readStart(file, encoding), 64 * 1024))
  const { names, rows } = openRows(file, { form, encoding, delimiter }, (share) => onShare(0.3 + share * 0.7))
  const tally = createTally(form)
  for await (const row of rows) {
    if ('reason' in row) tally.addProblem(row.line, row.reason)
    else tally.addRow(row)
  }
  return { form, encoding, delimiter, ...tally.read(), names }
}

async function readStart(file: Blob, encoding: TableAnalysis['encoding']): Promise<string> {
  for await (const text of decodeText(file, encoding, () => undefined)) return text
  return ''
}

function createTally(form: TableForm) {
  const sample: string[][] = []
  const sums: number[] = []
  const [shorter, longer, huge] = [createAnomaly(), createAnomaly(), createAnomaly()]
  const unreadable = new Map<string, ReturnType<typeof createAnomaly>>()
  let [rows, firstRowLength] = [0, 0]
  return {
    addRow({ cells, line }: TableRecord) {
      rows += 1
      if (rows === 1) firstRowLength = cells.length
      if (form === 'table' && cells.length < firstRowLength) shorter.add(line)
      if (form === 'table' && cells.length > firstRowLength) longer.add(line)
      if (cells.some((cell) => cell.length > maxTextLength)) huge.add(line)
      cells.forEach((cell, at) => {
        sums[at] = (sums[at] ?? 0) + cell.length
      })
      if (sample.length < sampleLength) sample.push(cells.map((cell) => cell.slice(0, sampleCell)))
    },
    addProblem(line: number, reason: string) {
      const same = unreadable.get(reason) ?? createAnomaly()
      unreadable.set(reason, same)
      same.add(line)
    },
    read: () => ({
      rows,
      width: sums.length,
      sample,
      hasHead: form === 'table' && looksLikeHead(sample),
      lengths: Array.from(sums, (sum) => (sum ?? 0) / Math.max(1, rows)),
      shorter: shorter.read(),
      longer: longer.read(),
      huge: huge.read(),
      unreadable: Array.from(unreadable, ([reason, found]) => ({ reason, ...found.read() })),
    }),
  }
}

function createAnomaly() {
  const lines: number[] = []
  let count = 0
  return {
    add(line: number) {
      count += 1
      if (lines.length < maxListedLines) lines.push(line)
    },
    read: (): Anomaly => ({ count, lines }),
  }
}

/** Any short text could name a single column, so only usual names count there. */
const columnName =
  /^(id|texts?|titles?|names?|labels?|words?|sentences?|phrases?|contents?|documents?|body|descriptions?|questions?|answers?|prompts?|quer(y|ies)|comments?|reviews?|tweets?|messages?|chunks?|captions?|keywords?|products?|items?|topics?|summar(y|ies)|abstracts?|[a-z]+_[a-z_]+)$/i

/** Column names are short and distinct, and neither numbers nor sentences. */
export function looksLikeHead([first, ...others]: readonly (readonly string[])[]): boolean {
  if (!first || others.length === 0) return false
  const isName = (cell: string) =>
    cell.trim() !== '' && cell.length <= 40 && Number.isNaN(Number(cell)) && !/[.!?]$/.test(cell.trim())
  const [only = ''] = first
  if (first.length === 1 && !columnName.test(only.trim())) return false
  return first.every(isName) && new Set(first).size === first.length
}
