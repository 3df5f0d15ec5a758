// Reads tables from texts that arrive in chunks: records of CSV and TSV (RFC 4180), lines, and JSON objects.
import { ApiError } from '../schemas/api-error'

/** `location` begins the error message: `Line 7`. */
export function invalidFile(location: string, fault: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', `${location}: ${fault}.`)
}

/** In characters, of a line or a record: it is read again with each chunk until it ends. */
const maxLength = 4_000_000

function rejectLong(rest: string, line: number) {
  if (rest.length > maxLength) throw invalidFile(`Line ${line}`, 'longer than 4,000,000 characters')
}

export interface TextLine {
  readonly text: string
  /** Counted from 1. */
  readonly line: number
}

/** The last line may have no line break. A carriage return at the end of a line stays. */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let rest = ''
  let line = 0
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    rejectLong(rest, line + lines.length + 1)
    for (const complete of lines) yield { text: complete, line: ++line }
  }
  if (rest !== '') yield { text: rest, line: line + 1 }
}

export interface TableRecord {
  readonly cells: readonly string[]
  /** The line it starts at, counted from 1. */
  readonly line: number
}

/** In characters: a vector of 65,536 numbers in one field may have 1,500,000. */
const maxFieldLength = 2_000_000

/** Skips empty lines. */
export async function* readRecords(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<TableRecord> {
  let rest = ''
  let line = 1
  for await (const more of texts) {
    const text = rest + more
    const { records, end, nextLine } = splitRecords(text, line, delimiter)
    yield* records
    rest = text.slice(end)
    line = nextLine
    rejectLong(rest, line)
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
    const field = readField(text, at, line, fieldEnd)
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
function readField(text: string, start: number, line: number, fieldEnd: RegExp) {
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

/** In the order in which they are tried. */
export const delimiters = ['\t', ';', ',', '|'] as const

const maxHeadRecords = 20

/** The first records of a text, without blank ones; the last one may be incomplete. */
export function splitHead(head: string, delimiter: string): (readonly string[])[] {
  return splitRecords(`${head}\n`, 1, delimiter)
    .records.map(({ cells }) => cells)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, maxHeadRecords)
}

/** The delimiter that splits most of the first records into as many cells as the first one. */
export function guessDelimiter(head: string): string {
  let best = { delimiter: ',', share: 0 }
  for (const delimiter of delimiters) {
    const records = splitHead(head, delimiter)
    const width = records[0]?.length ?? 0
    const share = width > 1 ? records.filter(({ length }) => length === width).length / records.length : 0
    if (share > best.share) best = { delimiter, share }
  }
  return best.delimiter
}

/** The whole lines within the first `max` characters; the characters themselves if these are one line. */
export function cutToLines(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  return head.slice(0, head.lastIndexOf('\n') + 1) || head
}

/** Columns are the keys of JSON objects, in the order in which they first appear; `names` grows. */
export function createJsonColumns() {
  const names: string[] = []
  const indexes = new Map<string, number>()
  return {
    names,
    /** By column, with gaps. Values that are not objects are labels. */
    toValues(value: unknown): unknown[] {
      const values: unknown[] = []
      for (const [name, each] of flatten(value)) {
        const index = indexes.get(name) ?? names.push(name) - 1
        indexes.set(name, index)
        values[index] = each
      }
      return values
    },
  }
}

/** `metadata: { topic }` becomes `metadata.topic`. */
function flatten(value: unknown, prefix = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[prefix || 'Label', value]]
  return Object.entries(value).flatMap(([name, each]) =>
    flatten(each, prefix === '' ? name : `${prefix}.${name}`),
  )
}

export function toCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const textNames = [
  /^(text|content|document|body|sentence|passage|chunk|page_content|question|prompt|query|input|description)s?$/i,
  /(text|content|document)$/i,
]
const titleNames = /^(title|name|heading|headline)$/i

/** Finds the column of the texts by its name, otherwise takes that with the longest ones; `lengths` are by column. */
export function guessColumns(names: readonly string[], lengths: readonly number[]) {
  const named = textNames.map((each) => names.findIndex((name) => each.test(name))).find((at) => at >= 0)
  // Not Math.max(…), because there may be more columns than a function can have arguments.
  const maxLength = lengths.reduce((max, length) => Math.max(max, length), 0)
  const text = named ?? Math.max(0, lengths.indexOf(maxLength))
  const title = names.findIndex((name, at) => at !== text && titleNames.test(name))
  return { text, title: title >= 0 ? title : null }
}
