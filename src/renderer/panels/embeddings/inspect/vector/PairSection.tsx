// How two rows stand to each other, by all three measures.
import { useCallback } from 'react'
import { metrics, selectComparedRow, useEmbeddingComparison } from '../../state/embedding-comparing'
import type { PairFacts } from '../../vectors/vector-calls'
import type { Vectors } from '../../vectors/vectors'
import { NormalizeSwitch } from '../ComparingBar'
import { formatMeasure } from '../format-value'
import { metricNames } from '../metric-names'
import { RowPicker } from '../RowPicker'
import type { RowNames } from '../row-names'
import type { LoadedVectors } from '../use-opened'
import { useComputation } from '../use-work'
import { ComputationStatus } from '../WorkLine'
import { StatRow } from './Figures'

interface PairSectionProps {
  readonly setId: string
  readonly vectors: Vectors
  readonly names: RowNames
  readonly opened: LoadedVectors
  readonly rowId: number
}

export function PairSection({ setId, vectors, names, opened, rowId }: PairSectionProps) {
  const normalise = useEmbeddingComparison((options) => options.normalise)
  const requested = useEmbeddingComparison((options) => options.others[setId])
  const { known, rowIds, norms } = opened
  const other = requested !== undefined && known.has(requested) ? requested : findOther(rowIds, rowId)
  const request = useCallback(() => vectors.pair(rowId, other, normalise), [vectors, rowId, other, normalise])
  const work = useComputation(request)
  return (
    <section aria-label="Against another row" className="flex flex-col gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-medium text-soft text-sm">Against another row</h2>
        <NormalizeSwitch />
      </div>
      <div className="flex min-w-0">
        <RowPicker
          label="Other row"
          names={names}
          rowIds={known}
          value={other}
          onPick={(id) => selectComparedRow(setId, id)}
        />
      </div>
      <StatRow label="Similarity" stats={listMeasures(work.answer)} />
      {work.error && <ComputationStatus doing="Comparing" work={work} />}
      {norms && norms.notUnit > 0 && (
        <p className="text-faint text-sm">
          {normalise
            ? 'Both are normalised first.'
            : 'As they are: where a vector is not of unit length, dot product and distance measure that too.'}
        </p>
      )}
    </section>
  )
}

function listMeasures(facts: PairFacts | null) {
  return metrics.map((metric) => ({
    name: metricNames[metric].name,
    value: facts ? formatMeasure(facts[metric]) : '…',
    about: metricNames[metric].about,
  }))
}

/** The next one, or the one before at the end. */
function findOther(rowIds: Uint32Array, rowId: number): number {
  const place = rowIds.indexOf(rowId)
  return rowIds[place + 1] ?? rowIds[place - 1] ?? rowId
}
