// Reads an exported set from a table (CSV, RFC 4180): texts, columns, and vectors as JSON or a column per number.
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { VectorSource } from '#shared/schemas/embedding-set'
import { UpstreamKind } from '#shared/schemas/upstream'
import {
  checkSameSettings,
  invalidFile,
  measureReading,
  prependItem,
  type ReadRow,
  type ReadSet,
  readTexts,
  readVector,
  readVectorText,
  toOrigin,
} from './new-set'
import { fixedColumns, nameCells, readNumberColumn } from './set-columns'

export async function readCsv(path: string, name: string): Promise<ReadSet> {
  const { onRead, share } = await measureReading(path)
  const records = readRecords(readTexts(path, onRead))
  const header = await records.next()
  const columns = readHeader(header.done ? [] : header.value.cells, basename(path))
  const first = await records.next()
  const stated = readStated(columns, first.done ? undefined : first.value)
  const { settings, upstream } = stated
  const cells = columns.cells.map(({ name: cell }) => cell)
  const rows = prependItem(first, records, (record) => readRow(columns, record, stated))
  return {
    name,
    settings,
    upstream: upstream ?? toOrigin(settings.model, path),
    columns: nameCells(cells, 0),
    rows,
    share,
  }
}

type Columns = ReturnType<typeof readHeader>

/** `numbers` are the columns with a number of the vector, `cells` the set's own. */
function readHeader(names: readonly string[], file: string) {
  const find = (column: keyof typeof fixedColumns) => names.indexOf(fixedColumns[column])
  const at = {
    text: find('text'),
    title: find('title'),
    model: find('model'),
    taskType: find('taskType'),
    outputDimensionality: find('outputDimensionality'),
    sentAs: find('sentAs'),
    provider: find('provider'),
    providerId: find('providerId'),
    providerUrl: find('providerUrl'),
    vector: find('vector'),
  }
  const numbered = names
    .map((name, index) => ({ number: readNumberColumn(name), index }))
    .filter((column) => column.number !== undefined)
    .sort((one, other) => (one.number ?? 0) - (other.number ?? 0))
  for (const needed of ['text', 'model'] as const) if (at[needed] < 0) throw lacks(file, fixedColumns[needed])
  if (at.vector < 0 && numbered.length === 0) throw lacks(file, fixedColumns.vector)
  if (numbered.some(({ number }, index) => number !== index))
    throw invalidFile(file, 'some of the columns embedding_0, embedding_1, … are missing')
  const known = new Set([...Object.values(at), ...numbered.map(({ index }) => index)])
  const cells = names.flatMap((name, index) => (known.has(index) ? [] : [{ name, at: index }]))
  return { count: names.length, at, numbers: numbered.map(({ index }) => index), cells }
}

function lacks(file: string, column: string): ApiError {
  const message = `${file} isn’t an exported set: it has no “${column}” column. To import texts without vectors, drop the file on a set’s table.`
  return new ApiError('INVALID_ARGUMENT', message)
}

function readSettings({ at }: Columns, record: TableRecord | undefined) {
  const read = (index: number) => record?.cells[index]?.trim() || null
  const dimensions = read(at.outputDimensionality)
  return {
    model: read(at.model) ?? '',
    taskType: read(at.taskType),
    outputDimensionality: dimensions === null ? null : Number(dimensions),
  }
}

function readStated(columns: Columns, record: TableRecord | undefined) {
  return { settings: readSettings(columns, record), upstream: readSource(columns, record) }
}

/** Null if the file does not name it, as in exports of earlier versions. */
function readSource({ at }: Columns, record: TableRecord | undefined): VectorSource | null {
  const read = (index: number) => record?.cells[index]?.trim() ?? ''
  const id = read(at.providerId)
  if (id === '') return null
  const known = [...UpstreamKind.options, 'imported'] as const
  const kind = known.find((each) => id === each || id.startsWith(`${each}-`) || id.startsWith(`${each}:`))
  const [address, model] = [read(at.providerUrl), read(at.sentAs)]
  return {
    kind: kind ?? 'service',
    id,
    label: read(at.provider),
    ...(address === '' ? {} : { address }),
    ...(model === '' ? {} : { model }),
  }
}

