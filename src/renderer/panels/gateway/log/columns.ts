// The columns of the request log: their names, widths and cells.
import { useCallback, useSyncExternalStore } from 'react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { createColumnWidths, type ResizableColumn } from '../../../components/ColumnHandle'
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatMoment,
  formatTime,
} from '../../../components/format'
import {
  describeClient,
  describeEndpoint,
  describeProvider,
  formatOverhead,
  type ProfileName,
} from '../../../exchange/describe-exchange'
import type { ColumnKey, ListFilter } from './log-view'

export const columnWidths = createColumnWidths('request-log-columns')

export interface LogColumn extends ResizableColumn {
  readonly key: ColumnKey
  readonly isNumber?: boolean
}

/** In the order of the table. The path takes the remaining width. */
export const logColumns: readonly LogColumn[] = [
  { key: 'startedAt', name: 'Time', initial: 84 },
  { key: 'status', name: 'Status', initial: 144 },
  { key: 'endpoint', name: 'Endpoint', initial: 128 },
  { key: 'path', name: 'Request', initial: 0 },
  { key: 'model', name: 'Model', initial: 136 },
  { key: 'client', name: 'Client', initial: 112 },
  { key: 'provider', name: 'Provider', initial: 96 },
  { key: 'inputTokens', name: 'Tokens in', initial: 68, isNumber: true },
  { key: 'outputTokens', name: 'Tokens out', initial: 72, isNumber: true },
  { key: 'firstByte', name: 'First byte', initial: 68, isNumber: true },
  { key: 'total', name: 'Total', initial: 68, isNumber: true },
  { key: 'overhead', name: 'Overhead', initial: 68, isNumber: true },
  { key: 'requestBytes', name: 'Request size', initial: 84, isNumber: true },
  { key: 'responseBytes', name: 'Response size', initial: 92, isNumber: true },
]

/** The most important first. */
const byPriority: readonly ColumnKey[] = [
  'path',
  'status',
  'startedAt',
  'total',
  'endpoint',
  'firstByte',
  'model',
  'outputTokens',
  'inputTokens',
  'client',
  'responseBytes',
  'requestBytes',
  'provider',
  'overhead',
]

/** The longest verb, `:streamGenerateContent`, is legible beside its method. */
const minPathWidth = 264
/** Between columns, and around each row. */
const columnGap = 12
const rowPadding = 32
const scrollBarWidth = 16

/** The columns that fit beside a legible path, in pixels. */
export function fitColumns(width: number, widths: Readonly<Record<string, number>>): readonly ColumnKey[] {
  let left = width - scrollBarWidth - rowPadding - minPathWidth
  const fitting = new Set<ColumnKey>(['path'])
  for (const key of byPriority.slice(1)) {
    const column = logColumns.find((each) => each.key === key)
    left -= (widths[key] ?? column?.initial ?? 0) + columnGap
    if (left < 0) break
    fitting.add(key)
  }
  return logColumns.flatMap(({ key }) => (fitting.has(key) ? [key] : []))
}

/** The least width that shows these columns. */
export function measureColumns(
  columns: readonly LogColumn[],
  widths: Readonly<Record<string, number>>,
): number {
  return columns.reduce(
    (sum, { key, initial }) => sum + columnGap + (key === 'path' ? minPathWidth : (widths[key] ?? initial)),
    rowPadding - columnGap,
  )
}

export const outcomeNames: Readonly<Record<ExchangeSummary['outcome'], string>> = {
  running: 'in progress',
  completed: '',
  failed: 'failed',
  cancelled: 'canceled',
  rejected: 'rejected',
}

const filterNames: Readonly<Record<string, string>> = {
  running: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Canceled',
  rejected: 'Rejected',
}

const statusClassNames: Readonly<Record<string, string>> = {
  1: '1xx',
  2: '2xx Success',
  3: '3xx Redirect',
  4: '4xx Client error',
  5: '5xx Server error',
}

/** The name of a value in the filters and their chips. */
export function describeValue(filter: ListFilter, value: string, profiles: readonly ProfileName[]): string {
  switch (filter) {
    case 'outcomes':
      return filterNames[value] ?? value
    case 'statusClasses':
      return statusClassNames[value] ?? value
    case 'endpoints':
      return describeEndpoint(value).name
    case 'clients':
      return describeClient(value)
    case 'providers':
      return describeProvider(value, profiles)
    case 'models':
      return value
  }
}

/** A longer last segment is an ID, which says less than what is before it. */
const maxEnd = 32

/** `/v1beta/models/gen-2.5-pro` and `:streamGenerateContent`: the end stays legible if the path is too long. */
export function splitPath(path: string): readonly [start: string, end: string] {
  const slash = path.lastIndexOf('/')
  const colon = path.indexOf(':', slash)
  const at = Math.max(0, colon < 0 ? slash : colon)
  return path.length - at > maxEnd ? [path, ''] : [path.slice(0, at), path.slice(at)]
}

interface Cell {
  readonly text: string
  /** On hover. */
  readonly details?: string | undefined
}

/** The path and the status have cells of their own. */
export function describeCell(
  key: Exclude<ColumnKey, 'path' | 'status'>,
  exchange: ExchangeSummary,
  profiles: readonly ProfileName[],
): Cell {
  switch (key) {
    case 'startedAt':
      return { text: formatTime(exchange.startedAt), details: formatMoment(exchange.startedAt) }
    case 'endpoint': {
      const { name, details } = describeEndpoint(exchange.endpoint ?? exchange.route)
      return { text: exchange.endpoint ? `${exchange.endpoint} ${name}` : name, details }
    }
    case 'model':
      return { text: exchange.model ?? '', details: exchange.model ?? undefined }
    case 'client':
      return { text: describeClient(exchange.client), details: exchange.client ?? undefined }
    case 'provider': {
      const name = describeProvider(exchange.provider, profiles)
      return { text: name, details: name }
    }
    case 'total':
    case 'firstByte':
      return { text: formatOptional(exchange[key], formatDuration) }
    case 'overhead':
      return { text: formatOptional(exchange.overhead, formatOverhead) }
    case 'inputTokens':
    case 'outputTokens':
      return { text: formatOptional(exchange[key], formatCount) }
    case 'requestBytes':
    case 'responseBytes':
      return { text: formatBytes(exchange[key]) }
  }
}

function formatOptional(value: number | null, format: (value: number) => string): string {
  return value === null ? '' : format(value)
}

/** In pixels; 0 without an element. */
export function useWidth(element: HTMLElement | null): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (!element) return () => undefined
      const observer = new ResizeObserver(onChange)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [element],
  )
  return useSyncExternalStore(subscribe, () => element?.clientWidth ?? 0)
}
