// Reads the rows of a file: decodes its bytes, and splits them as a table, JSON lines, lines or paragraphs.
import { ApiError } from '#shared/schemas/api-error'
import { maxTextLength, type NewRow } from '#shared/schemas/embedding-set'
import {
  createJsonColumns,
  readLines,
  readRecords,
  type TableRecord,
  toCell,
} from '#shared/tables/table-reader'
import type { TableAnalysis, TextEncoding } from './table-options'

type RowFormat = Pick<TableAnalysis, 'form' | 'encoding' | 'delimiter'>

/** Rows that could not be read are skipped. */
interface RowProblem {
  readonly line: number
  readonly reason: string
}

/** Rows may differ in length. `names` are the columns of JSON rows, in order of appearance. */
export function openRows(
  file: Blob,
  { form, encoding, delimiter }: RowFormat,
  onShare: (share: number) => void,
) {
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
export async function findEncoding(file: Blob, onShare: (share: number) => void): Promise<TextEncoding> {
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
export async function* decodeText(
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
