// Opens vectors that other programs have made: a matrix with its labels, or a table with a column of vectors.
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import {
  importedModel,
  maxRows,
  type OpenedVectors,
  toImportedSource,
  type VectorChoice,
} from '#shared/schemas/embedding-set'
import { guessColumns, invalidFile, readLines, toCell } from '#shared/tables/table-reader'
import { maxDimensions, measureReading, type ReadRow, type ReadSet, readTexts } from './new-set'
import { notNumbers, openNpy } from './npy-array'
import { nameCells } from './set-columns'
import {
  findVectorColumns,
  isNumeric,
  minPlainNumbers,
  openLabels,
  openTable,
  type ReadRecord,
  readFirst,
  readFirstLine,
  readVectorOf,
  toFloats,
  type VectorColumn,
  type VectorTable,
  vectorName,
} from './vector-table'

export interface VectorFiles extends Omit<OpenedVectors, 'id' | 'isSet'> {
  readonly toSet: (choice: VectorChoice) => Promise<ReadSet>
}

const sampleLength = 8

/** Takes the file with the vectors and that with their labels, in any order. Throws if one cannot be imported. */
export async function openVectorFiles(paths: readonly string[], findsLabels = true): Promise<VectorFiles> {
  if (paths.length > 2) throw invalid('Choose one file with vectors, or two: the vectors and their labels.')
  const matrices = await Promise.all(paths.map(openMatrix))
  const at = matrices.findIndex((each) => each !== undefined)
  const matrix = matrices[at]
  if (matrix) {
    if (matrices.every((each) => each !== undefined) && paths.length > 1)
      throw invalid('Both files have vectors. Choose one, with the file of its labels.')
    const labelsPath = paths.find((_, index) => index !== at)
    const found = findsLabels && labelsPath === undefined ? await findLabels(matrix) : undefined
    const labels = labelsPath === undefined ? found : await open(labelsPath, matrix.count)
    return describeMatrix(matrix, labels)
  }
  if (paths.length > 1) {
    const [one = '', other = ''] = paths.map((path) => basename(path))
    throw invalid(
      `${one} and ${other} don’t fit together. Choose one file with a column of vectors, or a matrix (NPY or TSV) with its labels.`,
    )
  }
  return describeTable(paths[0] ?? '')
}

function invalid(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}

interface Matrix {
  readonly path: string
  readonly count: number
  readonly dimensions: number
  /** Null if a value is not a number. */
  readonly read: () => AsyncGenerator<Float32Array | null>
}

const textExtensions = ['.tsv', '.csv', '.txt']

/** Returns undefined if the file is no matrix. */
async function openMatrix(path: string): Promise<Matrix | undefined> {
  const extension = extname(path).toLowerCase()
  if (extension === '.npz')
    throw invalid(`${basename(path)} is an archive. Extract it, and choose the NPY file with the vectors.`)
  if (extension === '.npy') return openNpyMatrix(path)
  return textExtensions.includes(extension) ? openTextMatrix(path) : undefined
}

async function openNpyMatrix(path: string): Promise<Matrix> {
  const array = await openNpy(path)
  await array.close()
  async function* read() {
    const { read: readVector, close } = await openNpy(path)
    try {
      for (let at = 0; at < array.count; at += 1) yield await readVector(at)
    } finally {
      await close()
    }
  }
  return limitRows({ path, count: array.count, dimensions: array.dimensions, read })
}

/** Numbers without a header, one vector a line, as the Projector reads them. */
async function openTextMatrix(path: string): Promise<Matrix | undefined> {
  const head = await readMatrixHead(path)
  if (!head) return undefined
  const { delimiter, dimensions } = head
  if (dimensions > maxDimensions) throw invalidFile('Line 1', 'has more than 65,536 numbers')
  async function* lines() {
    for await (const { text, line } of readLines(readTexts(path)))
      if (text.trim() !== '') yield { text, line }
  }
  let count = 0
  for await (const _ of lines()) count += 1
  async function* read() {
    for await (const { text, line } of lines()) {
      const numbers = text.trim().split(delimiter)
      const location = `${basename(path)}, line ${line}`
      if (numbers.length !== dimensions)
        throw invalidFile(location, `has ${numbers.length} numbers, but line 1 has ${dimensions}`)
      yield toFloats(numbers, (index) =>
        invalidFile(location, `“${numbers[index]}” isn’t a number (column ${index + 1})`),
      )
    }
  }
  return limitRows({ path, count, dimensions, read })
}

/** Returns undefined if the first line is not a vector. */
async function readMatrixHead(path: string): Promise<{ delimiter: string; dimensions: number } | undefined> {
  const first = await readFirstLine(path)
  const delimiter = ['\t', ',', ';', ' '].find((each) => first.trim().split(each).length > 1)
  const cells = delimiter === undefined ? [] : first.trim().split(delimiter)
  if (delimiter === undefined || !cells.every(isNumeric) || isNumbering(cells)) return undefined
  return { delimiter, dimensions: cells.length }
}

