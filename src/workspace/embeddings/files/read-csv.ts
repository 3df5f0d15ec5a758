// Reads an exported set from a table (CSV, RFC 4180): texts, columns, and vectors as JSON or a column per number.
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { type ReadRow, type ReadSet, readTexts, readVector, readVectorText } from './new-set'
import { fixedColumns, nameCells, readNumberColumn } from './set-columns'

export async function readCsv(path: string, name: string): Promise<ReadSet> {
  const records = readRecords(readTexts(path))[Symbol.asyncIterator]()
  const head = await records.next()
  const columns = readHead(head.done ? [] : head.value.cells, basename(path))
  const first = await records.next()
  const settings = readSettings(columns, first.done ? undefined : first.value)
  async function* rows(): AsyncGenerator<ReadRow> {
    try {
      for (let next = first; !next.done; next = await records.next())
        yield readRow(columns, next.value, settings)
    } finally {
      await records.return?.(undefined)
    }
  }
  return {
    name,
    settings,
    upstream: null,
    columns: nameCells(
      columns.cells.map(({ name: cell }) => cell),
      0,
    ),
    rows: rows(),
  }
}

interface Place {
  readonly name: string
  readonly at: number
}

interface Columns {
  readonly count: number
  readonly at: Readonly<Record<keyof typeof fixedColumns, number>>
  /** By their numbers. */
  readonly numbers: readonly number[]
  readonly cells: readonly Place[]
}

function readHead(names: readonly string[], file: string): Columns {
  const find = (name: string) => names.indexOf(name)
  const { text, title, model, taskType, outputDimensionality, vector } = fixedColumns
  const at = {
    text: find(text),
    title: find(title),
    model: find(model),
    taskType: find(taskType),
    outputDimensionality: find(outputDimensionality),
    vector: find(vector),
  }
  const numbered = names
    .map((name, place) => ({ number: readNumberColumn(name), place }))
    .filter((column) => column.number !== undefined)
    .sort((one, other) => (one.number ?? 0) - (other.number ?? 0))
  for (const needed of ['text', 'model'] as const) if (at[needed] < 0) throw lacks(file, fixedColumns[needed])
  if (at.vector < 0 && numbered.length === 0) throw lacks(file, vector)
  if (numbered.some(({ number }, index) => number !== index))
    throw new ApiError(
      'INVALID_ARGUMENT',
      `${file}: its columns embedding_0, embedding_1, … are not complete.`,
    )
  const known = new Set([...Object.values(at), ...numbered.map(({ place }) => place)])
  const cells = names.flatMap((name, place) => (known.has(place) ? [] : [{ name, at: place }]))
  return { count: names.length, at, numbers: numbered.map(({ place }) => place), cells }
}

function lacks(file: string, column: string): ApiError {
  const message = `${file} is no exported set: it has no column “${column}”. Texts without vectors are added to a set by dropping their file onto its table.`
  return new ApiError('INVALID_ARGUMENT', message)
}

interface StatedSettings {
  readonly model: string
  readonly taskType: string | null
  readonly outputDimensionality: number | null
}

function readSettings({ at }: Columns, record: TableRecord | undefined): StatedSettings {
  const read = (place: number) => record?.cells[place]?.trim() || null
  const dimensions = read(at.outputDimensionality)
  return {
    model: read(at.model) ?? '',
    taskType: read(at.taskType),
    outputDimensionality: dimensions === null ? null : Number(dimensions),
  }
}

function readRow(columns: Columns, record: TableRecord, settings: StatedSettings): ReadRow {
  const place = `Line ${record.line}`
  const { at, cells, numbers, count } = columns
  if (record.cells.length !== count)
    throw new ApiError(
      'INVALID_ARGUMENT',
      `${place}: it has ${record.cells.length} fields, and the first line has ${count}.`,
    )
  if (JSON.stringify(readSettings(columns, record)) !== JSON.stringify(settings))
    throw new ApiError(
      'INVALID_ARGUMENT',
      `${place}: its vector was made by another model or for another task than those before it.`,
    )
  const row = {
    text: record.cells[at.text],
    title: record.cells[at.title] || null,
    cells: cells.map((cell) => record.cells[cell.at] ?? ''),
  }
  const vector =
    at.vector >= 0
      ? readVectorText(record.cells[at.vector] ?? '', place)
      : readNumbers(
          numbers.map((number) => record.cells[number] ?? ''),
          place,
        )
  return { row, vector, place }
}

