// How two rows stand to each other, by all three measures.
import { useCallback } from 'react'
import { holdAgainst, metrics, useEmbeddingComparing } from '../../state/embedding-comparing'
import type { PairFacts } from '../../vectors/vector-calls'
import type { Vectors } from '../../vectors/vectors'
import { NormaliseSwitch } from '../ComparingBar'
import { formatMeasure } from '../format-value'
import { metricNames } from '../metric-names'
import { RowPicker } from '../RowPicker'
import type { RowNames } from '../row-names'
import type { Opened } from '../use-opened'
import { useWork } from '../use-work'
import { WorkLine } from '../WorkLine'
import { Figures } from './Figures'

interface PairSectionProps {
  readonly setId: string
  readonly vectors: Vectors
  readonly names: RowNames
  readonly opened: Opened
  readonly rowId: number
}

export function PairSection({ setId, vectors, names, opened, rowId }: PairSectionProps) {
  const normalise = useEmbeddingComparing((comparing) => comparing.normalise)
  const wished = useEmbeddingComparing((comparing) => comparing.others[setId])
  const { known, rowIds, norms } = opened
  const other = wished !== undefined && known.has(wished) ? wished : findOther(rowIds, rowId)
  const ask = useCallback(() => vectors.pair(rowId, other, normalise), [vectors, rowId, other, normalise])
  const work = useWork(ask)
  return (
    <section aria-label="Against another row" className="flex flex-col gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-medium text-soft text-sm">Against another row</h2>
        <NormaliseSwitch />
      </div>
      <div className="flex min-w-0">
        <RowPicker
          label="Other row"
          names={names}
          rowIds={known}
          value={other}
          onPick={(id) => holdAgainst(setId, id)}
        />
      </div>
      <Figures label="Similarity" figures={listMeasures(work.answer)} />
      {work.error && <WorkLine doing="Comparing" work={work} />}
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
