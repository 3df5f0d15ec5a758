// Which rows have a vector, known before most of those are here; and whether all are of unit length, known after.
import { useCallback, useMemo } from 'react'
import type { NormFacts } from '../vectors/vector-calls'
import type { Vectors } from '../vectors/vectors'
import { useComputation } from './use-work'

export interface LoadedVectors {
  readonly dimensions: number
  /** In the order of the set. */
  readonly rowIds: Uint32Array
  readonly known: ReadonlySet<number>
  /** Null until all vectors are here for the first time. */
  readonly norms: NormFacts | null
}

/** `error` is a sentence. While other vectors of the set are on their way, what is known of those before stays. */
export function useLoadedVectors(vectors: Vectors): {
  readonly opened: LoadedVectors | null
  readonly error: string | null
} {
  const requestRows = useCallback(() => vectors.opened, [vectors])
  const requestNorms = useCallback(() => vectors.norms(), [vectors])
  const { answer, error } = useComputation(requestRows)
  const { answer: norms, error: isNotWhole } = useComputation(requestNorms)
  const rows = useMemo(() => answer && { ...answer, known: new Set(answer.rowIds) }, [answer])
  const opened = useMemo(() => rows && { ...rows, norms }, [rows, norms])
  return { opened, error: error ?? isNotWhole }
}
