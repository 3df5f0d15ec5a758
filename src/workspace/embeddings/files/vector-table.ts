// Tables of other programs: CSV, TSV, JSONL, and lists of labels, with any columns, read as a stream.
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import {
  createJsonColumns,
  cutToLines,
  guessDelimiter,
  invalidFile,
  readLines,
  readRecords,
} from '#shared/tables/table-reader'
import { maxDimensions, parseJsonAt, readTexts } from './new-set'

export interface ReadRecord {
  readonly values: readonly unknown[]
  /** For error messages: `Line 7`. */
  readonly location: string
}

export interface VectorTable {
  /** In JSONL it grows while records are read. */
  readonly names: readonly string[]
  readonly read: (onRead?: (bytes: number) => void) => AsyncGenerator<ReadRecord>
}

/** Throws if the file has another format. */
export async function openTable(path: string): Promise<VectorTable> {
  const extension = extname(path).toLowerCase()
  if (extension === '.jsonl' || extension === '.ndjson') return openJsonl(path)
  if (!['.csv', '.tsv', '.txt'].includes(extension)) {
    const message = `${basename(path)} has no format that can be imported. Choose an NPY, CSV, TSV, or JSONL file.`
    throw new ApiError('INVALID_ARGUMENT', message)
  }
  const delimiter = extension === '.tsv' ? '\t' : await guessFileDelimiter(path)
  const table = openRecords(path, delimiter)
  const [first] = await readFirst(table.read(), 1)
  if (!first) throw invalidFile(basename(path), 'the file is empty')
  const cells = first.values.map(String)
  const hasHead = !cells.some((cell) => parseVectorText(cell) !== undefined)
  return toTable(cells, hasHead, table.read)
}

/** Opens labels of `count` vectors: a table with as many rows, or with one more, which is its header. */
export async function openLabels(path: string, count: number): Promise<VectorTable> {
  const extension = extname(path).toLowerCase()
  const table =
    extension === '.json'
      ? await openJsonArray(path)
      : extension === '.txt' || extension === '.tsv'
        ? openLines(path, extension === '.tsv')
        : extension === '.csv'
          ? openRecords(path, await guessFileDelimiter(path))
          : await openTable(path)
  let [rows, first] = [0, [] as readonly unknown[]]
  for await (const { values } of table.read()) {
    if (rows === 0) first = values
    rows += 1
  }
  const isTable = ['.txt', '.tsv', '.csv'].includes(extension)
  if (isTable && (rows === count || rows === count + 1))
    return toTable(first.map(String), rows === count + 1, table.read)
  if (rows === count) return table
  const message = `${basename(path)} has ${number(rows)} rows, but there are ${number(count)} vectors. Choose the labels that belong to these vectors.`
  throw new ApiError('INVALID_ARGUMENT', message)
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function toTable(first: readonly string[], hasHead: boolean, readAll: VectorTable['read']): VectorTable {
  return {
    names: hasHead ? first : first.map((_, index) => (first.length === 1 ? 'Label' : `Column ${index + 1}`)),
    async *read(onRead) {
      let isHead = hasHead
      for await (const record of readAll(onRead)) {
        if (!isHead) yield record
        isHead = false
      }
    },
  }
}

/** Labels as the Projector writes them: tabs separate cells, and quotation marks have no meaning. */
function openLines(path: string, hasTabs: boolean): VectorTable {
  return {
    names: [],
    async *read(onRead) {
      for await (const { text, line } of readLines(readTexts(path, onRead))) {
        const label = text.replace(/\r$/, '')
        yield { values: hasTabs ? label.split('\t') : [label], location: `Line ${line}` }
      }
    },
  }
}

function openRecords(path: string, delimiter: string): VectorTable {
  return {
    names: [],
    async *read(onRead) {
      for await (const { cells, line } of readRecords(readTexts(path, onRead), delimiter))
        yield { values: cells, location: `Line ${line}` }
    },
  }
}

function openJsonl(path: string): VectorTable {
  return toRecords(async function* (onRead) {
    for await (const { text, line } of readLines(readTexts(path, onRead))) {
      const location = `Line ${line}`
      if (text.trim() !== '') yield { value: parseJsonAt(text, location), location }
    }
  })
}

async function openJsonArray(path: string): Promise<VectorTable> {
  const name = basename(path)
  const values = parseJsonAt(await readFile(path, 'utf8'), name)
  if (!Array.isArray(values)) throw invalidFile(name, 'must be an array of labels')
  return toRecords(async function* () {
    for (const [index, value] of values.entries()) yield { value, location: `${name}[${index}]` }
  })
}

type ReadValues = (
  onRead?: (bytes: number) => void,
) => AsyncGenerator<{ readonly value: unknown; readonly location: string }>

function toRecords(readValues: ReadValues): VectorTable {
  const { names, toValues } = createJsonColumns()
  return {
    names,
    async *read(onRead) {
      for await (const { value, location } of readValues(onRead)) yield { values: toValues(value), location }
    },
  }
}

export async function readFirst<Item>(items: AsyncGenerator<Item>, count: number): Promise<Item[]> {
  const first: Item[] = []
  // Leaving the loop closes the file.
  for await (const item of items) if (first.push(item) >= count) break
  return first
}

export async function readFirstLine(path: string): Promise<string> {
  const [first] = await readFirst(readLines(readTexts(path)), 1)
  return first?.text.replace(/\r$/, '') ?? ''
}

async function guessFileDelimiter(path: string): Promise<string> {
  const [head = ''] = await readFirst(readTexts(path), 1)
  return guessDelimiter(cutToLines(head, 200_000))
}

export interface VectorColumn {
  readonly name: string
  /** Index of the column, or of one column for each number. */
  readonly at: readonly number[]
  readonly dimensions: number
}

/** Finds the columns with vectors by the first rows. */
export function findVectorColumns(names: readonly string[], sample: readonly ReadRecord[]): VectorColumn[] {
  const spread = findSpread(names, sample)
  const single = names.flatMap((name, at): VectorColumn[] => {
    const found = sample.map(({ values }) => parseVector(values[at])).find((each) => each !== undefined)
    return found ? [{ name, at: [at], dimensions: found.length }] : []
  })
  return [...single, ...spread].sort((a, b) => rank(b) - rank(a))
}

export const vectorName = /embed|vector|values/i

function rank({ name, dimensions }: VectorColumn): number {
  return (vectorName.test(name) ? 1e6 : 0) + dimensions
}

/** Finds columns such as `dim_0`, `dim_1`, …, with a number in each. */
function findSpread(names: readonly string[], sample: readonly ReadRecord[]): VectorColumn[] {
  const byPrefix = new Map<string, number[]>()
  for (const [at, name] of names.entries()) {
    const [, prefix = '', digits = ''] = /^(\D*?)(\d{1,5})$/.exec(name) ?? []
    if (digits !== '') byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), at])
  }
  return [...byPrefix].flatMap(([prefix, found]): VectorColumn[] => {
    const numbers = found.map((at) => Number(names[at]?.slice(prefix.length)))
    const isRun = numbers.every((each, index) => each === index + (numbers[0] ?? 0)) && (numbers[0] ?? 2) < 2
    const isNumeric = sample.some(({ values }) => found.every((at) => isNumber(values[at])))
    if (found.length < 2 || !isRun || !isNumeric) return []
    return [{ name: `${names[found[0] ?? 0]} to ${numbers.at(-1)}`, at: found, dimensions: found.length }]
  })
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && isNumeric(value))
}

