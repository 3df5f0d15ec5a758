// All rows of the open set with their texts shortened, as labels of what is drawn of them; read in slices, in order.
import { useEffect, useState } from 'react'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { describeError } from '../../api/describe-error'
import { readAllRows, useEmbeddingSet } from './state/embedding-set'

interface AllRows {
  /** Null until all are here for the first time. */
  readonly rows: readonly EmbeddingRow[] | null
  /** From 0 to 1. */
  readonly share: number
  readonly problem: string | null
}

const maxLabelLength = 300
const maxCellLength = 100

export function useAllRows(setId: string, isWanted: boolean): AllRows {
  const textsAt = useEmbeddingSet((live) => live.textsAt)
  const statesAt = useEmbeddingSet((live) => (live.set?.running ? -1 : live.statesAt))
  const [all, setAll] = useState<AllRows>({ rows: null, share: 0, problem: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other texts or states they are read anew.
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const rows: EmbeddingRow[] = []
    readAllRows(setId, (slice, total) => {
      for (const row of slice) rows.push(shorten(row))
      if (isCurrent) setAll((before) => ({ ...before, share: total === 0 ? 1 : rows.length / total }))
      return isCurrent
    }).then(
      () => isCurrent && setAll({ rows, share: 1, problem: null }),
      (error) => isCurrent && setAll((before) => ({ ...before, problem: describeError(error) })),
    )
    return () => {
      isCurrent = false
    }
  }, [setId, isWanted, textsAt, statesAt])
  return all
}

function shorten(row: EmbeddingRow): EmbeddingRow {
  return {
    ...row,
    text: row.text.slice(0, maxLabelLength),
    cells: row.cells.map((cell) => cell.slice(0, maxCellLength)),
  }
}
