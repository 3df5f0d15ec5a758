// The rows of a set as a virtual table, navigated by mouse and keys, with its context menu.
import { Copy, Grid3x3, Locate, Pencil, Play, Trash2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import type { EmbeddingRow, EmbeddingSet, NewRow } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { useWidthStyle } from '../../../components/ColumnHandle'
import { isComposing } from '../../../components/keyboard'
import { ListRows, useListRows } from '../../../components/ListRows'
import { ContextMenu, type MenuItem } from '../../../components/Menu'
import { useListSelection } from '../../../components/use-list-selection'
import { useMediaQuery } from '../../../components/use-media-query'
import { isCommandKey, keysOf, readListCommand } from '../../../state/keymap'
import { editEmbeddingRow, runSet } from '../state/embedding-actions'
import { findRow } from '../state/embedding-rows'
import { useEmbeddingSet } from '../state/embedding-set'
import { editRow, readCursorRow, showTab, useEmbeddingView, useSelectedRow } from '../state/embedding-view'
import { measureEditor, RowEditor } from './RowEditor'
import { columnWidths, HeadLine, listResizable, RowLine, TableRow, toRowElementId } from './TableRow'
import { copyTexts, deleteSelected, handlePaste, listSelected, rowSelection, seekRow } from './table-actions'

const rowHeight = 32

export function RowTable({ set }: { set: EmbeddingSet }) {
  const { id, columns } = set
  const isTitled = set.settings.taskType === 'RETRIEVAL_DOCUMENT'
  const shown = columns.slice(0, useMediaQuery('(width >= 1400px)') ? 4 : 2)
  const resizable = listResizable(shown, isTitled)
  const widths = useWidthStyle(columnWidths, resizable)
  const rows = useEmbeddingSet((live) => live.rows)
  const numbers = useEmbeddingSet((live) => live.found?.numbers)
  const { selection, editing } = useEmbeddingView()
  const cursor = useSelectedRow()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const editorHeight = measureEditor(columns, isTitled)
  const index = rowSelection.cursorIndex()
  const list = useListRows(scroller, {
    count: rows.total,
    heightOf: (at) => (editing !== null && findRow(rows, at)?.id === editing ? editorHeight : rowHeight),
    activeRow: index,
    overscan: 12,
    heightKey: `${editing} ${editorHeight}`,
  })
  const { startIndex = 0, endIndex = 40 } = list.range ?? {}
  const loader = useEmbeddingSet((live) => live.loader)
  useEffect(() => loader?.setVisible(startIndex - 20, endIndex + 20), [loader, startIndex, endIndex])
  const { onKeyDown, ...listeners } = useListSelection(rowSelection, {
    total: rows.total,
    rows: Math.max(1, endIndex - startIndex),
    handlers: {
      ...(cursor !== null && { open: () => editRow(cursor) }),
      remove: () => toastOutcome(deleteSelected(id), 'Couldn’t delete'),
      copy: () => toastOutcome(copyTexts(id), 'Couldn’t copy'),
    },
    toElementId: toRowElementId,
    readCommand: readListCommand,
  })
  const handleKey = (event: KeyboardEvent) => {
    // The row being edited handles its own keys.
    if (event.target !== event.currentTarget || isComposing(event.nativeEvent)) return
    if (!pressTableKey(event)) onKeyDown(event)
  }
  useCursorReveal(id, (at) => list.scrollToIndex(at, { align: 'auto' }))
  return (
    <RowMenu setId={id}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element needs all rows, but only those in view are rendered. */}
      <div
        ref={setScroller}
        style={widths}
        role="grid"
        tabIndex={0}
        aria-label="Texts"
        aria-multiselectable="true"
        aria-rowcount={rows.total + 1}
        aria-activedescendant={selection.cursor ? toRowElementId(selection.cursor.id) : undefined}
        onKeyDown={handleKey}
        {...listeners}
        onDoubleClick={({ target }) => {
          const row = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null
          if (row) editRow(Number(row.dataset.id))
        }}
        onPaste={(event: ClipboardEvent) => {
          if (event.target !== event.currentTarget) return
          if (handlePaste(set, event.clipboardData)) event.preventDefault()
        }}
        className="group/table min-h-0 flex-1 overflow-y-auto px-3 pb-2 outline-none [scrollbar-gutter:stable]"
      >
        <HeadLine resizable={resizable} />
        <ListRows rows={list}>
          {(at) => {
            const row = findRow(rows, at)
            if (!row) return <div className="mx-2 my-2.5 h-3 w-1/2 rounded-sm bg-hover" />
            if (editing !== row.id) {
              return (
                <RowLine
                  row={row}
                  index={at}
                  number={numbers?.[at] ?? at + 1}
                  columns={shown}
                  isTitled={isTitled}
                  selected={selection.ids.has(String(row.id))}
                  isCursor={row.id === cursor}
                />
              )
            }
            return (
              <EditedRow
                set={set}
                row={row}
                index={at}
                isTitled={isTitled}
                onDone={(byKey) => {
                  editRow(null)
                  if (byKey) scroller?.focus()
                }}
              />
            )
          }}
        </ListRows>
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
  const save = async (written: NewRow, andRun: boolean) => {
    await editEmbeddingRow(id, row.id, written)
    if (andRun) await runSet(id)
  }
  return (
    <TableRow id={toRowElementId(row.id)} aria-rowindex={index + 2} className="h-full">
      {/* biome-ignore lint/a11y: a `td` belongs in a `tr`; the focusable elements are in the cell. */}
      <div role="gridcell" className="h-full">
        <RowEditor
          key={row.id}
          row={row}
          columns={columns}
          isTitled={isTitled}
          onSave={(written, andRun) => toastOutcome(save(written, andRun), 'Couldn’t update the row')}
          onDone={onDone}
        />
      </div>
    </TableRow>
  )
}

/** Scrolls to the cursor when it moves, by keys or in another tab. */
function useCursorReveal(setId: string, show: (index: number) => void) {
  const cursor = useSelectedRow()
  const reveal = useEffectEvent((rowId: number) => {
    const index = rowSelection.cursorIndex()
    if (index >= 0) return show(index)
    toastOutcome(
      seekRow(rowId).then((found) => {
        if (found >= 0) show(found)
      }),
    )
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another set, the cursor is at another row.
  useEffect(() => {
    if (cursor !== null) reveal(cursor)
  }, [cursor, setId])
}

/** Handles the table's own keys. Returns false for other keys. */
function pressTableKey(event: KeyboardEvent): boolean {
  const cursor = readCursorRow(useEmbeddingView.getState())
  if (!isCommandKey(event, 'list.rename') || cursor === null) return false
  editRow(cursor)
  event.preventDefault()
  event.stopPropagation()
  return true
}

function RowMenu({ setId, children }: { setId: string; children: ReactElement }) {
  const cursor = useSelectedRow()
  const isOne = useEmbeddingView(({ selection }) => selection.ids.size < 2)
  const items: MenuItem[] = [
    ...(isOne && cursor !== null
      ? [
          { name: 'Edit row', icon: Pencil, keys: 'enter', onSelect: () => editRow(cursor) },
          { name: 'View vector', icon: Grid3x3, onSelect: () => showTab('vector') },
          { name: 'Find neighbors', icon: Locate, onSelect: () => showTab('neighbors') },
        ]
      : []),
    {
      name: isOne ? 'Run row' : 'Run rows',
      icon: Play,
      hasSeparator: isOne,
      onSelect: () => toastOutcome(runSet(setId, listSelected()), 'Couldn’t start the run'),
    },
    {
      name: isOne ? 'Copy text' : 'Copy texts',
      icon: Copy,
      ...keysOf('list.copy'),
      onSelect: () => toastOutcome(copyTexts(setId), 'Couldn’t copy'),
    },
    {
      name: isOne ? 'Delete row' : 'Delete rows',
      icon: Trash2,
      ...keysOf('list.delete'),
      danger: true,
      hasSeparator: true,
      onSelect: () => toastOutcome(deleteSelected(setId), 'Couldn’t delete'),
    },
  ]
  return (
    <ContextMenu label="Actions for selected rows" items={items}>
      {children}
    </ContextMenu>
  )
}
