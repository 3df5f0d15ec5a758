// The table of a set's texts, with its toolbar and the field for new ones.
import { ArrowDown, FilePlus, Play, RotateCcw, Trash2, X } from 'lucide-react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { countOpen, countRows, describeCached } from '../describe-set'
import { fillSample } from '../sample'
import { goToFailedRow, retryFailedRows, runSet } from '../state/embedding-actions'
import { clearRowSelection, useEmbeddingView } from '../state/embedding-view'
import { AddTexts } from './AddTexts'
import { RowTable } from './RowTable'
import { deleteSelected, listSelected } from './table-actions'

interface TableViewProps {
  readonly set: EmbeddingSet
  readonly onAddFile: () => void
}

export function TableView({ set, onAddFile }: TableViewProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {set.counts.rows === 0 ? (
        <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto p-6 text-center">
          <p className="max-w-[52ch] text-soft">
            Nothing is in this set yet. Type or paste texts below, one a line, or drop a CSV, JSONL or TXT
            file anywhere in this panel.
          </p>
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={onAddFile}>
              <FilePlus size={14} aria-hidden="true" />
              Add file…
            </Button>
            <Button look="quiet" onClick={() => tellOutcome(fillSample(set))}>
              Fill with ten sample texts
            </Button>
          </div>
        </div>
      ) : (
        <>
          <TableToolbar set={set} />
          <RowTable key={set.id} set={set} />
        </>
      )}
      <AddTexts set={set} />
    </div>
  )
}

function TableToolbar({ set }: { set: EmbeddingSet }) {
  const chosen = useEmbeddingView((view) => view.chosen.ids.size)
  const { id, running, counts } = set
  const isSeveral = chosen > 1
  return (
    <div
      role="toolbar"
      aria-label={isSeveral ? 'Chosen rows' : 'All rows'}
      className="flex h-9 shrink-0 items-center gap-1 border-line border-b px-5"
    >
      <p role="status" className="mr-auto min-w-0 truncate text-faint text-sm tabular-nums">
        {isSeveral ? `${countRows(chosen)} chosen` : describeCounts(set)}
      </p>
      {isSeveral && (
        <>
          <IconButton
            size="small"
            label="Choose nothing"
            icon={X}
            keys="escape"
            onClick={clearRowSelection}
          />
          <IconButton
            size="small"
            label="Run chosen rows"
            icon={Play}
            onClick={() => tellOutcome(runSet(id, listSelected()), 'They were not run')}
          />
          <IconButton
            size="small"
            label="Delete chosen rows"
            icon={Trash2}
            keys="delete"
            onClick={() => tellOutcome(deleteSelected(id), 'Nothing was deleted')}
          />
        </>
      )}
      {!isSeveral && counts.failed > 0 && (
        <>
          <Button size="small" look="quiet" onClick={() => tellOutcome(goToFailedRow(id))}>
            <ArrowDown size={12} aria-hidden="true" />
            Next failed
          </Button>
          <Button
            size="small"
            look="quiet"
            disabled={running}
            onClick={() => tellOutcome(retryFailedRows(id), 'They were not run')}
          >
            <RotateCcw size={12} aria-hidden="true" />
            Retry failed
          </Button>
        </>
      )}
    </div>
  )
}

function describeCounts(set: EmbeddingSet): string {
  const { rows, done, failed, empty } = set.counts
  const open = countOpen(set) - failed
  return [
    countRows(rows),
    done > 0 && `${formatCount(done)} done`,
    describeCached(set),
    failed > 0 && `${formatCount(failed)} failed`,
    empty > 0 && `${formatCount(empty)} without text, left out`,
    open > 0 && `${formatCount(open)} not run`,
  ]
    .filter(Boolean)
    .join(' · ')
}
