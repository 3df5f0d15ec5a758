// Which rows have a vector, and whether all of them are of unit length: known once the vectors are there.
import { useCallback, useMemo } from 'react'
import type { NormFacts } from '../../../vectors/vector-calls'
import type { Vectors } from '../../../vectors/vectors'
import { useWork } from './use-work'

export interface Opened {
  readonly dimensions: number
  /** In the order of the set. */
  readonly rowIds: Uint32Array
  readonly known: ReadonlySet<number>
  readonly norms: NormFacts
}

/** `error` is a sentence. While other vectors of the set are on their way, what is known of those before stays. */
export function useOpened(vectors: Vectors): {
  readonly opened: Opened | null
  readonly error: string | null
} {
  const ask = useCallback(() => Promise.all([vectors.opened, vectors.norms()]), [vectors])
  const { answer, error } = useWork(ask)
  const opened = useMemo(() => {
    if (!answer) return null
    const [{ dimensions, rowIds }, norms] = answer
    return { dimensions, rowIds, known: new Set(rowIds), norms }
  }, [answer])
  return { opened, error }
}
