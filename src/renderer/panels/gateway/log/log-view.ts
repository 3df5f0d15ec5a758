// The state of the request log's view: filters, order, columns, the selection and the open request.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { ExchangeFilter, type ExchangeQuery } from '#shared/schemas/request-log'
import { startOfDay } from '../../../components/date-groups'
import { emptySelection, type ListSelection } from '../../../components/list-selection'

export type LogSort = ExchangeQuery['sort']
export type ColumnKey = LogSort['key']

export const timeSpans = ['any', 'quarter', 'hour', 'today', 'week', 'range'] as const
export type TimeSpan = (typeof timeSpans)[number]

/** `first` and `last` are texts of `datetime-local` inputs. */
export interface TimeChoice {
  readonly span: TimeSpan
  readonly first: string
  readonly last: string
}

/** Requests must match one value of each list that is not empty. */
export interface LogFilters {
  readonly text: string
  readonly statusClasses: readonly string[]
  readonly outcomes: readonly string[]
  readonly endpoints: readonly string[]
  readonly models: readonly string[]
  readonly clients: readonly string[]
  readonly providers: readonly string[]
  readonly time: TimeChoice
}

export type ListFilter = Exclude<keyof LogFilters, 'text' | 'time'>

export const noFilters: LogFilters = {
  text: '',
  statusClasses: [],
  outcomes: [],
  endpoints: [],
  models: [],
  clients: [],
  providers: [],
  time: { span: 'any', first: '', last: '' },
}

export const newestFirst: LogSort = { key: 'startedAt', descending: true }

interface LogView {
  readonly filters: LogFilters
  /** The text of the search field; the filters follow after a pause. */
  readonly typed: string
  readonly sort: LogSort
  /** Null: those that fit into the width of the list. */
  readonly columns: readonly ColumnKey[] | null
  readonly selection: ListSelection
  /** Shown beside the list, as it was last known. */
  readonly opened: ExchangeSummary | null
  /** Asked before the request is replayed. */
  readonly replayed: { readonly id: string; readonly question: string } | null
  /** The earlier one first. */
  readonly compared: readonly [string, string] | null
  /** The operations whose polls are listed one by one. */
  readonly expanded: ReadonlySet<string>
}

/** The columns persist across restarts. */
export const useLogView = create<LogView>()(
  persist(
    (): LogView => ({
      filters: noFilters,
      typed: '',
      sort: newestFirst,
      columns: null,
      selection: emptySelection,
      opened: null,
      replayed: null,
      compared: null,
      expanded: new Set(),
    }),
    { name: 'request-log', version: 1, partialize: ({ columns }) => ({ columns }) },
  ),
)

export function changeLogView(part: Partial<LogView>) {
  useLogView.setState(part)
}

export function setFilters(filters: LogFilters) {
  useLogView.setState({ filters, typed: filters.text, selection: emptySelection })
}

export function changeFilters(part: Partial<LogFilters>) {
  setFilters({ ...useLogView.getState().filters, ...part })
}

export function toggleExpanded(operation: string) {
  useLogView.setState(({ expanded }) => {
    const toggled = new Set(expanded)
    if (!toggled.delete(operation)) toggled.add(operation)
    return { expanded: toggled }
  })
}

const minute = 60_000

/** Milliseconds since the epoch; `to` is excluded, and null is open. */
export function toMoments({ span, first, last }: TimeChoice, now: number) {
  const open = { from: null, to: null }
  switch (span) {
    case 'any':
      return open
    case 'quarter':
      return { ...open, from: now - 15 * minute }
    case 'hour':
      return { ...open, from: now - 60 * minute }
    case 'today':
      return { ...open, from: startOfDay(now, 0) }
    case 'week':
      return { ...open, from: startOfDay(now, -6) }
    case 'range':
      // The last minute is included.
      return { from: readMoment(first), to: addMinute(readMoment(last)) }
  }
}

/** A `datetime-local` text is in local time. */
function readMoment(text: string): number | null {
  const at = text === '' ? Number.NaN : new Date(text).getTime()
  return Number.isNaN(at) ? null : at
}

function addMinute(at: number | null): number | null {
  return at === null ? null : at + minute
}

export function toFilter(filters: LogFilters, now: number): ExchangeFilter {
  const { time, text, statusClasses, ...lists } = filters
  return ExchangeFilter.parse({
    ...lists,
    text: text.trim(),
    statusClasses: statusClasses.map(Number),
    ...toMoments(time, now),
  })
}

export const spanNames: Readonly<Record<TimeSpan, string>> = {
  any: 'Any time',
  quarter: 'Last 15 minutes',
  hour: 'Last hour',
  today: 'Today',
  week: 'Last 7 days',
  range: 'Custom range',
}

/** Names of the values of a filter, where they differ from the values. */
export type ToValueName = (filter: ListFilter, value: string) => string

interface Chip {
  readonly text: string
  /** The filters after the chip is removed. */
  readonly without: LogFilters
}

export const listFilters = [
  'outcomes',
  'statusClasses',
  'endpoints',
  'models',
  'clients',
  'providers',
] as const satisfies readonly ListFilter[]

/** One for each active filter. */
export function listChips(filters: LogFilters, toName: ToValueName): Chip[] {
  const { text, time } = filters
  const lists = listFilters.flatMap((filter) =>
    filters[filter].map((value) => ({
      text: toName(filter, value),
      without: { ...filters, [filter]: filters[filter].filter((each) => each !== value) },
    })),
  )
  return [
    ...(text.trim() ? [{ text: `“${text.trim()}”`, without: { ...filters, text: '' } }] : []),
    ...lists,
    ...(time.span === 'any'
      ? []
      : [{ text: spanNames[time.span], without: { ...filters, time: noFilters.time } }]),
  ]
}

export function isNarrowed(filters: LogFilters): boolean {
  return listChips(filters, (_, value) => value).length > 0
}
