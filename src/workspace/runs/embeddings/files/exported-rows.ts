// Reads a set for an export: its rows in their order, each with its vector where it has one.
import { createPause } from '../../../pause'
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
  readonly columns: readonly string[]
  /** May be read several times. */
  rows(): AsyncIterable<ExportedRow>
}

type ReadPorts = Pick<EmbeddingPorts, 'connection' | 'rows' | 'vectors'>

/** Which rows there are is settled with the call. */
export function readSet({ connection, rows, vectors }: ReadPorts, setId: string): ExportedSet {
  const set = findSet(connection, setId)
  const ids = rows.listIds(setId, ['waiting', 'done', 'failed', 'empty'])
  const cells = connection.get<{ most: number | null }>(
    `SELECT max(CASE WHEN json_valid(cells) THEN json_array_length(cells) END) AS most FROM embedding_rows
      WHERE set_id = ? AND deleted_at IS NULL`,
    [setId],
  )
  async function* read(): AsyncGenerator<ExportedRow> {
    const pause = createPause()
    for (const id of ids) {
      await pause()
      const row = rows.find(setId, id)
      if (row) yield { ...row, vector: (row.key && vectors.find(row.key)) ?? null }
    }
  }
  return { set, columns: nameCells(set.columns, cells?.most ?? 0), rows: read }
}

/** The shortest numbers that are the same ones again in 32 bits. */
export function toNumbers(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Number(value.toPrecision(9)))
}
