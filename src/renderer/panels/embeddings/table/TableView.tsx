// The table of a set's texts, with its toolbar and the field for new texts.
import { ArrowDown, CornerDownLeft, FilePlus, Play, RotateCcw, SearchX, Trash2, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type EmbeddingSet, maxTextLength, RowQuery } from '#shared/schemas/embedding-set'
import { describeError } from '../../../api/describe-error'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { bottomBar } from '../../../components/bottom-bar'
import { EmptyState } from '../../../components/EmptyState'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { isComposing } from '../../../components/keyboard'
import { Select } from '../../../components/Select'
import { SearchInput, TextArea } from '../../../components/TextInput'
import { keysOf } from '../../../state/keymap'
import { countPending, countRows, describeCached } from '../describe-set'
import { fillSample } from '../sample'
import { addRows, goToFailedRow, retryFailedRows, runSet } from '../state/embedding-actions'
import { embeddingForm, writeNewTexts } from '../state/embedding-form'
import { allRows, queryRows, useEmbeddingSet } from '../state/embedding-set'
import { useEmbeddingView } from '../state/embedding-view'
import { RowTable } from './RowTable'
import { deleteSelected, listSelected, openPasteDialog, rowSelection, toLines, toRow } from './table-actions'

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
            No texts yet. Type or paste texts below, one per line, or drop a CSV, JSONL, or TXT file anywhere
            in this panel.
          </p>
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={onAddFile}>
              <FilePlus size={14} aria-hidden="true" />
              Import file…
            </Button>
            <Button variant="quiet" onClick={() => toastOutcome(fillSample(set))}>
              Add ten sample texts
            </Button>
          </div>
        </div>
      ) : (
        <>
          <TableToolbar set={set} />
          <FoundTable set={set} />
        </>
      )}
      <AddTexts set={set} onAddFile={onAddFile} />
    </div>
  )
}

function TableToolbar({ set }: { set: EmbeddingSet }) {
  const selected = useEmbeddingView((view) => view.selection.ids.size)
  const found = useEmbeddingSet(describeFound)
  const { id, running, counts } = set
  const isSeveral = selected > 1
  return (
    <div
      role="toolbar"
      aria-label={isSeveral ? 'Selected rows' : 'All rows'}
      className="flex h-9 shrink-0 items-center gap-1 border-line border-b px-5"
    >
      <p role="status" className="mr-auto min-w-0 truncate text-faint text-sm tabular-nums">
        {isSeveral ? `${countRows(selected)} selected` : (found ?? describeCounts(set))}
      </p>
      {!isSeveral && <RowFilters />}
      {isSeveral && (
        <>
          <IconButton
            size="small"
            label="Clear selection"
            icon={X}
            keys="escape"
            onClick={rowSelection.none}
          />
          <IconButton
            size="small"
            label="Run selected rows"
            icon={Play}
            onClick={() => toastOutcome(runSet(id, listSelected()), 'Couldn’t start the run')}
          />
          <IconButton
            size="small"
            label="Delete selected rows"
            icon={Trash2}
            {...keysOf('list.delete')}
            onClick={() => toastOutcome(deleteSelected(id), 'Couldn’t delete the rows')}
          />
        </>
      )}
      {!isSeveral && counts.failed > 0 && (
        <>
          <Button size="small" variant="quiet" onClick={() => toastOutcome(goToFailedRow(id))}>
            <ArrowDown size={12} aria-hidden="true" />
            Next failed
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={running}
            onClick={() => toastOutcome(retryFailedRows(id), 'Couldn’t start the run')}
          >
            <RotateCcw size={12} aria-hidden="true" />
            Retry failed
          </Button>
        </>
      )}
    </div>
  )
}

/** The table, unless the search or the filter matches no row. */
function FoundTable({ set }: { set: EmbeddingSet }) {
  const isNone = useEmbeddingSet(({ found }) => found?.rowIds.length === 0)
  if (!isNone) return <RowTable key={set.id} set={set} />
  return (
    <div className="min-h-0 flex-1">
      <EmptyState icon={SearchX} title="No results">
        <Button onClick={() => queryRows(allRows)}>Clear filters</Button>
      </EmptyState>
    </div>
  )
}

/** Null while all rows are listed. */
function describeFound({ isFinding, query, found, set }: ReturnType<typeof useEmbeddingSet.getState>) {
  if (isFinding && !found && (query.search !== '' || query.state !== null)) return 'Searching…'
  if (!found || (query.search === '' && query.state === null)) return null
  return `${formatCount(found.rowIds.length)} of ${countRows(set?.counts.rows ?? 0)}`
}