/** Shorter vectors leave their last columns empty. */
function readNumbers(texts: readonly string[], place: string): Float32Array | null {
  const end = texts.findIndex((text) => text.trim() === '')
  const filled = end < 0 ? texts : texts.slice(0, end)
  if (texts.slice(filled.length).some((text) => text.trim() !== ''))
    throw new ApiError('INVALID_ARGUMENT', `${place}: embedding_${end} is empty.`)
  return filled.length === 0 ? null : readVector(filled.map(Number), place)
}

interface TableRecord {
  readonly cells: string[]
  /** The line it begins at, from 1 on. */
  readonly line: number
}

/** Letters: a vector of 8,192 numbers in one field has some 100,000. */
const maxFieldLength = 1_000_000

/** Empty lines are none. */
export async function* readRecords(texts: AsyncIterable<string>): AsyncGenerator<TableRecord> {
  const reader = createReader()
  for await (const text of texts) yield* reader.read(text)
  yield* reader.end()
}

function createReader() {
  let cells: string[] = []
  let field = ''
  let quoted = false
  /** A quotation mark has closed the field, or is the first half of one within it. */
  let mayHaveClosed = false
  let afterReturn = false
  let afterQuotedReturn = false
  let line = 1
  let begun = 1

  const endField = () => {
    cells.push(field)
    field = ''
    quoted = false
    mayHaveClosed = false
  }
  const endRecord = (): TableRecord[] => {
    endField()
    const record = { cells, line: begun }
    cells = []
    begun = line
    return record.cells.length === 1 && record.cells[0] === '' ? [] : [record]
  }
  const add = (text: string) => {
    field += text
    if (field.length > maxFieldLength) throw tooLong(begun)
  }

  function* read(text: string): Generator<TableRecord> {
    let at = 0
    while (at < text.length) {
      const letter = text[at] ?? ''
      if (quoted && !mayHaveClosed) {
        const end = text.indexOf('"', at)
        const taken = text.slice(at, end < 0 ? undefined : end)
        add(taken)
        line += countBreaks(taken) - (afterQuotedReturn && taken.startsWith('\n') ? 1 : 0)
        afterQuotedReturn = taken.endsWith('\r')
        mayHaveClosed = end >= 0
        at = end < 0 ? text.length : end + 1
        continue
      }
      at += 1
      if (letter === '\n' && afterReturn) {
        afterReturn = false
        begun = line
        continue
      }
      afterReturn = letter === '\r'
      if (letter === '"' && mayHaveClosed) {
        add('"')
        mayHaveClosed = false
      } else if (letter === '"' && field === '' && !quoted) quoted = true
      else if (letter === ',') endField()
      else if (letter === '\n' || letter === '\r') {
        line += 1
        yield* endRecord()
      } else {
        mayHaveClosed = false
        quoted = false
        const end = findEnd(text, at)
        add(text.slice(at - 1, end))
        at = end
      }
    }
  }
  function* end(): Generator<TableRecord> {
    if (quoted && !mayHaveClosed) throw unclosed(begun)
    yield* endRecord()
  }
  return { read, end }
}

const special = /[",\r\n]/g

function findEnd(text: string, from: number): number {
  special.lastIndex = from
  return special.exec(text)?.index ?? text.length
}

function countBreaks(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0
}

function tooLong(line: number): ApiError {
  const message = `Line ${line}: a field has more than 1,000,000 characters. Perhaps a quotation mark is missing.`
  return new ApiError('INVALID_ARGUMENT', message)
}

function unclosed(line: number): ApiError {
  return new ApiError('INVALID_ARGUMENT', `Line ${line}: a quotation mark is missing at the end of a field.`)
}
