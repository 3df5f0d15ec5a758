// The table of a set's texts, with where new ones are written.
import { FilePlus } from 'lucide-react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { fillSample } from '../sample'
import { AddTexts } from './AddTexts'
import { RowTable } from './RowTable'
import { TableToolbar } from './TableToolbar'

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
