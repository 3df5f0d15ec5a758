// The requests as a virtual table that follows the log, navigated by mouse and keys.

import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { FocusCommand } from '#shared/commands/commands'
import { listProfiles } from '#shared/models/profiles'
import { queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { useWidthStyle } from '../../../components/ColumnHandle'
import { isComposing } from '../../../components/keyboard'
import { ListRows, useListRows } from '../../../components/ListRows'
import { followCursor } from '../../../components/list-selection'
import { toRowHeight } from '../../../components/row-height'
import { useListSelection } from '../../../components/use-list-selection'
import { isCommandKey, readListCommand } from '../../../state/keymap'
import { columnWidths, type LogColumn, measureColumns } from './columns'
import { HeadRow, RowCells, stopRequest, toRowAttributes, toRowElementId } from './LogRow'
import { findEntry, isRunning, type LogEntry, type LogRows, listEntries } from './log-rows'
import { changeLogView, toggleExpanded, useLogView } from './log-view'
import { RequestMenu } from './RequestMenu'
import { readNextPage, useRequestLog } from './request-log'
import {
  copyCurl,
  moveCursorBy,
  openAtCursor,
  readCursor,
  replay,
  requestSelection,
  setListedEntries,
} from './request-selection'

const rowHeight = 28
/** Rows below those in view from which on the next page is read. */
const readAhead = 100

export function LogTable({ rows, columns }: { rows: LogRows; columns: readonly LogColumn[] }) {
  const selection = useLogView((view) => view.selection)
  const expanded = useLogView((view) => view.expanded)
  const isBehind = useRequestLog(({ isLoading }) => isLoading)
  const { data: profiles = [] } = useQuery(queries.settings.read.queryOptions({ select: listProfiles }))
  const entries = useMemo(() => listEntries(rows, expanded), [rows, expanded])
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const widths = columnWidths((state) => state.widths)
  const cursor = selection.cursor ? findEntry(entries, selection.cursor.id, selection.cursor.index) : -1
  const list = useListRows(scroller, {
    count: entries.length + (rows.next === null ? 0 : 1),
    keyOf: (at) => entries[at]?.exchange.id ?? 'next page',
    heightOf: () => rowHeight,
    activeRow: cursor,
    overscan: 12,
    headHeight: rowHeight,
  })
  useLayoutEffect(() => {
    setListedEntries(entries, (index) => list.scrollToIndex(index, { align: 'auto' }))
  }, [entries, list])
  const { startIndex = 0, endIndex = 0 } = list.range ?? {}
  useEffect(() => {
    // A page may contain only polls of a row that is listed already, which adds no entry.
    if (rows.next !== null && endIndex + readAhead > entries.length) void readNextPage()
  }, [endIndex, entries.length, rows.next])
  useStablePosition(scroller, entries, rows.query)
  const { onKeyDown, onClick, onContextMenu } = useListSelection(requestSelection, {
    total: entries.length,
    rows: Math.max(1, endIndex - startIndex),
    handlers: { open: openAtCursor, copy: copySelected },
    toElementId: toRowElementId,
    readCommand: readListCommand,
  })
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || isComposing(event.nativeEvent)) return
    if (!pressLogKey(event, entries)) onKeyDown(event)
  }
  const handleClick = (event: MouseEvent) => {
    onClick(event)
    const isRow = event.target instanceof Element && event.target.closest('[data-id]') !== null
    if (isRow && !event.ctrlKey && !event.metaKey && !event.shiftKey)
      void requestSelection.enqueue(openAtCursor)
  }
  const toRow = (index: number) => {
    const id = entries[index]?.exchange.id
    if (id === undefined) return {}
    return toRowAttributes({ id, index, isSelected: selection.ids.has(id), isCursor: index === cursor })
  }
  return (
    <RequestMenu exchange={entries[cursor]?.exchange ?? null}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element needs all rows, but only those in view are rendered. */}
      <div
        ref={setScroller}
        style={useWidthStyle(columnWidths, columns)}
        role="grid"
        tabIndex={0}
        aria-label="Requests"
        aria-multiselectable="true"
        aria-busy={isBehind}
        aria-rowcount={rows.next === null ? entries.length + 1 : -1}
        aria-activedescendant={
          cursor >= 0 && selection.cursor ? toRowElementId(selection.cursor.id) : undefined
        }
        data-request-list
        onKeyDown={handleKey}
        onClick={handleClick}
        onContextMenu={onContextMenu}
        className="group/log min-h-0 flex-1 overflow-auto outline-none transition-opacity aria-busy:opacity-60"
      >
        <div style={{ minWidth: measureColumns(columns, widths) }}>
          <HeadRow columns={columns} />
          <ListRows rows={list} rowProps={toRow}>
            {(at) => {
              const entry = entries[at]
              if (!entry) return <div className="mx-4 my-2 h-3 w-1/3 animate-breathe rounded-sm bg-hover" />
              const { operation } = entry.exchange
              return (
                <RowCells
                  entry={entry}
                  columns={columns}
                  profiles={profiles}
                  isExpanded={operation !== null && expanded.has(operation)}
                />
              )
            }}
          </ListRows>
        </div>
      </div>
    </RequestMenu>
  )
}

