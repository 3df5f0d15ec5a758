// What is nearest: to a row of the set, or to a text that is typed.
import { useMemo } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { CopyButton } from '../../../components/CopyButton'
import { Notice } from '../../../components/Notice'
import { Segments } from '../../../components/Segments'
import { Skeleton } from '../../../components/Skeleton'
import type { SetViewProps } from '../set-view'
import { compareBy, useEmbeddingComparing } from '../state/embedding-comparing'
import type { Neighbour, Origin } from '../vectors/vector-calls'
import { ComparingBar } from './ComparingBar'
import { HowMany } from './HowMany'
import { metricNames } from './metric-names'
import { NeighbourList } from './neighbours/NeighbourList'
import { QueryForm } from './neighbours/QueryForm'
import { useAnswer } from './neighbours/use-answer'
import { writeNeighbours } from './neighbours/write-neighbours'
import { Opening } from './Opening'
import { RowPicker } from './RowPicker'
import { explainMissing, nameRows } from './row-names'
import type { Opened } from './use-opened'
import { useWork } from './use-work'
import { WorkLine } from './WorkLine'

export function NeighboursView(props: SetViewProps) {
  return (
    <Opening vectors={props.vectors} least={1}>
      {(opened) => <OpenNeighbours {...props} opened={opened} />}
    </Opening>
  )
}

const origins = [
  { value: 'row', name: 'Of a row' },
  { value: 'query', name: 'Of a typed text' },
] as const

function OpenNeighbours(props: SetViewProps & { opened: Opened }) {
  const { set, rows, vectors, chosen, onChoose, opened } = props
  const names = useMemo(() => nameRows(rows), [rows])
  const { metric, origin: kind } = useEmbeddingComparing()
  const rowId = chosen ?? opened.rowIds[0] ?? 0
  const { origin, trouble } = useOrigin(set, opened, kind === 'row' ? rowId : null)
  const reason = kind === 'row' && !origin ? explainMissing(names.find(rowId), opened.dimensions) : trouble
  const work = useNeighbours(vectors, origin)
  const goOn = (id: number) => {
    compareBy({ origin: 'row' })
    onChoose(id)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-4">
      <ComparingBar norms={opened.norms}>
        <div>
          <Segments
            label="Neighbours"
            value={kind}
            options={origins}
            onChange={(next) => compareBy({ origin: next })}
          />
        </div>
        <HowMany />
        <CopyButton
          label="Copy as TSV"
          disabled={!work.answer || work.answer.length === 0}
          text={() => writeNeighbours(work.answer ?? [], names, metricNames[metric].name)}
        />
      </ComparingBar>
      {kind === 'row' ? (
        <div className="flex min-w-0 shrink-0 items-center gap-2">
          <RowPicker label="Row" names={names} rowIds={opened.known} value={rowId} onPick={onChoose} />
        </div>
      ) : (
        <QueryForm set={set} />
      )}
      {reason && <Notice tone="quiet" title={reason} />}
      <WorkLine doing="Finding neighbours" work={work} />
      {work.answer ? (
        <NeighbourList
          label="Nearest rows"
          neighbours={work.answer}
          metric={metric}
          names={names}
          onChoose={goOn}
        />
      ) : (
        origin &&
        !work.error &&
        !work.isCancelled && <Skeleton label="Finding neighbours" widths={['72%', '64%', '80%']} />
      )}
    </div>
  )
}

/** `rowId` null: the typed text's. Without an origin `trouble` says why, where there is a reason. */
function useOrigin(set: EmbeddingSet, { known, dimensions }: Opened, rowId: number | null) {
  const answer = useAnswer(set)
  return useMemo((): { origin: Origin | null; trouble: string | null } => {
    if (rowId !== null) return { origin: known.has(rowId) ? { rowId } : null, trouble: null }
    if (!answer) return { origin: null, trouble: null }
    const { length } = answer.vector
    if (length === dimensions) return { origin: { vector: answer.vector }, trouble: null }
    const trouble = `The text’s vector has ${length} numbers, those of the set have ${dimensions}: they cannot be compared.`
    return { origin: null, trouble }
  }, [known, dimensions, rowId, answer])
}

function useNeighbours(vectors: SetViewProps['vectors'], origin: Origin | null) {
  const { metric, normalise, nearest } = useEmbeddingComparing()
  const ask = useMemo(
    () =>
      origin &&
      (({ signal }: { signal: AbortSignal | undefined }) =>
        vectors.neighbours({ origin, k: nearest, metric, normalise, signal })),
    [vectors, origin, nearest, metric, normalise],
  )
  return useWork<Neighbour[]>(ask)
}
