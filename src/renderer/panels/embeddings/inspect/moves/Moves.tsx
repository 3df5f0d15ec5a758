// What a comparison found: a few figures, how many rows kept how many neighbours, and the most moved.
import { useMemo } from 'react'
import { useEmbeddingComparing } from '../../state/embedding-comparing'
import type { Comparison } from '../../vectors/compare-vectors'
import type { Vectors } from '../../vectors/vectors'
import type { RowNames } from '../row-names'
import { Figures } from '../vector/Figures'
import { Histogram } from '../vector/Histogram'
import { MovedList } from './MovedList'
import { MovedRow } from './MovedRow'
import { listFigures, listMoved } from './summarise-moves'

interface MovesProps {
  readonly comparison: Comparison
  readonly vectors: Vectors
  readonly other: Vectors
  readonly otherName: string
  readonly names: RowNames
  readonly chosen: number | null
  readonly onChoose: (rowId: number) => void
}

export function Moves({ comparison, vectors, other, otherName, names, chosen, onChoose }: MovesProps) {
  const moved = useMemo(() => listMoved(comparison), [comparison])
  const nearest = useEmbeddingComparing((comparing) => comparing.nearest)
  const { k, histogram, rowIds } = comparison
  const isCompared = chosen !== null && rowIds.includes(chosen)
  const rowId = isCompared ? chosen : (moved[0]?.rowId ?? 0)
  return (
    <div className="@container flex min-w-0 flex-col gap-4">
      <Figures label="Summary" figures={listFigures(comparison)} />
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
          <MovedList moved={moved} k={k} names={names} chosen={rowId} onChoose={onChoose} />
          <MovedRow
            rowId={rowId}
            comparison={comparison}
            vectors={vectors}
            other={other}
            otherName={otherName}
            names={names}
            onChoose={onChoose}
          />
        </div>
      </section>
    </div>
  )
}