/** True if the file has nothing but vectors, or should have; false if it cannot be read as text. */
export async function isMatrixFile(path: string): Promise<boolean> {
  const extension = extname(path).toLowerCase()
  if (extension === '.npy' || extension === '.npz') return true
  if (!textExtensions.includes(extension)) return false
  return (await readMatrixHead(path).catch(() => undefined)) !== undefined
}

/** A column of a table may also have dates, versions or positions. */
export function isLikelyVector({ name, dimensions }: Pick<VectorColumn, 'name' | 'dimensions'>): boolean {
  return dimensions >= minPlainNumbers || vectorName.test(name)
}

/** True for a header of column numbers: 0, 1, 2, … */
function isNumbering(cells: readonly string[]): boolean {
  const [first] = cells
  return (
    cells.length > 3 &&
    (first === '0' || first === '1') &&
    cells.every((cell, at) => Number(cell) === Number(first) + at)
  )
}

function limitRows(matrix: Matrix): Matrix {
  if (matrix.count <= maxRows) return matrix
  const message = `${basename(matrix.path)} has ${matrix.count.toLocaleString('en')} vectors. A set can have up to ${maxRows.toLocaleString('en')}.`
  throw new ApiError('PAYLOAD_TOO_LARGE', message)
}

interface Labels {
  readonly path: string
  readonly table: VectorTable
}

async function open(path: string, count: number): Promise<Labels> {
  return { path, table: await openLabels(path, count) }
}

/** Finds labels beside the matrix, by their usual names. A file with another number of rows is not theirs. */
async function findLabels({ path, count }: Matrix): Promise<Labels | undefined> {
  const stem = basename(path, extname(path)).toLowerCase()
  const base = stem.replace(/[-_.]?(vectors?|tensors?|embeddings?)$/, '')
  const stems = [
    stem,
    ...['metadata', 'labels'].flatMap((each) =>
      ['.', '_', '-'].flatMap((sign) => [stem + sign + each, base + sign + each]),
    ),
    'metadata',
    'labels',
  ]
  const rank = (name: string) => stems.indexOf(basename(name, extname(name)).toLowerCase())
  const names = (await readdir(dirname(path)).catch(() => []))
    .filter((name) => /\.(tsv|csv|txt|jsonl|json)$/i.test(name) && rank(name) >= 0 && name !== basename(path))
    .sort((a, b) => rank(a) - rank(b))
  for (const name of names) {
    const labels = await open(join(dirname(path), name), count).catch(() => undefined)
    if (labels) return labels
  }
  return undefined
}

async function describeMatrix(matrix: Matrix, labels: Labels | undefined): Promise<VectorFiles> {
  const { path, count, dimensions } = matrix
  const table = labels?.table
  const records = table ? await readFirst(table.read(), sampleLength) : []
  const vectors = await readFirst(matrix.read(), sampleLength)
  const names = table?.names ?? []
  const kinds = names.map((_, at) => at)
  return {
    files: [path, ...(labels ? [labels.path] : [])].map((each) => basename(each)),
    isMatrix: true,
    rows: count,
    vectors: [{ name: '', dimensions }],
    columns: [...names],
    sample: vectors.map((vector, at) => ({
      cells: kinds.map((kind) => shorten(toCell(records[at]?.values[kind]))),
      vectors: [vector ? preview([...vector.subarray(0, 8)], vector.length) : 'Not a number'],
    })),
    guess: guessChoice(names, records, kinds),
    toSet: async (choice) => {
      let done = 0
      async function* read() {
        const records = table?.read()
        try {
          for await (const vector of matrix.read()) {
            const next = await records?.next()
            const record = next?.value ?? { values: [], location: `Vector ${done + 1}` }
            done += 1
            yield { record, vector, problem: notNumbers }
          }
        } finally {
          await records?.return(undefined)
        }
      }
      return toReadSet(path, { table, kinds, choice, read: read(), share: () => done / count })
    },
  }
}

