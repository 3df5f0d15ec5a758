// Exports sets as files, and imports them.
import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type {
  EmbeddingFormat,
  EmbeddingSet,
  OpenedVectors,
  VectorChoice,
} from '#shared/schemas/embedding-set'
import { type ExportedFile, toFileName } from '../../user-data/exported-files'
import type { Transfers } from '../../user-data/transfers'
import type { EmbeddingPorts } from '../embedding-ports'
import { findSet, type StoredSet } from '../set-rows'
import { type ImportContext, type ReadSet, saveNewSet } from './new-set'
import { readCsv } from './read-csv'
import { readJsonl } from './read-jsonl'
import { readNpy } from './read-npy'
import { fixedColumns, labelsKind } from './set-columns'
import { isLikelyVector, isMatrixFile, openVectorFiles } from './vector-files'
import { readSet, type VectorAs, writeCsv, writeJsonl, writeLabels, writeNpy } from './write-set'

export interface SetFormat {
  readonly id: string
  readonly format: EmbeddingFormat
}

export interface WriteOptions extends SetFormat {
  readonly vectorAs: VectorAs
  readonly fileName: string
}

/** A file of a set, written in chunks of at most one row. */
export interface SetFile extends ExportedFile {
  readonly rows: number
}

export interface ImportOptions {
  /** One file, or vectors and their labels. */
  readonly paths: readonly string[]
  /** Columns of another program’s vectors; they are guessed if it is missing. */
  readonly choice?: VectorChoice | undefined
}

interface FilePorts extends EmbeddingPorts {
  readonly transfers: Pick<Transfers, 'run'>
  readonly view: (set: StoredSet) => EmbeddingSet
}

export function createSetFiles(ports: FilePorts) {
  const { connection, view } = ports
  return {
    /** Suggests a file name with extension that is valid on every system. */
    suggestName: ({ id, format }: SetFormat) => `${toFileName(findSet(connection, id).name)}.${format}`,
    /** The files are to be written in this order; the one named `fileName` is last. Throws if the format cannot hold the set. */
    write: (options: WriteOptions) => write(ports, options),
    /** Describes the files before their import, for the choice of columns. Throws if they cannot be imported. */
    inspect,
    /** Like `inspect`, for files that may have only texts: null if there are no vectors, or if a table cannot be read. */
    async inspectDropped(paths: readonly string[]): Promise<Omit<OpenedVectors, 'id'> | null> {
      const matrices = await Promise.all(paths.map(isMatrixFile))
      if (matrices.some(Boolean)) return await inspect(paths)
      if (paths.length > 1) return null
      const described = await inspect(paths).catch(() => null)
      return described && (described.isSet || described.vectors.some(isLikelyVector)) ? described : null
    },
    /** Imports an exported set, or vectors of another program. Throws with the location of an error; then there is no set. */
    import: ({ paths, choice }: ImportOptions, context: ImportContext = {}): Promise<EmbeddingSet> =>
      ports.transfers.run('imports', async () => {
        const path = await findExport(paths)
        const read = await (path === undefined ? readVectors(paths, choice) : readExport(path))
        return view(await saveNewSet(ports, read, context))
      }),
  }
}

async function inspect(paths: readonly string[]): Promise<Omit<OpenedVectors, 'id'>> {
  const path = await findExport(paths)
  if (path !== undefined) return describeExport(path)
  const { toSet: _, ...described } = await openVectorFiles(paths)
  return { ...described, isSet: false }
}

/** An array and the JSON file of its labels have the same base name. */
function nameLabels(fileName: string): string {
  return `${fileName.replace(/\.npy$/i, '')}.json`
}

function write(ports: FilePorts, { id, format, vectorAs, fileName }: WriteOptions): SetFile[] {
  const set = readSet(ports, id)
  const { counts, dimensions } = ports.tally.read(id)
  if (format === 'csv')
    return [
      { path: fileName, content: writeCsv(set, vectorAs, Math.max(0, ...dimensions)), rows: counts.rows },
    ]
  if (format === 'jsonl') return [{ path: fileName, content: writeJsonl(set), rows: counts.rows }]
  const [length] = dimensions
  if (length === undefined || dimensions.length > 1) throw mixedDimensions(dimensions)
  return [
    { path: nameLabels(fileName), content: writeLabels(set, counts.done, length), rows: counts.rows },
    { path: fileName, content: writeNpy(set, counts.done, length), rows: counts.done },
  ]
}

function mixedDimensions(dimensions: readonly number[]): ApiError {
  const message =
    dimensions.length === 0
      ? 'This set has no vectors to export. Run it first.'
      : `This set has vectors with ${dimensions.join(' and ')} dimensions. NPY requires a single size; export as CSV or JSONL instead.`
  return new ApiError('FAILED_PRECONDITION', message)
}

async function readVectors(paths: readonly string[], choice: VectorChoice | undefined): Promise<ReadSet> {
  const files = await openVectorFiles(paths)
  return await files.toSet(choice ?? files.guess)
}

function readExport(path: string): Promise<ReadSet> {
  const extension = extname(path).toLowerCase()
  const name = basename(path, extname(path))
  if (extension === '.csv') return readCsv(path, name)
  if (extension === '.jsonl') return readJsonl(path, name)
  if (extension === '.npy') return readNpy(path, nameLabels(path))
  return readNpy(path.replace(/\.json$/i, '.npy'), path)
}

/** The array and the labels of an exported set may both be chosen. */
async function findExport(paths: readonly string[]): Promise<string | undefined> {
  const [path = '', labels] = [...paths].sort((one) => (extname(one).toLowerCase() === '.npy' ? -1 : 1))
  const isOne = labels === undefined || (paths.length === 2 && labels === nameLabels(path))
  return isOne && (await isExportedSet(path)) ? path : undefined
}

/** True for a file that this application has written: each format states the settings of its vectors. */
async function isExportedSet(path: string): Promise<boolean> {
  const extension = extname(path).toLowerCase()
  const labels = extension === '.npy' ? nameLabels(path) : path
  if (extension === '.npy' || extension === '.json')
    return (await readStart(labels)).includes(`"${labelsKind}"`)
  if (extension === '.csv') {
    const [header = ''] = (await readStart(path)).split(/[\r\n]/, 1)
    return header.split(',').includes(fixedColumns.model)
  }
  if (extension !== '.jsonl') return false
  const [line = ''] = (await readStart(path)).split('\n', 1)
  return /"model":"/.test(line) && /"taskType":/.test(line)
}

/** A header, or a line of JSONL up to its vector, is shorter. */
const startLength = 2_000_000

/** Empty if the file cannot be read. */
async function readStart(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined)
  if (!file) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startLength), 0, startLength, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

function describeExport(path: string): Omit<OpenedVectors, 'id'> {
  const guess = { text: null, title: null, vector: 0 }
  return { files: [basename(path)], isSet: true, rows: null, vectors: [], columns: [], sample: [], guess }
}
