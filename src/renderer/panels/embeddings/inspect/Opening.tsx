// What stands in the place of a view until the vectors are there, where they cannot be read, and where there are none.
import { Orbit } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../components/EmptyState'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import type { Vectors } from '../vectors/vectors'
import { type LoadedVectors, useLoadedVectors } from './use-opened'

interface VectorsPlaceholderProps {
  readonly vectors: Vectors
  /** Rows without which there is nothing to see: two for what is between vectors. */
  readonly least: 1 | 2
  readonly children: (opened: LoadedVectors) => ReactNode
}

export function VectorsPlaceholder({ vectors, least, children }: VectorsPlaceholderProps) {
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
  if (opened.rowIds.length < least) {
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
