// The rows of a set as a virtual table, navigated by mouse and keys, with its context menu.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { Copy, Grid3x3, Locate, Pencil, Play, Trash2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import type { EmbeddingRow, EmbeddingSet, NewRow } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import type { MenuItem } from '../../../components/Menu'
import { ContextMenu } from '../../../components/Menu'
import { useMediaQuery } from '../../../components/use-media-query'
import { editEmbeddingRow, runSet } from '../state/embedding-actions'
import { findRow } from '../state/embedding-rows'
import { setVisibleRows, useEmbeddingSet } from '../state/embedding-set'
import { editRow, selectRow, showTab, toggleRow, useEmbeddingView } from '../state/embedding-view'
import { handlePaste } from './handle-paste'
import { measureEditor, RowEditor } from './RowEditor'
import { HeadLine, RowLine, TableRow, toRowElementId } from './TableRow'
import { copyTexts, deleteSelected, findCursor, listSelected, seekRow, selectRange } from './table-actions'
import { useTableKeys } from './use-table-keys'

const rowHeight = 32

export function RowTable({ set }: { set: EmbeddingSet }) {
  const { id, columns } = set
  const isTitled = set.settings.taskType === 'RETRIEVAL_DOCUMENT'
  const shown = columns.slice(0, useMediaQuery('(width >= 1400px)') ? 4 : 2)
  const rows = useEmbeddingSet((live) => live.rows)
  const { selected, editing } = useEmbeddingView()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const editorHeight = measureEditor(columns, isTitled)
  const virtual = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scroller,
    estimateSize: (index) => {
      const isEdited = editing !== null && findRow(rows, index)?.id === editing
      return isEdited ? editorHeight : rowHeight
    },
    overscan: 12,
    // The row with the cursor, or being edited, is rendered wherever the table is scrolled to.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range)
      const cursor = findCursor()
      if (cursor < 0 || cursor >= rows.total || seen.includes(cursor)) return seen
      return [...seen, cursor].sort((one, other) => one - other)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row being edited is higher than the others.
  useEffect(() => virtual.measure(), [editing, editorHeight])
  const { startIndex = 0, endIndex = 40 } = virtual.range ?? {}
  useEffect(() => setVisibleRows(startIndex - 20, endIndex + 20), [startIndex, endIndex])
  const onKeyDown = useTableKeys(id, Math.max(1, endIndex - startIndex))
  useCursorInSight(id, (index) => virtual.scrollToIndex(index, { align: 'auto' }))
  return (
    <RowMenu setId={id}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table has all its rows; here only those in view exist. */}
      <div
        ref={setScroller}
        role="grid"
        tabIndex={0}
        aria-label="Texts"
        aria-multiselectable="true"
        aria-rowcount={rows.total + 1}
        aria-activedescendant={selected.cursor === null ? undefined : toRowElementId(selected.cursor)}
        onKeyDown={onKeyDown}
        onClick={(event) => press(event, id)}
        onDoubleClick={(event) => {
          const pressed = readPressed(event)
          if (pressed) editRow(pressed.rowId)
        }}
        onContextMenu={selectForMenu}
        onPaste={(event: ClipboardEvent) => {
          if (event.target !== event.currentTarget) return
          if (handlePaste(set, event.clipboardData)) event.preventDefault()
        }}
        className="group/table min-h-0 flex-1 overflow-y-auto px-3 pb-2 outline-none [scrollbar-gutter:stable]"
      >
        <HeadLine columns={shown} isTitled={isTitled} />
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start, size }) => {
            const row = findRow(rows, index)
            return (
              <div
                key={key}
                className="absolute top-0 left-0 w-full"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {!row && <div className="mx-2 my-2.5 h-3 w-1/2 rounded-sm bg-hover" />}
                {row && editing === row.id && (
                  <EditedRow
                    set={set}
                    row={row}
                    index={index}
                    isTitled={isTitled}
                    onDone={(byKey) => {
                      editRow(null)
                      if (byKey) scroller?.focus()
                    }}
                  />
                )}
                {row && editing !== row.id && (
                  <RowLine
                    row={row}
                    index={index}
                    columns={shown}
                    isTitled={isTitled}
                    selected={selected.ids.has(row.id)}
                    isCursor={row.id === selected.cursor}
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </RowMenu>
  )
}

interface EditedRowProps {
  readonly set: EmbeddingSet
  readonly row: EmbeddingRow
  readonly index: number
  readonly isTitled: boolean
  readonly onDone: (byKey: boolean) => void
}

function EditedRow({ set, row, index, isTitled, onDone }: EditedRowProps) {
  const { id, columns } = set
  const keep = async (written: NewRow, andRun: boolean) => {
    await editEmbeddingRow(id, row.id, written)
    if (andRun) await runSet(id)
  }
  return (
    <TableRow id={toRowElementId(row.id)} aria-rowindex={index + 2} className="h-full">
      {/* biome-ignore lint/a11y: a `td` belongs in a `tr`; what can be focused is in the cell. */}
      <div role="gridcell" className="h-full">
        <RowEditor
          key={row.id}
          row={row}
          columns={columns}
          isTitled={isTitled}
          onSave={(written, andRun) => toastOutcome(keep(written, andRun), 'The row was not changed')}
          onDone={onDone}
        />
      </div>
    </TableRow>
  )
}

/** Wherever it was moved to, by the keys or in another tab. */
function useCursorInSight(setId: string, show: (index: number) => void) {
  const cursor = useEmbeddingView((view) => view.selected.cursor)
  const reveal = useEffectEvent((rowId: number) => {
    const index = findCursor()
    if (index >= 0) return show(index)
    toastOutcome(
      seekRow(setId, rowId).then((found) => {
        if (found >= 0) show(found)
      }),
    )
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another set the cursor is elsewhere.
  useEffect(() => {
    if (cursor !== null) reveal(cursor)
  }, [cursor, setId])
}

function press(event: MouseEvent, setId: string) {
  const pressed = readPressed(event)
  if (!pressed) return
  const { rowId, index } = pressed
  if (event.shiftKey) toastOutcome(selectRange(setId, rowId, index))
  else if (event.ctrlKey || event.metaKey) toggleRow(rowId, index)
  else selectRow(rowId, index)
}

/** A row that is not selected yet is selected alone; outside of rows there is no menu. */
function selectForMenu(event: MouseEvent) {
  const pressed = readPressed(event)
  if (!pressed) return event.preventDefault()
  if (!useEmbeddingView.getState().selected.ids.has(pressed.rowId)) selectRow(pressed.rowId, pressed.index)
}

function readPressed({ target }: MouseEvent): { rowId: number; index: number } | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row ? { rowId: Number(row.dataset.row), index: Number(row.dataset.index) } : undefined
}

interface RowMenuProps {
  readonly setId: string
  /** The table. */
  readonly children: ReactElement
}

function RowMenu({ setId, children }: RowMenuProps) {
  const { ids, cursor } = useEmbeddingView((view) => view.selected)
  const isOne = ids.size < 2
  const items: MenuItem[] = [
    ...(isOne && cursor !== null
      ? [
          { name: 'Edit row', icon: Pencil, keys: 'enter', onSelect: () => editRow(cursor) },
          { name: 'Look at its vector', icon: Grid3x3, onSelect: () => showTab('vector') },
          { name: 'Find its neighbours', icon: Locate, onSelect: () => showTab('neighbours') },
        ]
      : []),
    {
      name: isOne ? 'Run this row' : 'Run these rows',
      icon: Play,
      apart: isOne,
      onSelect: () => toastOutcome(runSet(setId, listSelected()), 'It was not run'),
    },
    {
      name: isOne ? 'Copy text' : 'Copy texts',
      icon: Copy,
      keys: 'mod+c',
      onSelect: () => toastOutcome(copyTexts(setId), 'Nothing was copied'),
    },
    {
      name: isOne ? 'Delete row' : 'Delete rows',
      icon: Trash2,
      keys: 'delete',
      danger: true,
      apart: true,
      onSelect: () => toastOutcome(deleteSelected(setId), 'Nothing was deleted'),
    },
  ]
  return (
    <ContextMenu label="Actions for the chosen rows" items={items}>
      {children}
    </ContextMenu>
  )
}
