// Exports sets as files, and imports them.
import { basename, extname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingFormat, EmbeddingSet } from '#shared/schemas/embedding-set'
import { type ExportedFile, toFileName } from '../../user-data/exported-files'
import type { EmbeddingPorts } from '../embedding-ports'
import { findSet, type StoredSet } from '../set-rows'
import { type ReadSet, saveNewSet } from './new-set'
import { readCsv } from './read-csv'
import { readJsonl } from './read-jsonl'
import { readNpy } from './read-npy'
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

interface FilePorts extends EmbeddingPorts {
  readonly view: (set: StoredSet) => EmbeddingSet
}

export function createSetFiles(ports: FilePorts) {
  const { connection, view } = ports
  return {
    /** Suggests a file name with extension that is valid on every system. */
    suggestName: ({ id, format }: SetFormat) => `${toFileName(findSet(connection, id).name)}.${format}`,
    /** The files are to be written in this order; the one named `fileName` is last. Throws if the format cannot hold the set. */
    write: (options: WriteOptions) => write(ports, options),
    /** Reads an exported file, by its extension; throws with the location of an error. */
    import: async ({ path }: { path: string }) => view(await saveNewSet(ports, await read(path))),
  }
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

function read(path: string): Promise<ReadSet> {
  const extension = extname(path).toLowerCase()
  const name = basename(path, extname(path))
  if (extension === '.csv') return readCsv(path, name)
  if (extension === '.jsonl') return readJsonl(path, name)
  if (extension === '.npy') return readNpy(path, nameLabels(path))
  if (extension === '.json') return readNpy(path.replace(/\.json$/i, '.npy'), path)
  throw new ApiError(
    'INVALID_ARGUMENT',
    `${basename(path)} isn’t an exported set. Supported formats: CSV, JSONL, and NPY.`,
  )
}
