// The context menu of the listed requests, and the dialogs of its actions.

import { Columns2, Copy, Download, Hash, ListFilter, PanelRightOpen, RotateCcw, Square } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import { ContextMenu, type MenuItem } from '../../../components/Menu'
import { CompareDialog } from '../../../exchange/CompareDialog'
import { ReplayDialog, useSending } from '../../../exchange/ReplayDialog'
import { keysOf } from '../../../state/keymap'
import { stopRequest } from './LogRow'
import { isRunning } from './log-rows'
import { changeFilters, changeLogView, useLogView } from './log-view'
import { openSent } from './request-log'
import {
  compareSelected,
  copyCurl,
  copyIds,
  exportSelected,
  openAtCursor,
  readCursor,
  replay,
} from './request-selection'

interface RequestMenuProps {
  /** At the cursor. */
  readonly exchange: ExchangeSummary | null
  readonly children: ReactElement
}

export function RequestMenu({ exchange, children }: RequestMenuProps) {
  const count = useLogView(({ selection }) => selection.ids.size)
  const { isSending } = useSending()
  const items = count > 1 ? listSelectionItems(count) : exchange ? listRequestItems(exchange, isSending) : []
  return (
    <ContextMenu label={count > 1 ? 'Actions for selected requests' : 'Actions for request'} items={items}>
      {children}
    </ContextMenu>
  )
}

/** The dialogs of the list's actions. */
export function RequestDialogs() {
  const replayed = useLogView((view) => view.replayed)
  const compared = useLogView((view) => view.compared)
  return (
    <>
      {replayed && (
        <ReplayDialog {...replayed} onClose={() => changeLogView({ replayed: null })} onSent={openSent} />
      )}
      {compared && <CompareDialog ids={compared} onClose={() => changeLogView({ compared: null })} />}
    </>
  )
}

/** For the selected requests; empty without any. */
export function listRequestActions(): readonly MenuItem[] {
  const count = useLogView.getState().selection.ids.size
  if (count > 1) return listSelectionItems(count)
  const exchange = readCursor()
  return exchange ? listRequestItems(exchange, useSending.getState().isSending) : []
}

function listSelectionItems(count: number): MenuItem[] {
  return [
    { name: 'Compare requests', icon: Columns2, disabled: count !== 2, onSelect: compareSelected },
    {
      name: `Copy ${formatCount(count)} request IDs`,
      icon: Hash,
      onSelect: () => toastOutcome(copyIds(), 'Couldn’t copy'),
    },
    { name: 'Export HAR file…', icon: Download, onSelect: exportSelected },
  ]
}

function listRequestItems(exchange: ExchangeSummary, isSending: boolean): MenuItem[] {
  const { id, model, client, endpoint, route, hasDetail } = exchange
  const ended: MenuItem[] = [
    {
      name: 'Replay request',
      icon: RotateCcw,
      ...keysOf('request.replay'),
      disabled: !hasDetail || isSending,
      onSelect: () => toastOutcome(replay(exchange), 'Can’t replay this request'),
    },
    {
      name: 'Copy as curl',
      icon: Copy,
      ...keysOf('request.copyCurl'),
      disabled: !hasDetail,
      onSelect: () => toastOutcome(copyCurl(exchange), 'Couldn’t copy'),
    },
  ]
  const filters: MenuItem[] = [
    {
      name: 'Filter by endpoint',
      icon: ListFilter,
      onSelect: () => changeFilters({ endpoints: [endpoint ?? route] }),
    },
    ...(model === null
      ? []
      : [
          {
            name: 'Filter by model',
            icon: ListFilter,
            onSelect: () => changeFilters({ models: [model] }),
          },
        ]),
    ...(client === null
      ? []
      : [
          {
            name: 'Filter by client',
            icon: ListFilter,
            onSelect: () => changeFilters({ clients: [client] }),
          },
        ]),
  ]
  return [
    { name: 'Open request', icon: PanelRightOpen, keys: 'enter', onSelect: openAtCursor },
    ...(isRunning(exchange)
      ? [{ name: 'Stop request', icon: Square, ...keysOf('request.stop'), onSelect: () => stopRequest(id) }]
      : ended),
    { name: 'Copy request ID', icon: Hash, onSelect: () => toastOutcome(copyIds(), 'Couldn’t copy') },
    ...(isRunning(exchange) ? [] : [{ name: 'Export HAR file…', icon: Download, onSelect: exportSelected }]),
    ...filters.map((item, at) => ({ ...item, hasSeparator: at === 0 })),
  ]
}
