// The result of a comparison: its statistics, and the rows whose neighbors changed most.

import { useCallback, useMemo } from 'react'
import type { CallOptions } from '../../../../api/worker-calls'
import { Skeleton } from '../../../../components/Skeleton'
import { useEmbeddingComparison } from '../../state/embedding-comparison'
import { selectRow, useSelectedRow } from '../../state/embedding-view'
import type { Vectors } from '../../vectors/vectors'
import { ComputationStatus, useComputation } from '../ComputationStatus'
import { NeighborList } from '../neighbors/NeighborList'
import { RowListbox } from '../RowPicker'
import type { RowNames } from '../row-names'
import { Histogram, StatRow } from '../vector/Histogram'
import { type Comparison, listComparisonStats, listRowShifts } from './compare-sets'

interface ComparisonProps {
  readonly comparison: Comparison
  readonly vectors: Vectors
  readonly other: Vectors
  readonly otherName: string
  readonly names: RowNames
}

export function ComparisonSummary(props: ComparisonProps) {
  const { comparison, names } = props
  const selected = useSelectedRow()
  const shifts = useMemo(() => listRowShifts(comparison), [comparison])
  const shiftedIds = useMemo(() => shifts.map((shift) => shift.rowId), [shifts])
  const nearest = useEmbeddingComparison((options) => options.nearest)
  const { k, histogram, rowIds } = comparison
  const isCompared = selected !== null && rowIds.includes(selected)
  const rowId = isCompared ? selected : (shifts[0]?.rowId ?? 0)
  return (
    <div className="@container flex min-w-0 flex-col gap-4">
      <StatRow label="Summary" stats={listComparisonStats(comparison)} />
      {k < nearest && (
        <p className="text-faint text-sm">
          This set is small, so only the {k} nearest neighbors are compared. A larger number would overlap
          almost entirely.
        </p>
      )}
      <section aria-label="Neighbors kept" className="flex flex-col gap-2">
        <h2 className="font-medium text-soft text-sm">Neighbors kept</h2>
        <Histogram
          label="Rows by neighbors kept"
          counts={histogram}
          unit="rows"
          toRange={(stayed) => `${stayed} of ${k} kept`}
          ends={['0', String(k)]}
        />
      </section>
      <section aria-label="Rows that changed most" className="flex min-w-0 flex-col gap-2">
        <h2 className="font-medium text-soft text-sm">Rows that changed most</h2>
        <div className="grid min-w-0 grid-cols-1 gap-4 @3xl:grid-cols-[minmax(220px,2fr)_minmax(0,3fr)]">
          <RowListbox
            label="Rows that changed most"
            names={names}
            rowIds={shiftedIds}
            selected={rowId}
            className="h-80 rounded-lg border border-line"
            detailOf={(index) => (
              <span className="shrink-0 text-soft text-sm tabular-nums">
                {shifts[index]?.stayed} of {k} kept
              </span>
            )}
          />
          <MovedRow {...props} rowId={rowId} />
        </div>
      </section>
    </div>
  )
}

function MovedRow(props: ComparisonProps & { readonly rowId: number }) {
  const { comparison, vectors, other, otherName, names, rowId } = props
  const { metric, normalize } = useEmbeddingComparison()
  const { k, rowIds, otherRowIds } = comparison
  const pairs = useMemo(() => pairUp(rowIds, otherRowIds), [rowIds, otherRowIds])
  const request = useCallback(
    async ({ signal }: Required<CallOptions>) => {
      const options = { metric, normalize, k }
      const otherId = pairs.theirs.get(rowId) ?? 0
      // Only rows in both sets were compared, so only these may be listed.
      const [here, there] = await Promise.all([
        vectors.call('neighbors', { ...options, origin: { rowId }, among: rowIds }, { signal }),
        other.call('neighbors', { ...options, origin: { rowId: otherId }, among: otherRowIds }, { signal }),
      ])
      return { here, there: there.map((each) => ({ ...each, rowId: pairs.mine.get(each.rowId) ?? 0 })) }
    },
    [rowId, rowIds, otherRowIds, pairs, k, vectors, other, metric, normalize],
  )
  const work = useComputation(request)
  const highlighted = useMemo(() => {
    const there = new Set(work.answer?.there.map((each) => each.rowId))
    const inBoth = work.answer?.here.filter((each) => there.has(each.rowId)) ?? []
    return { rowIds: new Set(inBoth.map((each) => each.rowId)), label: 'in both' }
  }, [work.answer])
  if (work.error) return <ComputationStatus label="Finding neighbors…" computation={work} />
  if (!work.answer) return <Skeleton label="Finding neighbors…" widths={['72%', '64%', '80%']} />
  const sides = [
    { title: 'In this set', neighbors: work.answer.here },
    { title: `In “${otherName}”`, neighbors: work.answer.there },
  ]
  return (
    <div className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-4">
      {sides.map(({ title, neighbors }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sides are fixed, and two sets may have the same name.
        <div key={index} className="flex min-w-0 flex-col gap-1">
          <h3 className="truncate px-2 text-faint text-sm">{title}</h3>
          <NeighborList
            label={`Neighbors ${title.replace('In', 'in')}`}
            neighbors={neighbors}
            metric={metric}
            names={names}
            highlighted={highlighted}
            onSelect={selectRow}
          />
        </div>
      ))}
    </div>
  )
}

/** Maps the rows of each set to those of the other. */
function pairUp(rowIds: Uint32Array, otherRowIds: Uint32Array) {
  return {
    theirs: new Map(Array.from(rowIds, (rowId, index) => [rowId, otherRowIds[index] ?? 0])),
    mine: new Map(Array.from(otherRowIds, (otherId, index) => [otherId, rowIds[index] ?? 0])),
  }
}