async function describeTable(path: string): Promise<VectorFiles> {
  const table = await openTable(path)
  const sample = await readFirst(table.read(), 100)
  const vectors = findVectorColumns(table.names, sample)
  if (vectors.length === 0) throw noVectors(path)
  const used = new Set(vectors.flatMap(({ at }) => (at.length > 1 ? at : at.slice(0, 1))))
  const kinds = table.names.flatMap((_, at) => (used.has(at) ? [] : [at]))
  if (kinds.length > maxColumns) throw tooManyColumns(path)
  const columnNames = kinds.map((at) => table.names[at] ?? '')
  return {
    files: [basename(path)],
    isMatrix: false,
    rows: null,
    vectors: vectors.map(({ name, dimensions }) => ({ name, dimensions })),
    columns: columnNames,
    sample: sample.slice(0, sampleLength).map(({ values }) => ({
      cells: kinds.map((at) => shorten(toCell(values[at]))),
      vectors: vectors.map((column) => previewOf(values, column)),
    })),
    guess: guessChoice(columnNames, sample, kinds),
    toSet: async (choice) => {
      const column = vectors[choice.vector] ?? vectors[0]
      if (!column) throw noVectors(path)
      const { onRead, share } = await measureReading(path)
      async function* read() {
        for await (const record of table.read(onRead))
          yield { record, vector: readVectorOf(record, column as VectorColumn) }
      }
      // The columns of other vectors are cells too: nothing in the file is lost.
      const extra = vectors.filter((each) => each !== column).flatMap(({ at }) => at)
      return toReadSet(path, { table, kinds: kinds.concat(extra), choice, read: read(), share })
    },
  }
}

const maxColumns = 200

function tooManyColumns(path: string): ApiError {
  return invalidFile(basename(path), 'it has more than 200 columns besides the vector')
}

function noVectors(path: string): ApiError {
  const message = `${basename(path)} has no vectors: no column holds arrays of numbers. To import texts without vectors, drop the file on a set’s table.`
  return new ApiError('INVALID_ARGUMENT', message)
}

interface ReadSetOptions {
  readonly table: VectorTable | undefined
  /** Indexes of the columns in the table that the choice refers to. */
  readonly kinds: readonly number[]
  readonly choice: VectorChoice
  readonly read: AsyncIterable<{
    readonly record: ReadRecord
    readonly vector: Float32Array | null
    readonly problem?: string
  }>
  readonly share: () => number
}

function toReadSet(path: string, options: ReadSetOptions): ReadSet {
  const { table, kinds, choice, read, share } = options
  const names = table?.names ?? []
  const text = choice.text === null ? undefined : kinds[choice.text]
  const title = choice.title === null ? undefined : kinds[choice.title]
  const cellsAt = kinds.filter((at) => at !== text && at !== title)
  const columns: string[] = []
  let known = names.length
  const nameColumns = () =>
    columns.splice(
      0,
      columns.length,
      ...nameCells(
        cellsAt.map((at) => names[at] ?? ''),
        0,
      ),
    )
  nameColumns()
  async function* readRows(): AsyncGenerator<ReadRow> {
    let row = 0
    for await (const { record, vector, problem } of read) {
      row += 1
      // A later line of JSONL may have a field that none before it had.
      for (; known < names.length; known += 1) cellsAt.push(known)
      if (cellsAt.length > columns.length) nameColumns()
      if (columns.length > maxColumns) throw tooManyColumns(path)
      const cellOf = (at: number | undefined) => (at === undefined ? '' : toCell(record.values[at]))
      yield {
        row: {
          text: cellOf(text).trim() === '' ? `Vector ${row}` : cellOf(text),
          title: cellOf(title) || null,
          cells: cellsAt.map(cellOf),
        },
        vector,
        problem: problem ?? 'The imported file has no vector for this row.',
        location: record.location,
      }
    }
  }
  return {
    name: basename(path, extname(path)),
    settings: { model: importedModel, taskType: null, outputDimensionality: null },
    upstream: toImportedSource('', basename(path)),
    columns,
    rows: readRows(),
    share,
  }
}

/** `kinds` are the indexes of the named columns in the records. */
function guessChoice(names: readonly string[], sample: readonly ReadRecord[], kinds: readonly number[]) {
  if (names.length === 0) return { text: null, title: null, vector: 0 }
  const lengths = kinds.map((at) => sample.reduce((sum, { values }) => sum + toCell(values[at]).length, 0))
  return { ...guessColumns(names, lengths), vector: 0 }
}

function shorten(text: string): string {
  return text.slice(0, 200)
}

function previewOf(values: readonly unknown[], { at, dimensions }: VectorColumn): string {
  if (at.length > 1)
    return preview(
      at.slice(0, 8).map((each) => Number(values[each])),
      dimensions,
    )
  const value = values[at[0] ?? 0]
  const numbers = Array.isArray(value)
    ? value.slice(0, 8)
    : toCell(value)
        .slice(0, 200)
        .replace(/^\s*[[(]/, '')
        .trim()
        .split(/[\s,;]+/)
        .slice(0, 8)
  return preview(numbers.map(Number), dimensions)
}

/** `0.12, -0.5, 3, …` */
function preview(numbers: readonly number[], dimensions: number): string {
  const shown = numbers.slice(0, 3).map((each) => String(Number(each.toPrecision(3))))
  return [...shown, ...(dimensions > shown.length ? ['…'] : [])].join(', ')
}
