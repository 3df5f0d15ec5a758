// One vector of the set: its facts, its values, and how it stands to another one.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import type { SetViewProps } from '../set-view'
import { VectorsPlaceholder } from './Opening'
import { RowPicker } from './RowPicker'
import { explainMissing, nameRows } from './row-names'
import type { LoadedVectors } from './use-opened'
import { PairSection } from './vector/PairSection'
import { stepRow } from './vector/step-row'
import { VectorBody } from './vector/VectorBody'

export function VectorView(props: SetViewProps) {
  return (
    <VectorsPlaceholder vectors={props.vectors} least={1}>
      {(opened) => <OpenVector {...props} opened={opened} />}
    </VectorsPlaceholder>
  )
}

function OpenVector({
  set,
  rows,
  vectors,
  chosen,
  onSelect,
  opened,
}: SetViewProps & { opened: LoadedVectors }) {
  const names = useMemo(() => nameRows(rows), [rows])
  const { rowIds, known, dimensions } = opened
  const rowId = chosen ?? rowIds[0] ?? 0
  const before = stepRow(rowIds, rowId, { by: -1, numberOf: names.numberOf })
  const after = stepRow(rowIds, rowId, { by: 1, numberOf: names.numberOf })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-4">
      <div className="flex min-w-0 items-center gap-1">
        <RowPicker label="Row" names={names} rowIds={known} value={rowId} onPick={onSelect} />
        <IconButton
          label="Previous row"
          icon={ChevronLeft}
          disabled={before === undefined}
          onClick={() => before !== undefined && onSelect(before)}
        />
        <IconButton
          label="Next row"
          icon={ChevronRight}
          disabled={after === undefined}
          onClick={() => after !== undefined && onSelect(after)}
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
