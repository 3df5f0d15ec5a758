// Lists the rows picked on the map; opens and copies them.

import { Check, Copy, ListPlus, X } from 'lucide-react'
import { useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { useCopied } from '../../../components/CopyButton'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { RowListbox } from '../inspect/RowPicker'
import type { RowNames } from '../inspect/row-names'
import { writeRows } from '../inspect/write-tsv'
import { extractRows } from '../state/embedding-actions'
import { readWholeRows } from '../state/embedding-set'
import { useSelectedRow } from '../state/embedding-view'

interface PickedRowsProps {
  readonly set: EmbeddingSet
  readonly rowIds: readonly number[]
  readonly names: RowNames
  /** How many of the rows are in each group; null or empty without groups. */
  readonly breakdown: string | null
  readonly onClear: () => void
}

export function PickedRows({ set, rowIds, names, breakdown, onClear }: PickedRowsProps) {
  const selected = useSelectedRow()
  const [copied, copy] = useCopied()
  const copyAll = () => {
    const copying = readWholeRows(set.id, rowIds).then((rows) => copy(writeRows(rows, set.columns)))
    toastOutcome(copying, 'Couldn’t copy the rows')
  }
  const [isCreating, setCreating] = useState(false)
  const createFromPicked = () => {
    setCreating(true)
    toastOutcome(
      extractRows(set.id, rowIds).finally(() => setCreating(false)),
      'Couldn’t create the set',
    )
  }
  return (
    <section
      aria-label="Selected rows"
      className="flex w-60 shrink-0 flex-col border-line border-l bg-canvas"
    >
      <header className="flex h-9 shrink-0 items-center gap-1 border-line border-b pr-1 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-medium text-sm">{formatCount(rowIds.length)} selected</h2>
        <IconButton
          size="small"
          label={copied ? 'Copied' : 'Copy selected rows'}
          icon={copied ? Check : Copy}
          disabled={rowIds.length === 0}
          onClick={copyAll}
        />
        <IconButton
          size="small"
          label="Create set from selected rows"
          icon={ListPlus}
          disabled={rowIds.length === 0 || isCreating}
          onClick={createFromPicked}
        />
        <IconButton size="small" label="Clear selection" icon={X} onClick={onClear} />
      </header>
      {breakdown && (
        <p className="max-h-24 shrink-0 overflow-y-auto border-line border-b px-3 py-1.5 text-soft text-sm tabular-nums">
          {breakdown}
        </p>
      )}
      {rowIds.length === 0 ? (
        <p className="p-3 text-soft text-sm">
          No points inside the lasso. Draw around some points, or press Space to select one.
        </p>
      ) : (
        <RowListbox
          label="Selected rows"
          names={names}
          rowIds={rowIds}
          selected={selected}
          className="min-h-0 flex-1"
        />
      )}
    </section>
  )
}
