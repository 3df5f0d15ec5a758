// The open set's rows as labels and its vectors in their worker, loaded when a view first shows them.

import { useEffect, useState } from 'react'
import type { EmbeddingRow, EmbeddingSet } from '#shared/schemas/embedding-set'
import { describeError } from '../../api/describe-error'
import { readAllRows, useEmbeddingSet } from './state/embedding-set'
import { openVectors, prepareVectors, type Vectors } from './vectors/vectors'

export interface SetViewProps {
  readonly set: EmbeddingSet
  /** All of the set, in its order; texts and cells are shortened, for they serve as labels. */
  readonly rows: readonly EmbeddingRow[]
  readonly vectors: Vectors
  /** The id of the selected row; null if there is none. */
  readonly selected: number | null
  readonly onSelect: (rowId: number) => void
}

interface VectorsWish {
  readonly set: EmbeddingSet
  /** Null: there are none yet. */
  readonly dimensions: number | null
  /** A view shows them; from then on they stay loaded until the set is closed. */
  readonly isWanted: boolean
}

/** While the set runs or only its table is visible, the previous vectors stay: small changes do not reload them. */
export function useVectors({ set, dimensions, isWanted }: VectorsWish): Vectors | null {
  const { vectorsVersion } = set
  const [settled, setSettled] = useState(vectorsVersion)
  const [wasWanted, setWasWanted] = useState(isWanted)
  const [vectors, setVectors] = useState<Vectors | null>(null)
  if (isWanted && !wasWanted) setWasWanted(true)
  if (isWanted && !set.running && settled !== vectorsVersion) setSettled(vectorsVersion)
  const { id } = set
  useEffect(prepareVectors, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other vectors under the same name are opened anew.
  useEffect(() => {
    if (!wasWanted || dimensions === null) return setVectors(null)
    const opened = openVectors(id, dimensions)
    setVectors(opened)
    return () => opened.close()
  }, [id, dimensions, wasWanted, settled])
  return vectors
}

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
