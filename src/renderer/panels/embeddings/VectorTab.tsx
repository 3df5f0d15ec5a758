// A tab of the open set: a view of its vectors, a loading state, or the reason there are no vectors.
import { Orbit } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { EmptyState } from '../../components/EmptyState'
import { Notice } from '../../components/Notice'
import { Skeleton } from '../../components/Skeleton'
import type { RowNames } from './inspect/row-names'
import { Progress } from './Progress'
import { type SetViewProps, type useAllRows, useLoadedVectors } from './use-set-data'
import type { Vectors } from './vectors/vectors'

interface VectorViewOptions {
  readonly View: ComponentType<SetViewProps>
  /** The minimum number of rows: two for views that compare vectors. */
  readonly minRows: 1 | 2
}

interface VectorTabProps extends VectorViewOptions {
  readonly set: EmbeddingSet
  readonly allRows: ReturnType<typeof useAllRows>
  readonly vectors: Vectors | null
}

export function VectorTab({ set, allRows, vectors, ...view }: VectorTabProps) {
  const { names, share, problem } = allRows
  if (set.counts.done === 0) return <NoVectors set={set} />
  if (problem && !names) return <Problem title="Couldn’t load rows">{problem}</Problem>
  if (!names && set.counts.rows > 2000) {
    return (
      <div className="flex p-5">
        <Progress label="Loading rows…" share={share} />
      </div>
    )
  }
  if (!names || !vectors) {
    return <Skeleton label="Loading vectors…" widths={['46%', '72%', '64%']} className="p-6" />
  }
  return <LoadedTab set={set} names={names} vectors={vectors} {...view} />
}

interface LoadedTabProps extends VectorViewOptions {
  readonly set: EmbeddingSet
  readonly names: RowNames
  readonly vectors: Vectors
}

function LoadedTab({ View, minRows, ...data }: LoadedTabProps) {
  const { opened, error } = useLoadedVectors(data.vectors)
  if (error) return <Problem title="Couldn’t load vectors">{error}</Problem>
  if (!opened)
    return <Skeleton label="Loading vectors…" widths={['40%', '72%', '64%', '80%']} className="p-5" />
  const count = opened.rowIds.length
  if (count >= minRows) return <View {...data} opened={opened} />
  return (
    <EmptyState icon={Orbit} title={count === 0 ? 'No vectors yet' : 'Only one vector'}>
      <p>
        {count === 0
          ? 'Run the set from the Table tab to create vectors.'
          : 'Add another text and run the set. This view compares vectors.'}
      </p>
    </EmptyState>
  )
}

function Problem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="p-5">
      <Notice tone="danger" title={title}>
        {children}
      </Notice>
    </div>
  )
}

function NoVectors({ set: { running, counts } }: { set: EmbeddingSet }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 p-8 text-center">
      <h2 className="font-semibold text-lg">{running ? 'Embedding…' : 'No vectors yet'}</h2>
      <p className="max-w-[52ch] text-soft">
        {running
          ? 'Vectors appear here as they arrive.'
          : counts.rows === 0
            ? 'Add texts in the Table tab, then choose Run.'
            : counts.failed > 0
              ? 'No rows were embedded. See the errors in the Table tab.'
              : 'Choose Run or press Ctrl+Enter to embed every row.'}
      </p>
    </div>
  )
}
