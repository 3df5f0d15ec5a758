// What is nearest: to a row of the set, or to a text that is typed.
import { useMemo } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { CopyButton } from '../../../components/CopyButton'
import { Notice } from '../../../components/Notice'
import { Segments } from '../../../components/Segments'
import { Skeleton } from '../../../components/Skeleton'
import type { SetViewProps } from '../set-view'
import { setComparison, useEmbeddingComparison } from '../state/embedding-comparing'
import type { Neighbor, Origin } from '../vectors/vector-calls'
import { MetricBar } from './ComparingBar'
import { NeighborCountField } from './HowMany'
import { metricNames } from './metric-names'
import { NeighborList } from './neighbours/NeighbourList'
import { QueryForm } from './neighbours/QueryForm'
import { useQueryVector } from './neighbours/use-answer'
import { writeNeighbors } from './neighbours/write-neighbours'
import { VectorsPlaceholder } from './Opening'
import { RowPicker } from './RowPicker'
import { explainMissing, nameRows } from './row-names'
import type { LoadedVectors } from './use-opened'
import { useComputation } from './use-work'
import { ComputationStatus } from './WorkLine'

export function NeighborsView(props: SetViewProps) {
  return (
    <VectorsPlaceholder vectors={props.vectors} least={1}>
      {(opened) => <LoadedNeighbors {...props} opened={opened} />}
    </VectorsPlaceholder>
  )
}

const origins = [
  { value: 'row', name: 'Of a row' },
  { value: 'query', name: 'Of a typed text' },
] as const

function LoadedNeighbors(props: SetViewProps & { opened: LoadedVectors }) {
  const { set, rows, vectors, chosen, onSelect, opened } = props
  const names = useMemo(() => nameRows(rows), [rows])
  const { metric, origin: kind } = useEmbeddingComparison()
  const rowId = chosen ?? opened.rowIds[0] ?? 0
  const { origin, problem } = useOrigin(set, opened, kind === 'row' ? rowId : null)
  const reason = kind === 'row' && !origin ? explainMissing(names.find(rowId), opened.dimensions) : problem
  const work = useNeighbors(vectors, origin)
  const goOn = (id: number) => {
    setComparison({ origin: 'row' })
    onSelect(id)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-4">
      <MetricBar norms={opened.norms}>
        <div>
          <Segments
            label="Neighbours"
            value={kind}
            options={origins}
            onChange={(next) => setComparison({ origin: next })}
          />
        </div>
        <NeighborCountField />
        <CopyButton
          label="Copy as TSV"
          disabled={!work.answer || work.answer.length === 0}
          text={() => writeNeighbors(work.answer ?? [], names, metricNames[metric].name)}
        />
      </MetricBar>
      {kind === 'row' ? (
        <div className="flex min-w-0 shrink-0 items-center gap-2">
          <RowPicker label="Row" names={names} rowIds={opened.known} value={rowId} onPick={onSelect} />
        </div>
      ) : (
        <QueryForm set={set} />
      )}
      {reason && <Notice tone="quiet" title={reason} />}
      <ComputationStatus doing="Finding neighbours" work={work} />
      {work.answer ? (
        <NeighborList
          label="Nearest rows"
          neighbours={work.answer}
          metric={metric}
          names={names}
          onSelect={goOn}
        />
      ) : (
        origin &&
        !work.error &&
        !work.isCancelled && <Skeleton label="Finding neighbours" widths={['72%', '64%', '80%']} />
      )}
    </div>
  )
}

/** `rowId` null: the typed text's. Without an origin `problem` says why, where there is a reason. */
function useOrigin(set: EmbeddingSet, { known, dimensions }: LoadedVectors, rowId: number | null) {
  const answer = useQueryVector(set)
  return useMemo((): { origin: Origin | null; problem: string | null } => {
    if (rowId !== null) return { origin: known.has(rowId) ? { rowId } : null, problem: null }
    if (!answer) return { origin: null, problem: null }
    const { length } = answer.vector
    if (length === dimensions) return { origin: { vector: answer.vector }, problem: null }
    const problem = `The text’s vector has ${length} numbers, those of the set have ${dimensions}: they cannot be compared.`
    return { origin: null, problem }
  }, [known, dimensions, rowId, answer])
}

function useNeighbors(vectors: SetViewProps['vectors'], origin: Origin | null) {
  const { metric, normalise, nearest } = useEmbeddingComparison()
  const request = useMemo(
    () =>
      origin &&
      (({ signal }: { signal: AbortSignal | undefined }) =>
        vectors.neighbours({ origin, k: nearest, metric, normalise, signal })),
    [vectors, origin, nearest, metric, normalise],
  )
  return useComputation<Neighbor[]>(request)
}
