// Reads an exported set: a table (CSV), JSONL, or a NumPy array with the JSON file beside it.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { importedModel, toImportedSource, VectorSource } from '#shared/schemas/embedding-set'
import { UpstreamKind } from '#shared/schemas/upstream'
import { invalidFile, readLines, readRecords, type TableRecord } from '#shared/tables/table-reader'
import {
  check,
  maxDimensions,
  measureReading,
  parseJsonAt,
  type ReadRow,
  type ReadSet,
  readTexts,
} from './new-set'
import { notNumbers, openNpy } from './npy-array'
import { fixedColumns, Labels, nameCells, readNumberColumn } from './set-columns'

export async function readCsv(path: string, name: string): Promise<ReadSet> {
  const { onRead, share } = await measureReading(path)
  const records = readRecords(readTexts(path, onRead), ',')
  const header = await records.next()
  const columns = readHeader(header.done ? [] : header.value.cells, basename(path))
  const first = await records.next()
  const stated = readStated(columns, first.done ? undefined : first.value)
  const { settings, upstream } = stated
  const cells = columns.cells.map(({ name: cell }) => cell)
  const rows = prependItem(first, records, (record) => readCsvRow(columns, record, stated))
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
    .sort((a, b) => (a.number ?? 0) - (b.number ?? 0))
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

function readCsvSettings({ at }: Columns, record: TableRecord | undefined) {
  const read = (index: number) => record?.cells[index]?.trim() || null
  const dimensions = read(at.outputDimensionality)
  return {
    model: read(at.model) ?? '',
    taskType: read(at.taskType),
    outputDimensionality: dimensions === null ? null : Number(dimensions),
  }
}

function readStated(columns: Columns, record: TableRecord | undefined) {
  return { settings: readCsvSettings(columns, record), upstream: readSource(columns, record) }
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

function readCsvRow(columns: Columns, record: TableRecord, first: ReturnType<typeof readStated>): ReadRow {
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

const Line = z.object({
  text: z.string('must be a string'),
  title: z.string().nullish(),
  cells: z.record(z.string(), z.string()).optional(),
  model: z.string('must name the model of the vectors'),
  taskType: z.string().nullish(),
  outputDimensionality: z.number().nullish(),
  upstream: VectorSource.nullish(),
  embedding: z.unknown(),
})
type Line = z.infer<typeof Line>

interface ReadLine {
  readonly value: Line
  readonly location: string
}

export async function readJsonl(path: string, name: string): Promise<ReadSet> {
  const { onRead, share } = await measureReading(path)
  const lines = readValues(path, onRead)
  const first = await lines.next()
  if (first.done) throw new ApiError('INVALID_ARGUMENT', 'The file is empty.')
  const { value } = first.value
  const columns = Object.keys(value.cells ?? {})
  const settings = toSettings(value)
  const rows = prependItem(first, lines, (line) => readJsonlRow(line, columns, value))
  return { name, settings, upstream: value.upstream ?? toOrigin(value.model, path), columns, rows, share }
}

function toSettings({ model, taskType = null, outputDimensionality = null }: Line) {
  return { model, taskType, outputDimensionality }
}

function toStated(line: Line) {
  const { id, address, model } = line.upstream ?? {}
  return [toSettings(line), id, address, model]
}

function readJsonlRow({ value, location }: ReadLine, columns: readonly string[], first: Line): ReadRow {
  const { text, title = null, cells = {} } = value
  checkSameSettings(toStated(value), toStated(first), location)
  const unknown = Object.keys(cells).find((name) => !columns.includes(name))
  if (unknown !== undefined) throw invalidFile(location, `earlier lines have no “${unknown}” field`)
  const row = { text, title, cells: columns.map((name) => cells[name] ?? '') }
  return { row, vector: readVector(value.embedding, location), location }
}

async function* readValues(path: string, onRead: (bytes: number) => void): AsyncGenerator<ReadLine> {
  for await (const { text, line } of readLines(readTexts(path, onRead))) {
    const location = `Line ${line}`
    if (text.trim() !== '')
      yield { value: check(Line, parseJsonAt(text, location), location, 'it'), location }
  }
}

export async function readNpy(array: string, labelsPath: string): Promise<ReadSet> {
  const fileName = basename(array)
  const labels = await readLabels(labelsPath, fileName)
  const { settings, upstream, columns, name, dimensions } = labels
  const header = await openNpy(array)
  await header.close()
  if (header.dimensions !== dimensions) {
    const stated = `${basename(labelsPath)} gives ${dimensions}`
    throw invalidFile(fileName, `its vectors have ${header.dimensions} dimensions, but ${stated}`)
  }
  let done = 0
  async function* count() {
    for await (const row of readNpyRows(array, labels)) {
      done += 1
      yield row
    }
  }
  return { name, settings, upstream, columns, rows: count(), share: () => done / labels.rows.length }
}

async function readLabels(path: string, array: string): Promise<Labels> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new ApiError(
      'NOT_FOUND',
      `${array} has no texts: ${basename(path)} is missing from the same folder.`,
    )
  const fileName = basename(path)
  return check(Labels, parseJsonAt(text, fileName), fileName, 'it')
}

async function* readNpyRows(path: string, { rows }: Labels): AsyncGenerator<ReadRow> {
  const array = await openNpy(path)
  try {
    for (const [index, { vector, ...row }] of rows.entries()) {
      const location = `rows[${index}]`
      if (vector !== null && vector >= array.count)
        throw invalidFile(basename(path), `${location} refers to vector ${vector} of ${array.count}`)
      const found = vector === null ? null : await array.read(vector)
      yield { row, vector: found, ...(vector === null || found ? {} : { problem: notNumbers }), location }
    }
  } finally {
    await array.close()
  }
}

/** A file holds the vectors of a single model and task type. */
function checkSameSettings(found: unknown, settings: unknown, location: string): void {
  if (JSON.stringify(found) !== JSON.stringify(settings))
    throw invalidFile(location, 'its model, provider, or task type differs from earlier lines')
}

/** Yields the first item, which was read ahead, and the rest. Closes `items`. */
async function* prependItem<Item, Row>(
  first: IteratorResult<Item>,
  items: AsyncGenerator<Item>,
  toRow: (item: Item) => Row,
): AsyncGenerator<Row> {
  try {
    for (let next = first; !next.done; next = await items.next()) yield toRow(next.value)
  } finally {
    await items.return(undefined)
  }
}

/** A file that names no source may name the model of imported vectors; otherwise the origin is unknown. */
function toOrigin(model: string, path: string): VectorSource | null {
  return model === importedModel ? toImportedSource('', basename(path)) : null
}

/** Returns null if the value is missing; `location` begins the error message: `Line 7`. */
function readVector(value: unknown, location: string): Float32Array | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value) || value.length === 0)
    throw invalidFile(location, 'embedding must be an array of numbers')
  if (value.length > maxDimensions) throw invalidFile(location, 'embedding has more than 65,536 dimensions')
  const invalid = value.findIndex(
    (number) => typeof number !== 'number' || !Number.isFinite(Math.fround(number)),
  )
  if (invalid >= 0) throw invalidFile(location, `embedding[${invalid}] is not a number`)
  return Float32Array.from(value)
}

/** Parses a field of a table. */
function readVectorText(text: string, location: string): Float32Array | null {
  if (text.trim() === '') return null
  try {
    return readVector(JSON.parse(text), location)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw invalidFile(location, 'embedding must be an array of numbers, such as [0.1, -0.2]')
  }
}