export function isNumeric(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

function parseVector(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.length > 0 && typeof value[0] === 'number' ? value : undefined
  return typeof value === 'string' ? parseVectorText(value) : undefined
}

/** Fewer numbers without brackets may be a date or a version. */
export const minPlainNumbers = 8

/** Parses `[0.1, 0.2]`, `(0.1 0.2)`, or a list without brackets. Returns undefined for other texts. */
function parseVectorText(text: string): readonly string[] | undefined {
  const trimmed = text.trim()
  const isBracketed = /^[[(].*[\])]$/s.test(trimmed)
  const numbers = (isBracketed ? trimmed.slice(1, -1) : trimmed).trim().split(/[\s,;]+/)
  if (numbers.length < (isBracketed ? 1 : minPlainNumbers)) return undefined
  return isNumeric(numbers[0] ?? '') && isNumeric(numbers.at(-1) ?? '') ? numbers : undefined
}

/** Returns null if the row has no vector. Throws with the location of a value that is not a number. */
export function readVectorOf(
  { values, location }: ReadRecord,
  { name, at, dimensions }: VectorColumn,
): Float32Array | null {
  const [only = 0] = at
  const isSpread = at.length > 1
  const found = isSpread ? at.map((each) => values[each]) : values[only]
  if (isSpread ? (found as unknown[]).every(isBlank) : isBlank(found)) return null
  const numbers = isSpread ? (found as unknown[]) : parseVector(found)
  if (!numbers) throw invalidFile(location, `“${name}” must be an array of numbers, such as [0.1, -0.2]`)
  if (numbers.length > maxDimensions)
    throw invalidFile(location, `“${name}” has more than ${number(maxDimensions)} dimensions`)
  if (numbers.length !== dimensions) {
    const expected = `the first vector has ${number(dimensions)}`
    throw invalidFile(location, `“${name}” has ${number(numbers.length)} dimensions, but ${expected}`)
  }
  return toFloats(numbers, (index) =>
    invalidFile(location, `“${name}” has a value that isn’t a number at index ${index}`),
  )
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Throws what `explain` returns for the index of a value that is not a number. */
export function toFloats(numbers: readonly unknown[], explain: (index: number) => ApiError): Float32Array {
  const vector = new Float32Array(numbers.length)
  for (const [index, value] of numbers.entries()) {
    const isWritten = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    vector[index] = isWritten ? Number(value) : Number.NaN
    if (!Number.isFinite(vector[index])) throw explain(index)
  }
  return vector
}
