// A view of the open set's vectors, once they and the rows' texts are here; till then what it waits for.
import type { ComponentType } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { Notice } from '../../components/Notice'
import { Skeleton } from '../../components/Skeleton'
import { Progress } from './Progress'
import type { SetViewProps } from './set-view'
import { selectRow, useEmbeddingView } from './state/embedding-view'
import type { useAllRows } from './use-all-rows'
import type { Vectors } from './vectors/vectors'

interface VectorTabProps {
  readonly set: EmbeddingSet
  readonly all: ReturnType<typeof useAllRows>
  readonly vectors: Vectors | null
  readonly View: ComponentType<SetViewProps>
}

export function VectorTab({ set, all, vectors, View }: VectorTabProps) {
  const chosen = useEmbeddingView((view) => view.chosen.cursor)
  const { rows, share, problem } = all
  if (set.counts.done === 0) return <NoVectors set={set} />
  if (problem && !rows) {
    return (
      <div className="p-5">
        <Notice tone="danger" title="The rows could not be read.">
          {problem}
        </Notice>
      </div>
    )
  }
  if (!rows && set.counts.rows > 2000) {
    return (
      <div className="flex p-5">
        <Progress label="Reading the rows" share={share} />
      </div>
    )
  }
  if (!rows || !vectors) {
    return <Skeleton label="Opening the vectors" widths={['46%', '72%', '64%']} className="p-6" />
  }
  return <View set={set} rows={rows} vectors={vectors} chosen={chosen} onSelect={selectRow} />
}

function NoVectors({ set: { running, counts } }: { set: EmbeddingSet }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 p-8 text-center">
      <h2 className="font-semibold text-lg">
        {running ? 'The first vectors are on their way' : 'No vectors yet'}
      </h2>
      <p className="max-w-[52ch] text-soft">
        {running
          ? 'They can be looked at as soon as they are here.'
          : counts.rows === 0
            ? 'Add texts in the table, then press Run.'
            : counts.failed > 0
              ? 'None of the rows has one: the table tells why they failed.'
              : 'Press Run, or Ctrl+Enter: every row gets its vector.'}
      </p>
    </div>
  )
}