function describeCounts(set: EmbeddingSet): string {
  const { rows, done, failed, empty } = set.counts
  const notRun = countPending(set) - failed
  return [
    countRows(rows),
    done > 0 && `${formatCount(done)} done`,
    describeCached(set),
    failed > 0 && `${formatCount(failed)} failed`,
    empty > 0 && `${formatCount(empty)} without text, skipped`,
    notRun > 0 && `${formatCount(notRun)} not run`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function AddTexts({ set, onAddFile }: TableViewProps) {
  const { id, running, counts } = set
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => bottomBar(container.current), [])
  const isFirst = useRef(counts.rows === 0)
  useEffect(() => {
    // In an empty set, the user starts by typing texts.
    if (isFirst.current) container.current?.querySelector('textarea')?.focus()
  }, [])
  const text = embeddingForm.useForm((form) => form.drafts[id] ?? '')
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const rows = toLines(text)
  const tooLong = rows.findIndex((row) => row.text.length > maxTextLength)
  const error = tooLong >= 0 ? `Line ${tooLong + 1} is over the limit of 100,000 characters.` : problem
  const add = async (newRows: typeof rows): Promise<boolean> => {
    if (isAdding || newRows.length === 0) return false
    setAdding(true)
    setProblem(null)
    try {
      await addRows(id, newRows)
      // Text typed meanwhile stays.
      const now = embeddingForm.read().drafts[id] ?? ''
      writeNewTexts(id, now.startsWith(text) ? now.slice(text.length) : now)
      return true
    } catch (error) {
      setProblem(describeError(error))
      return false
    } finally {
      setAdding(false)
    }
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    if (!text.trim() || tooLong >= 0) {
      // Ctrl+Enter runs the set.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault()
      return
    }
    event.preventDefault()
    if (!event.ctrlKey && !event.metaKey) return void add(rows)
    event.stopPropagation()
    toastOutcome(
      add(rows).then((isAdded) => (isAdded && !running ? runSet(id) : undefined)),
      'Couldn’t run the set',
    )
  }
  return (
    <div ref={container} className="flex shrink-0 flex-col gap-1.5 border-line border-t bg-frame px-4 py-2.5">
      <div className="flex items-end gap-2">
        {counts.rows > 0 && (
          <IconButton
            label="Import file…"
            {...keysOf('embeddings.import')}
            icon={FilePlus}
            onClick={onAddFile}
          />
        )}
        <TextArea
          aria-label="New texts"
          placeholder="Type or paste texts, one per line"
          rows={1}
          maxHeight={132}
          value={text}
          aria-invalid={error ? true : undefined}
          onChange={(event) => writeNewTexts(id, event.target.value)}
          onPaste={(event: ClipboardEvent) => {
            if (!openPasteDialog(event.clipboardData.getData('text/plain'))) return
            event.preventDefault()
          }}
          onKeyDown={pressKey}
        />
        {rows.length > 1 && (
          <Button
            variant="quiet"
            disabled={isAdding || text.length > maxTextLength}
            onClick={() => void add([toRow(text.trim())])}
          >
            Add as one row
          </Button>
        )}
        <Button disabled={isAdding || rows.length === 0 || tooLong >= 0} onClick={() => void add(rows)}>
          <CornerDownLeft size={14} aria-hidden="true" />
          {rows.length > 1 ? `Add ${countRows(rows.length)}` : 'Add row'}
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

const everyState = 'all'

const stateNames = { done: 'Done', failed: 'Failed', waiting: 'Not run', empty: 'No text' } as const

const stateGroups = [
  {
    label: '',
    options: [
      { value: everyState, label: 'All statuses' },
      ...Object.entries(stateNames).map(([value, label]) => ({ value, label })),
    ],
  },
]

function RowFilters() {
  const { search, state } = useEmbeddingSet(({ query }) => query)
  return (
    <>
      <div className="flex w-56 min-w-28">
        <SearchInput
          data-panel-search
          aria-label="Search texts"
          placeholder="Search texts"
          className="h-7!"
          value={search}
          maxLength={1000}
          onChange={({ target }) => queryRows({ search: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || search === '') return
            event.preventDefault()
            event.stopPropagation()
            queryRows({ search: '' })
          }}
        />
      </div>
      <Select
        label="Status"
        value={state ?? everyState}
        groups={stateGroups}
        className="h-7! w-auto!"
        onChange={(next) => queryRows({ state: toState(next) })}
      />
    </>
  )
}

function toState(value: string): RowQuery['state'] {
  return RowQuery.shape.state.safeParse(value).data ?? null
}
