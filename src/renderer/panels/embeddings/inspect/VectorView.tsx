// One vector of the set: its facts, its values, and how it stands to another one.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { IconButton } from '../../../kit/IconButton'
import { Notice } from '../../../kit/Notice'
import type { SetViewProps } from '../set-view'
import { Opening } from './Opening'
import { RowPicker } from './RowPicker'
import { explainMissing, nameRows } from './row-names'
import type { Opened } from './use-opened'
import { PairSection } from './vector/PairSection'
import { VectorBody } from './vector/VectorBody'

export function VectorView(props: SetViewProps) {
  return (
    <Opening vectors={props.vectors} least={1}>
      {(opened) => <OpenVector {...props} opened={opened} />}
    </Opening>
  )
}

function OpenVector({ set, rows, vectors, chosen, onChoose, opened }: SetViewProps & { opened: Opened }) {
  const names = useMemo(() => nameRows(rows), [rows])
  const { rowIds, known, dimensions } = opened
  const rowId = chosen ?? rowIds[0] ?? 0
  const place = rowIds.indexOf(rowId)
  const step = (by: number) => {
    const next = rowIds[Math.min(rowIds.length - 1, Math.max(0, place + by))]
    if (next !== undefined) onChoose(next)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-4">
      <div className="flex min-w-0 items-center gap-1">
        <RowPicker label="Row" names={names} rowIds={known} value={rowId} onPick={onChoose} />
        <IconButton label="Previous row" icon={ChevronLeft} disabled={place === 0} onClick={() => step(-1)} />
        <IconButton
          label="Next row"
          icon={ChevronRight}
          disabled={place === rowIds.length - 1}
          onClick={() => step(1)}
        />
      </div>
      {known.has(rowId) ? (
        <>
          <VectorBody vectors={vectors} rowId={rowId} />
          {rowIds.length > 1 && (
            <PairSection setId={set.id} vectors={vectors} names={names} opened={opened} rowId={rowId} />
          )}
        </>
      ) : (
        <Notice tone="quiet" title={explainMissing(names.find(rowId), dimensions) ?? ''} />
      )}
    </div>
  )
}