function copySelected() {
  const exchange = readCursor()
  if (exchange) toastOutcome(copyCurl(exchange), 'Couldn’t copy')
}

/** The rows in view stay where they are while others are added above them; at the top, new rows appear. */
function useStablePosition(scroller: HTMLElement | null, entries: readonly LogEntry[], query: unknown) {
  const previous = useRef({ entries, query })
  useLayoutEffect(() => {
    const before = previous.current
    previous.current = { entries, query }
    if (!scroller) return
    if (before.query !== query) {
      scroller.scrollTop = 0
      return
    }
    const { selection } = useLogView.getState()
    const followed = followCursor(selection, (id) => {
      const at = findEntry(entries, id, selection.cursor?.index)
      return at < 0 ? undefined : at
    })
    if (followed !== selection) changeLogView({ selection: followed })
    const height = toRowHeight(rowHeight)
    if (scroller.scrollTop < height) return
    const first = Math.floor(scroller.scrollTop / height)
    const anchor = before.entries[first]
    const now = anchor ? findEntry(entries, anchor.exchange.id, first) : -1
    if (now >= 0 && now !== first) scroller.scrollTop += (now - first) * height
  }, [scroller, entries, query])
}

/** Handles the log's own keys. Returns false for other keys. */
function pressLogKey(event: KeyboardEvent, entries: readonly LogEntry[]): boolean {
  if (!runLogCommand(event) && !runLogKey(event, entries)) return false
  event.preventDefault()
  event.stopPropagation()
  return true
}

/** Returns whether it is the key of a command that has a use now. */
function runLogCommand(event: KeyboardEvent): boolean {
  const exchange = readCursor()
  const isKey = (id: FocusCommand) => isCommandKey(event, id)
  if (isKey('request.next') || isKey('request.previous')) {
    moveCursorBy(isKey('request.next') ? 1 : -1)
    return true
  }
  if (!exchange) return false
  if (isKey('request.copyCurl')) copySelected()
  else if (isKey('request.replay')) {
    if (!isRunning(exchange)) toastOutcome(replay(exchange), 'Can’t replay this request')
  } else if (isKey('request.stop')) {
    if (isRunning(exchange)) stopRequest(exchange.id)
  } else return false
  return true
}

function runLogKey(
  { key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent,
  entries: readonly LogEntry[],
): boolean {
  if (ctrlKey || metaKey || shiftKey || altKey) return false
  if (key === 'ArrowRight' || key === 'ArrowLeft') return togglePolls(key === 'ArrowRight', entries)
  if (key !== 'Escape' || useLogView.getState().opened === null) return false
  changeLogView({ opened: null })
  return true
}

/** At the row of several polls. */
function togglePolls(expands: boolean, entries: readonly LogEntry[]): boolean {
  const entry = entries[requestSelection.cursorIndex()]
  const operation = entry?.exchange.operation
  if (!entry || entry.polls === 0 || typeof operation !== 'string') return false
  if (useLogView.getState().expanded.has(operation) !== expands) toggleExpanded(operation)
  return true
}
