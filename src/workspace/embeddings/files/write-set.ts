// Writes a set as CSV (RFC 4180), JSONL, or a NumPy array with its texts as JSON.

import { ApiError } from '#shared/schemas/api-error'
import { listShortest } from '#shared/vectors/vector-block'
import { createYield } from '../../concurrency/timing'
import type { EmbeddingPorts } from '../embedding-ports'
import { findSet } from '../set-rows'
import { fixedColumns, labelsKind, labelsVersion, nameCells } from './set-columns'

interface ExportedRow {
  readonly text: string
  readonly title: string | null
  readonly cells: readonly string[]
  readonly vector: Float32Array | null
}

type ReadPorts = Pick<EmbeddingPorts, 'connection' | 'rows' | 'vectors'>

type ExportedSet = ReturnType<typeof readSet>

/** The first read determines the rows; a later one yields the same. */
export function readSet({ connection, rows, vectors }: ReadPorts, setId: string) {
  const set = findSet(connection, setId)
  let ids: Promise<number[]> | undefined
  async function* read(): AsyncGenerator<ExportedRow> {
    const pause = createYield()
    ids ??= rows.listIds(setId, ['waiting', 'done', 'failed', 'empty'])
    for (const id of await ids) {
      await pause()
      const row = rows.find(setId, id)
      if (row) yield { ...row, vector: (row.key && vectors.find(row.key)) ?? null }
    }
  }
  /** Names as many columns as the longest row has cells. */
  const columns = async () => nameCells(set.columns, await countCells(connection, setId))
  // Rows may be read several times.
  return { set, columns, rows: read }
}

const countBatchSize = 2000

/** Counts the cells of the longest row without damaged ones, in slices. */
async function countCells(connection: ReadPorts['connection'], setId: string): Promise<number> {
  const pause = createYield()
  let [maxCells, after] = [0, 0]
  for (;;) {
    const slice = connection.get<{ last: number | null; maxCells: number | null }>(
      `SELECT max(row_id) AS last, max(CASE WHEN deleted_at IS NULL AND json_valid(cells)
          THEN json_array_length(cells) END) AS maxCells
        FROM (SELECT row_id, cells, deleted_at FROM embedding_rows WHERE set_id = ?
          AND row_id > CAST(? AS INTEGER) ORDER BY row_id LIMIT ${countBatchSize})`,
      [setId, after],
    )
    if (!slice?.last) return maxCells
    maxCells = Math.max(maxCells, slice.maxCells ?? 0)
    after = slice.last
    await pause()
  }
}

export type VectorAs = 'json' | 'columns'

/** `dimensions` is the longest vector's length. */
export async function* writeCsv(
  { set, columns: nameColumns, rows }: ExportedSet,
  vectorAs: VectorAs,
  dimensions: number,
): AsyncGenerator<string> {
  const { text, title, vector, ...stating } = fixedColumns
  const numbers = vectorAs === 'json' ? [] : Array.from({ length: dimensions }, (_, at) => `${vector}_${at}`)
  const columns = await nameColumns()
  const vectorColumns = vectorAs === 'json' ? [vector] : numbers
  yield toLine([text, title, ...columns, ...Object.values(stating), ...vectorColumns])
  const { settings, upstream } = set
  const stated: Record<keyof typeof stating, string> = {
    model: settings.model,
    taskType: settings.taskType ?? '',
    outputDimensionality: String(settings.outputDimensionality ?? ''),
    sentAs: upstream?.model ?? '',
    provider: upstream?.label ?? '',
    providerId: upstream?.id ?? '',
    providerUrl: upstream?.address ?? '',
  }
  for await (const row of rows())
    yield toLine([
      row.text,
      row.title ?? '',
      ...columns.map((_, index) => row.cells[index] ?? ''),
      ...Object.values(stated),
      ...toCells(row, vectorAs, dimensions),
    ])
}

function toCells({ vector }: ExportedRow, vectorAs: VectorAs, dimensions: number): string[] {
  const numbers = vector ? listShortest(vector) : []
  if (vectorAs === 'json') return [vector ? JSON.stringify(numbers) : '']
  return Array.from({ length: dimensions }, (_, at) => String(numbers[at] ?? ''))
}

function toLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\n`
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

export async function* writeJsonl({ set, columns: nameColumns, rows }: ExportedSet): AsyncGenerator<string> {
  const columns = await nameColumns()
  const { model, taskType, outputDimensionality } = set.settings
  for await (const { text, title, cells, vector } of rows()) {
    const named = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))
    const line = {
      text,
      ...(title === null ? {} : { title }),
      ...(columns.length > 0 ? { cells: named } : {}),
      model,
      taskType,
      outputDimensionality,
      sentAs: set.upstream?.model ?? null,
      upstream: set.upstream,
      embedding: vector && listShortest(vector),
    }
    yield `${JSON.stringify(line)}\n`
  }
}

/** Rows with a vector, in their order: 32-bit floats, little-endian, row by row. */
export async function* writeNpy(
  { rows }: ExportedSet,
  count: number,
  dimensions: number,
): AsyncGenerator<Uint8Array> {
  yield toHeader(count, dimensions)
  let remaining = count
  for await (const { vector } of rows()) {
    if (!vector) continue
    remaining -= 1
    if (remaining < 0 || vector.length !== dimensions) throw changed()
    yield new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  }
  if (remaining > 0) throw changed()
}

/** The array's header states the number of vectors and the labels their indexes, so neither may change. */
function changed(): ApiError {
  const message = 'The set changed during export. Wait for its run to finish, then export again.'
  return new ApiError('FAILED_PRECONDITION', message)
}

/** Format 1.0: the header's length is a multiple of 64 bytes. */
function toHeader(count: number, dimensions: number): Uint8Array {
  const description = `{'descr': '<f4', 'fortran_order': False, 'shape': (${count}, ${dimensions}), }`
  const length = Math.ceil((10 + description.length + 1) / 64) * 64
  const header = Buffer.alloc(length, ' ')
  header.write('\x93NUMPY\x01\x00', 0, 'latin1')
  header.writeUInt16LE(length - 10, 8)
  header.write(description, 10, 'latin1')
  header.write('\n', length - 1, 'latin1')
  return header
}

/** Writes every row of the set; `vector` is the index of its vector in the array. */
export async function* writeLabels(
  { set, columns: nameColumns, rows }: ExportedSet,
  count: number,
  dimensions: number,
): AsyncGenerator<string> {
  const { name, settings, upstream } = set
  const columns = await nameColumns()
  const header = { kind: labelsKind, version: labelsVersion, name, settings, upstream, columns, dimensions }
  yield `${JSON.stringify(header).slice(0, -1)},"rows":[`
  let at = 0
  let separator = '\n'
  for await (const { text, title, cells, vector } of rows()) {
    yield separator + JSON.stringify({ text, title, cells, vector: vector ? at++ : null })
    separator = ',\n'
  }
  if (at !== count) throw changed()
  yield '\n]}\n'
}
