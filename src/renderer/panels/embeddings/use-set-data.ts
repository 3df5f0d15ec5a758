// Loads the open set's rows as labels, and its vectors in a worker, when a view first shows them.

import { useCallback, useEffect, useMemo, useState } from 'react'
import type { EmbeddingRow, EmbeddingSet } from '#shared/schemas/embedding-set'
import { describeError } from '../../api/describe-error'
import { useComputation } from './inspect/ComputationStatus'
import { nameRows, type RowNames } from './inspect/row-names'
import { readAllRows, useEmbeddingSet } from './state/embedding-set'
import type { NormFacts } from './vectors/vector-types'
import { openVectors, prepareVectors, type Vectors } from './vectors/vectors'

/** The props of each view of the vectors; the selected row is in `useEmbeddingView`. */
export interface SetViewProps {
  readonly set: EmbeddingSet
  /** Labels of all rows, with shortened texts and cells. */
  readonly names: RowNames
  readonly vectors: Vectors
  readonly opened: LoadedVectors
}

export interface LoadedVectors {
  readonly dimensions: number
  /** In the order of the set. */
  readonly rowIds: Uint32Array
  readonly known: ReadonlySet<number>
  /** Null until all vectors have been loaded once. */
  readonly norms: NormFacts | null
  /** Rows whose vector has only zeros; empty until the norms are known. */
  readonly zeros: ReadonlySet<number>
}

/**
 * Once a view has shown the vectors, they stay loaded until the set is closed. While the set runs, or only its table is
 * visible, changes do not reload them. `dimensions` is null if there are none yet.
 */
export function useVectors(set: EmbeddingSet, dimensions: number | null, isVisible: boolean): Vectors | null {
  const { vectorsVersion } = set
  const [loadedVersion, setLoadedVersion] = useState(vectorsVersion)
  const [wasVisible, setWasVisible] = useState(isVisible)
  if (isVisible && !wasVisible) setWasVisible(true)
  if (isVisible && !set.running && loadedVersion !== vectorsVersion) setLoadedVersion(vectorsVersion)
  useEffect(prepareVectors, [])
  return useOpenVectors(wasVisible ? set.id : null, dimensions, loadedVersion)
}

/** `version` changes whenever the vectors may have changed. Returns null until they are open. */
export function useOpenVectors(
  setId: string | null,
  dimensions: number | null,
  version: string | number,
): Vectors | null {
  const [vectors, setVectors] = useState<Vectors | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version must be loaded again.
  useEffect(() => {
    if (setId === null || dimensions === null) return setVectors(null)
    const opened = openVectors(setId, dimensions)
    setVectors(opened)
    return () => opened.close()
  }, [setId, dimensions, version])
  return vectors
}

/** `error` is a message for the user. While other vectors of the set load, the previous result stays. */
export function useLoadedVectors(vectors: Vectors): {
  readonly opened: LoadedVectors | null
  readonly error: string | null
} {
  const requestRows = useCallback(() => vectors.opened, [vectors])
  const requestNorms = useCallback(() => vectors.call('norms', undefined), [vectors])
  const { answer, error } = useComputation(requestRows)
  const { answer: norms, error: normsError } = useComputation(requestNorms)
  const rows = useMemo(() => answer && { ...answer, known: new Set(answer.rowIds) }, [answer])
  const opened = useMemo(() => rows && { ...rows, norms, zeros: new Set(norms?.zeroRowIds) }, [rows, norms])
  return { opened, error: error ?? normsError }
}

interface AllRows {
  /** Null until all rows have been loaded once. */
  readonly names: RowNames | null
  /** From 0 to 1. */
  readonly share: number
  readonly problem: string | null
}

const maxLabelLength = 300
const maxCellLength = 100

export function useAllRows(setId: string, isVisible: boolean): AllRows {
  const textsVersion = useEmbeddingSet((live) => live.textsVersion)
  const statesVersion = useEmbeddingSet((live) => (live.set?.running ? -1 : live.statesVersion))
  const [all, setAll] = useState<AllRows>({ names: null, share: 0, problem: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed texts or states are loaded again.
  useEffect(() => {
    if (!isVisible) return
    let isCurrent = true
    const rows: EmbeddingRow[] = []
    readAllRows(setId, (slice, total) => {
      for (const row of slice) rows.push(shorten(row))
      if (isCurrent) setAll((before) => ({ ...before, share: total === 0 ? 1 : rows.length / total }))
      return isCurrent
    }).then(
      () => isCurrent && setAll({ names: nameRows(rows), share: 1, problem: null }),
      (error) => isCurrent && setAll((before) => ({ ...before, problem: describeError(error) })),
    )
    return () => {
      isCurrent = false
    }
  }, [setId, isVisible, textsVersion, statesVersion])
  return all
}

function shorten(row: EmbeddingRow): EmbeddingRow {
  return {
    ...row,
    text: row.text.slice(0, maxLabelLength),
    cells: row.cells.map((cell) => cell.slice(0, maxCellLength)),
  }
}