function readRow(columns: Columns, record: TableRecord, first: ReturnType<typeof readStated>): ReadRow {
  const location = `Line ${record.line}`
  const { at, cells, numbers, count } = columns
  if (record.cells.length !== count)
    throw invalidFile(
      location,
      `has ${record.cells.length.toLocaleString('en')} fields, but the header has ${count.toLocaleString('en')}`,
    )
  checkSameSettings(readStated(columns, record), first, location)
  const row = {
    text: record.cells[at.text],
    title: record.cells[at.title] || null,
    cells: cells.map((cell) => record.cells[cell.at] ?? ''),
  }
  const vector =
    at.vector >= 0
      ? readVectorText(record.cells[at.vector] ?? '', location)
      : readNumbers(
          numbers.map((number) => record.cells[number] ?? ''),
          location,
        )
  return { row, vector, location }
}

/** Shorter vectors leave the last columns empty. */
function readNumbers(texts: readonly string[], location: string): Float32Array | null {
  const end = texts.findIndex((text) => text.trim() === '')
  const filled = end < 0 ? texts : texts.slice(0, end)
  if (texts.slice(filled.length).some((text) => text.trim() !== ''))
    throw invalidFile(location, `embedding_${end} is empty`)
  return filled.length === 0 ? null : readVector(filled.map(Number), location)
}

export interface TableRecord {
  readonly cells: string[]
  /** The line it starts at, counted from 1. */
  readonly line: number
}

/** In characters: a vector of 65,536 numbers in one field may have 1,500,000. */
const maxFieldLength = 2_000_000

/** Skips empty lines. */
export async function* readRecords(
  texts: AsyncIterable<string>,
  delimiter = ',',
): AsyncGenerator<TableRecord> {
  let rest = ''
  let line = 1
  for await (const more of texts) {
    const text = rest + more
    const { records, end, nextLine } = splitRecords(text, line, delimiter)
    yield* records
    rest = text.slice(end)
    line = nextLine
  }
  const { records, end } = splitRecords(`${rest}\n`, line, delimiter)
  if (end === 0) throw invalidFile(`Line ${line}`, 'missing closing quotation mark')
  yield* records
}

const lineBreaks = /\r\n?|\n/g

/** Returns the records that end within the text, which starts at a line; `end` is where the next one starts. */
function splitRecords(text: string, firstLine: number, delimiter: string) {
  const fieldEnd = new RegExp(`[${delimiter}\\r\\n]`, 'g')
  const records: TableRecord[] = []
  let cells: string[] = []
  let [end, line, at] = [0, firstLine, 0]
  for (;;) {
    const field = readField(text, at, { line, fieldEnd })
    if (!field) break
    cells.push(field.value)
    at = field.end + 1
    if (text[field.end] === delimiter) continue
    if (text.startsWith('\r\n', field.end)) at += 1
    if (cells.length > 1 || cells[0] !== '') records.push({ cells, line })
    line += text.slice(end, at).match(lineBreaks)?.length ?? 0
    cells = []
    end = at
  }
  return { records, end, nextLine: line }
}

/** Returns undefined if the field may continue after the text. `end` is the separator after it. */
function readField(
  text: string,
  start: number,
  { line, fieldEnd }: { readonly line: number; readonly fieldEnd: RegExp },
) {
  let value = ''
  let at = start
  if (text[at] === '"') {
    let quote = at
    do {
      at = quote + 1
      quote = text.indexOf('"', at)
      value += text.slice(at, quote < 0 ? undefined : quote)
      if (value.length > maxFieldLength) throw tooLong(line)
      if (quote < 0 || quote === text.length - 1) return undefined
      if (text[quote + 1] === '"') value += '"'
      quote += 1
    } while (text[quote] === '"')
    at = quote
  }
  fieldEnd.lastIndex = at
  const end = fieldEnd.exec(text)?.index ?? text.length
  if (value.length + end - at > maxFieldLength) throw tooLong(line)
  const isComplete = end < text.length && !(text[end] === '\r' && end === text.length - 1)
  return isComplete ? { value: value + text.slice(at, end), end } : undefined
}

function tooLong(line: number): ApiError {
  const fault = 'a field is longer than 2,000,000 characters. A closing quotation mark may be missing'
  return invalidFile(`Line ${line}`, fault)
}
