// Writes a set as CSV (RFC 4180), JSONL, or a NumPy array with its texts as JSON.

import { ApiError } from '#shared/schemas/api-error'
import { listShortest } from '#shared/vectors/shortest-number'
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

/** Which rows there are is settled once they are read for the first time. */
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
  /** Of the cells, as many as the longest row has. */
  const columns = async () => nameCells(set.columns, await countCells(connection, setId))
  // Its rows may be read several times.
  return { set, columns, rows: read }
}

const countedAtOnce = 2000

/** Of the row that has the most, damaged ones left out. In slices. */
async function countCells(connection: ReadPorts['connection'], setId: string): Promise<number> {
  const pause = createYield()
  let [most, after] = [0, 0]
  for (;;) {
    const slice = connection.get<{ last: number | null; most: number | null }>(
      `SELECT max(row_id) AS last, max(CASE WHEN deleted_at IS NULL AND json_valid(cells)
          THEN json_array_length(cells) END) AS most
        FROM (SELECT row_id, cells, deleted_at FROM embedding_rows WHERE set_id = ?
          AND row_id > CAST(? AS INTEGER) ORDER BY row_id LIMIT ${countedAtOnce})`,
      [setId, after],
    )
    if (!slice?.last) return most
    most = Math.max(most, slice.most ?? 0)
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
  const { text, title, model, taskType, outputDimensionality, vector } = fixedColumns
  const numbers = vectorAs === 'json' ? [] : Array.from({ length: dimensions }, (_, at) => `${vector}_${at}`)
  const columns = await nameColumns()
  const vectorColumns = vectorAs === 'json' ? [vector] : numbers
  yield toLine([text, title, ...columns, model, taskType, outputDimensionality, ...vectorColumns])
  const { settings } = set
  const stated = [settings.model, settings.taskType ?? '', String(settings.outputDimensionality ?? '')]
  for await (const row of rows())
    yield toLine([
      row.text,
      row.title ?? '',
      ...columns.map((_, index) => row.cells[index] ?? ''),
      ...stated,
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
      upstream: set.upstream,
      embedding: vector && listShortest(vector),
    }
    yield `${JSON.stringify(line)}\n`
  }
}

/** Those with a vector, in their order: 32-bit floats, little-endian, row by row. */
export async function* writeNpy(
  { rows }: ExportedSet,
  count: number,
  dimensions: number,
): AsyncGenerator<Uint8Array> {
  yield toHead(count, dimensions)
  let left = count
  for await (const { vector } of rows()) {
    if (!vector) continue
    left -= 1
    if (left < 0 || vector.length !== dimensions) throw changed()
    yield new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  }
  if (left > 0) throw changed()
}

/** The array's head has stated how many there are, and its labels where they are. */
function changed(): ApiError {
  const message = 'The set changed during export. Wait for its run to finish, then export again.'
  return new ApiError('FAILED_PRECONDITION', message)
}

/** Format 1.0: its length is a multiple of 64 bytes. */
function toHead(count: number, dimensions: number): Uint8Array {
  const description = `{'descr': '<f4', 'fortran_order': False, 'shape': (${count}, ${dimensions}), }`
  const length = Math.ceil((10 + description.length + 1) / 64) * 64
  const head = Buffer.alloc(length, ' ')
  head.write('\x93NUMPY\x01\x00', 0, 'latin1')
  head.writeUInt16LE(length - 10, 8)
  head.write(description, 10, 'latin1')
  head.write('\n', length - 1, 'latin1')
  return head
}

/** Every row of the set; `vector` is the place of its vector in the array. */
export async function* writeLabels(
  { set, columns: nameColumns, rows }: ExportedSet,
  count: number,
  dimensions: number,
): AsyncGenerator<string> {
  const { name, settings, upstream } = set
  const columns = await nameColumns()
  const head = { kind: labelsKind, version: labelsVersion, name, settings, upstream, columns, dimensions }
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`
  let at = 0
  let separator = '\n'
  for await (const { text, title, cells, vector } of rows()) {
    yield separator + JSON.stringify({ text, title, cells, vector: vector ? at++ : null })
    separator = ',\n'
  }
  if (at !== count) throw changed()
  yield '\n]}\n'
}
