// The menu items of the listed requests: of one, and of several that are selected.
import { Columns2, Copy, Download, Hash, ListFilter, PanelRightOpen, RotateCcw, Square } from 'lucide-react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import type { MenuItem } from '../../../components/Menu'
import { useSending } from '../../../exchange/ReplayDialog'
import { keysOf } from '../../../state/keymap'
import { stopRequest } from './LogRow'
import { isRunning } from './log-rows'
import { changeFilters, useLogView } from './log-view'
import {
  compareSelected,
  copyCurl,
  copyIds,
  exportSelected,
  openAtCursor,
  readCursor,
  replay,
} from './request-selection'

/** For the selected requests; empty without any. */
export function listRequestActions(): readonly MenuItem[] {
  const count = useLogView.getState().selection.ids.size
  if (count > 1) return listSelectionItems(count)
  const exchange = readCursor()
  return exchange ? listRequestItems(exchange, useSending.getState().isSending) : []
}

export function listSelectionItems(count: number): MenuItem[] {
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

export function listRequestItems(exchange: ExchangeSummary, isSending: boolean): MenuItem[] {
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
