// Exports sets as files, and imports them.
import { ApiError } from '#shared/schemas/api-error'
import type { EmbeddingFormat, EmbeddingSet } from '#shared/schemas/embedding-set'
import { type ExportedFile, toFileName } from '../../user-data/exported-files'
import type { Transfers } from '../../user-data/transfers'
import type { EmbeddingPorts } from '../embedding-ports'
import { findSet, type StoredSet } from '../set-rows'
import type { ImportContext } from './new-set'
import type { VectorSelection } from './read-set-files'
import { nameLabels } from './set-columns'
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
  readonly transfers: Pick<Transfers, 'run'>
  readonly view: (set: StoredSet) => EmbeddingSet
}

/** Only for an import: the application's start needs none of it. */
const loadReader = () => import('./read-set-files')

export function createSetFiles(ports: FilePorts) {
  const { connection, view } = ports
  return {
    /** Suggests a file name with extension that is valid on every system. */
    suggestName: ({ id, format }: SetFormat) => `${toFileName(findSet(connection, id).name)}.${format}`,
    /** The files are to be written in this order; the one named `fileName` is last. Throws if the format cannot hold the set. */
    write: (options: WriteOptions) => write(ports, options),
    /** Describes the files before their import, for the choice of columns. Throws if they cannot be imported. */
    inspect: async (paths: readonly string[], findsLabels?: boolean) =>
      (await loadReader()).inspect(paths, findsLabels),
    /** Like `inspect`, for files that may have only texts: null if there are no vectors, or if a table cannot be read. */
    inspectDropped: async (paths: readonly string[]) => (await loadReader()).inspectDropped(paths),
    /** Imports an exported set, or vectors of another program. Throws with the location of an error; then there is no set. */
    import: (selection: VectorSelection, context: ImportContext = {}): Promise<EmbeddingSet> =>
      ports.transfers.run('imports', async () => {
        const [{ readSetFiles }, { saveNewSet }] = await Promise.all([loadReader(), import('./new-set')])
        return view(await saveNewSet(ports, await readSetFiles(selection), context))
      }),
  }
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
