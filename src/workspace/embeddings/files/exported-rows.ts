// Reads a set for an export: its rows in their order, each with its vector where it has one.
import { createYield } from '../../concurrency/timing'
import type { EmbeddingPorts } from '../embedding-ports'
import { findSet, type KeptSet } from '../set-rows'
import { nameCells } from './set-columns'

export interface ExportedRow {
  readonly text: string
  readonly title: string | null
  readonly cells: readonly string[]
  readonly vector: Float32Array | null
}

export interface ExportedSet {
  readonly set: KeptSet
  /** Of the cells, as many as the longest row has. */
  columns(): Promise<readonly string[]>
  /** May be read several times. */
  rows(): AsyncIterable<ExportedRow>
}

type ReadPorts = Pick<EmbeddingPorts, 'connection' | 'rows' | 'vectors'>

/** Which rows there are is settled once they are read for the first time. */
export function readSet({ connection, rows, vectors }: ReadPorts, setId: string): ExportedSet {
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
  const columns = async () => nameCells(set.columns, await countCells(connection, setId))
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
