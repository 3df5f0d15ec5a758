// Shown instead of a view until the vectors are loaded, if they cannot be read, and if there are none.
import { Orbit } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { EmptyState } from '../../../components/EmptyState'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import type { NormFacts } from '../vectors/vector-types'
import type { Vectors } from '../vectors/vectors'
import { useComputation } from './ComputationStatus'

interface VectorsPlaceholderProps {
  readonly vectors: Vectors
  /** Rows without which there is nothing to see: two for what is between vectors. */
  readonly minRows: 1 | 2
  readonly children: (opened: LoadedVectors) => ReactNode
}

export function VectorsPlaceholder({ vectors, minRows, children }: VectorsPlaceholderProps) {
  const { opened, error } = useLoadedVectors(vectors)
  if (error) {
    return (
      <div className="p-5">
        <Notice tone="danger" title="The vectors could not be read">
          {error}
        </Notice>
      </div>
    )
  }
  if (!opened)
    return <Skeleton label="Reading the vectors" widths={['40%', '72%', '64%', '80%']} className="p-5" />
  if (opened.rowIds.length < minRows) {
    return (
      <EmptyState icon={Orbit} title={opened.rowIds.length === 0 ? 'No vectors yet' : 'One vector alone'}>
        <p>
          {opened.rowIds.length === 0
            ? 'Run the set in the table: its vectors can be looked into as soon as they have come.'
            : 'Add another text and run the set: this view shows what is between vectors.'}
        </p>
      </EmptyState>
    )
  }
  return children(opened)
}

export interface LoadedVectors {
  readonly dimensions: number
  /** In the order of the set. */
  readonly rowIds: Uint32Array
  readonly known: ReadonlySet<number>
  /** Null until all vectors are here for the first time. */
  readonly norms: NormFacts | null
}

/** `error` is a sentence. While other vectors of the set are loading, the previous result stays. */
function useLoadedVectors(vectors: Vectors): {
  readonly opened: LoadedVectors | null
  readonly error: string | null
} {
  const requestRows = useCallback(() => vectors.opened, [vectors])
  const requestNorms = useCallback(() => vectors.call('norms', undefined), [vectors])
  const { answer, error } = useComputation(requestRows)
  const { answer: norms, error: isNotWhole } = useComputation(requestNorms)
  const rows = useMemo(() => answer && { ...answer, known: new Set(answer.rowIds) }, [answer])
  const opened = useMemo(() => rows && { ...rows, norms }, [rows, norms])
  return { opened, error: error ?? isNotWhole }
}
