// The filters of the request log with their numbers of requests.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listProfiles } from '#shared/models/profiles'
import type { ExchangeCounts } from '#shared/schemas/request-log'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Field } from '../../../components/Field'
import { FilterGroup, listOptions } from '../../../components/FilterGroup'
import { Select } from '../../../components/Select'
import { Skeleton } from '../../../components/Skeleton'
import { TextInput } from '../../../components/TextInput'
import { describeValue } from './columns'
import {
  changeFilters,
  type LogFilters as Filters,
  type ListFilter,
  listFilters,
  noFilters,
  spanNames,
  type TimeChoice,
  timeSpans,
  toFilter,
  useLogView,
} from './log-view'
import { useRequestLog } from './request-log'

const groupNames: Readonly<Record<ListFilter, string>> = {
  outcomes: 'Outcome',
  statusClasses: 'Status',
  endpoints: 'Endpoint',
  models: 'Model',
  clients: 'Client',
  providers: 'Provider',
}

const minute = 60_000

/** The numbers of requests that match the filters. The last ones stay while others are read. */
export function useCounts(filters: Filters) {
  // Relative times count from the minute in which the filters were set, so that all readers share one query.
  const input = useMemo(() => toFilter(filters, Math.floor(Date.now() / minute) * minute), [filters])
  // The log reads one after the other: the first rows must not wait for the counts.
  const isListed = useRequestLog(({ rows, error }) => rows !== null || error !== null)
  return useQuery(
    queries.exchanges.counts.queryOptions({ input, placeholderData: keepPreviousData, enabled: isListed }),
  )
}

export function LogFilters() {
  const filters = useLogView((state) => state.filters)
  const { data: counts, error } = useCounts(filters)
  // Values that the other filters exclude stay in the list, so that it does not jump.
  const { data: all } = useCounts(noFilters)
  const { data: profiles = [] } = useQuery(queries.settings.read.queryOptions({ select: listProfiles }))
  if (error && !counts) return <p className="px-4 py-3 text-danger text-sm">{describeError(error)}</p>
  if (!counts)
    return <Skeleton label="Loading filters…" widths={['56%', '72%', '64%', '48%']} className="p-4" />
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 overflow-y-auto overflow-x-hidden bg-frame py-3 pl-2 [scrollbar-gutter:stable]">
      <TimeFilter time={filters.time} onChange={(time) => changeFilters({ time })} />
      {listFilters.map((filter) => (
        <FilterGroup
          key={filter}
          label={groupNames[filter]}
          options={listOptions(toOptions(counts, filter), {
            known: all && toOptions(all, filter),
            selected: filters[filter],
          })}
          selected={filters[filter]}
          toName={(value) => describeValue(filter, value, profiles)}
          onToggle={(value) => changeFilters({ [filter]: toggle(filters[filter], value) })}
        />
      ))}
    </div>
  )
}

/** Requests in progress are not counted, but can be filtered. */
function toOptions(counts: ExchangeCounts, filter: ListFilter) {
  const options = counts[filter].flatMap(({ value, count }) => (value === null ? [] : [{ value, count }]))
  return filter === 'statusClasses'
    ? options.sort((one, other) => one.value.localeCompare(other.value))
    : options
}

function toggle(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
}

const spanGroups = [
  { label: '', options: timeSpans.map((span) => ({ value: span, label: spanNames[span] })) },
]

const moments = [
  { name: 'first', label: 'From' },
  { name: 'last', label: 'To' },
] as const

function TimeFilter({ time, onChange }: { time: TimeChoice; onChange: (time: TimeChoice) => void }) {
  const { first, last } = time
  const isReversed = first !== '' && last !== '' && last < first
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 px-2">
      <legend className="pb-1 font-medium text-faint text-xs">Time</legend>
      <Select
        label="Time"
        value={time.span}
        groups={spanGroups}
        onChange={(value) => {
          const span = timeSpans.find((each) => each === value)
          if (span) onChange({ ...time, span })
        }}
        className="w-full"
      />
      {time.span === 'range' &&
        moments.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            error={name === 'last' && isReversed ? 'The start must be before the end.' : undefined}
          >
            {(attributes) => (
              <TextInput
                {...attributes}
                type="datetime-local"
                value={time[name]}
                onChange={({ target }) => onChange({ ...time, [name]: target.value })}
              />
            )}
          </Field>
        ))}
    </fieldset>
  )
}
