// What a comparison found: a few figures, how many rows kept how many neighbors, and the most moved.
import { useMemo } from 'react'
import { useEmbeddingComparison } from '../../state/embedding-comparing'
import type { Comparison } from '../../vectors/compare-vectors'
import type { Vectors } from '../../vectors/vectors'
import type { RowNames } from '../row-names'
import { StatRow } from '../vector/Figures'
import { Histogram } from '../vector/Histogram'
import { MovedList } from './MovedList'
import { MovedRow } from './MovedRow'
import { listComparisonStats, listRowShifts } from './summarise-moves'

interface MovesProps {
  readonly comparison: Comparison
  readonly vectors: Vectors
  readonly other: Vectors
  readonly otherName: string
  readonly names: RowNames
  readonly chosen: number | null
  readonly onSelect: (rowId: number) => void
}

export function ComparisonSummary({
  comparison,
  vectors,
  other,
  otherName,
  names,
  chosen,
  onSelect,
}: MovesProps) {
  const moved = useMemo(() => listRowShifts(comparison), [comparison])
  const nearest = useEmbeddingComparison((options) => options.nearest)
  const { k, histogram, rowIds } = comparison
  const isCompared = chosen !== null && rowIds.includes(chosen)
  const rowId = isCompared ? chosen : (moved[0]?.rowId ?? 0)
  return (
    <div className="@container flex min-w-0 flex-col gap-4">
      <StatRow label="Summary" stats={listComparisonStats(comparison)} />
      {k < nearest && (
        <p className="text-faint text-sm">
          Of so few rows only the {k} nearest are compared: of more than half nearly all would stay.
        </p>
      )}
      <section aria-label="Neighbours that stay" className="flex flex-col gap-2">
        <h2 className="font-medium text-soft text-sm">How many neighbours stay</h2>
        <Histogram
          label="Rows by neighbours that stay"
          counts={histogram}
          things="rows"
          toRange={(stayed) => `${stayed} of ${k} stay`}
          ends={['0', String(k)]}
        />
      </section>
      <section aria-label="Most moved" className="flex min-w-0 flex-col gap-2">
        <h2 className="font-medium text-soft text-sm">The most moved rows</h2>
        <div className="grid min-w-0 grid-cols-1 gap-4 @3xl:grid-cols-[minmax(220px,2fr)_minmax(0,3fr)]">
          <MovedList moved={moved} k={k} names={names} chosen={rowId} onSelect={onSelect} />
          <MovedRow
            rowId={rowId}
            comparison={comparison}
            vectors={vectors}
            other={other}
            otherName={otherName}
            names={names}
            onSelect={onSelect}
          />
        </div>
      </section>
    </div>
  )
}
