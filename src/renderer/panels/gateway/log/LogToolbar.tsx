// Above the requests: search, the number of requests, pause, columns, clear, and the active filters.

import { useQuery } from '@tanstack/react-query'
import { Columns2, Columns3, Download, FileDown, Pause, Play, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { listProfiles } from '#shared/models/profiles'
import { queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Chips } from '../../../components/Chips'
import { Dialog } from '../../../components/Dialog'
import { formatCount, formatPlural } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { DelayedSearchInput } from '../../../components/TextInput'
import { exportHar } from '../../../exchange/export-har'
import { describeValue, type LogColumn, logColumns } from './columns'
import { useCounts } from './LogFilters'
import {
  type ColumnKey,
  changeLogView,
  isNarrowed,
  listChips,
  noFilters,
  setFilters,
  toFilter,
  useLogView,
} from './log-view'
import { clearLog, maxMissed, pauseLog, resumeLog, useRequestLog } from './request-log'
import { compareSelected, exportSelected, requestSelection } from './request-selection'

interface ColumnsProps {
  /** The columns that are shown now. */
  readonly columns: readonly LogColumn[]
}

export function LogToolbar({ columns }: ColumnsProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1.5">
      <SearchField />
      <Summary />
      <PauseButton />
      <ColumnMenu columns={columns} />
      <ExportButton />
      <ClearButton />
    </div>
  )
}

function applySearch(text: string) {
  const { filters } = useLogView.getState()
  if (filters.text !== text) setFilters({ ...filters, text })
}

export function focusRequests() {
  document.querySelector<HTMLElement>('[data-request-list]')?.focus()
}

function SearchField() {
  const typed = useLogView((state) => state.typed)
  const text = useLogView((state) => state.filters.text)
  const focusFirst = () => {
    focusRequests()
    void requestSelection.enqueue(() => requestSelection.moveTo(0, 'only'))
  }
  return (
    <div className="flex min-w-28 max-w-md flex-1">
      <DelayedSearchInput
        aria-label="Search requests"
        title="Paths, bodies, errors, and IDs. Put words in quotes to find an exact phrase."
        placeholder="Search requests"
        className="h-7!"
        maxLength={1000}
        typed={typed}
        searched={text}
        onType={(next) => changeLogView({ typed: next })}
        onSearch={applySearch}
        onLeave={focusFirst}
      />
    </div>
  )
}

/** The number of requests, or of selected ones with their actions. */
function Summary() {
  const count = useLogView(({ selection }) => selection.ids.size)
  if (count < 2) return <Total />
  return (
    <div className="mr-auto flex items-center gap-1">
      <span role="status" className="whitespace-nowrap px-1 text-sm tabular-nums">
        {formatCount(count)} selected
      </span>
      <IconButton
        size="small"
        label="Compare requests"
        icon={Columns2}
        disabled={count !== 2}
        onClick={compareSelected}
      />
      <IconButton size="small" label="Export selected requests…" icon={Download} onClick={exportSelected} />
      <IconButton
        size="small"
        label="Clear selection"
        icon={X}
        onClick={() => void requestSelection.enqueue(requestSelection.none)}
      />
    </div>
  )
}

function Total() {
  const filters = useLogView((state) => state.filters)
  const { data: counts } = useCounts(filters)
  const isSearching = useRequestLog(({ isLoadingMore }) => isLoadingMore) && filters.text !== ''
  const notIndexed = useRequestLog((state) => state.notIndexed)
  return (
    <span
      title={counts?.isPartial ? 'The search counts only the newest requests that match.' : undefined}
      className="mr-auto whitespace-nowrap px-1 text-faint text-sm tabular-nums"
    >
      {counts &&
        (counts.isPartial ? `${formatCount(counts.total)}+ requests` : formatPlural(counts.total, 'request'))}
      {isSearching && ' · Searching…'}
      {notIndexed > 0 && ` · ${formatCount(notIndexed)} not searched yet`}
    </span>
  )
}

function PauseButton() {
  const isPaused = useRequestLog((state) => state.isPaused)
  const missed = useRequestLog((state) => state.missed)
  return (
    <>
      {isPaused && (
        <span role="status" className="whitespace-nowrap text-sm text-warn tabular-nums">
          {missed === 0 ? 'Paused' : `Paused · ${formatCount(missed)}${missed < maxMissed ? '' : '+'} new`}
        </span>
      )}
      <IconButton
        size="small"
        label={isPaused ? 'Resume log' : 'Pause log'}
        icon={isPaused ? Play : Pause}
        onClick={isPaused ? resumeLog : pauseLog}
      />
    </>
  )
}

function ColumnMenu({ columns }: ColumnsProps) {
  const isFitted = useLogView((state) => state.columns === null)
  const shown = columns.map(({ key }) => key)
  const toggle = (key: ColumnKey) => {
    const others = shown.filter((each) => each !== key)
    changeLogView({ columns: others.length < shown.length ? others : [...shown, key] })
  }
  return (
    <Menu
      label="Columns"
      trigger={<IconButton size="small" label="Choose columns" icon={Columns3} />}
      items={[
        {
          name: 'Fit columns to width',
          checked: isFitted,
          staysOpen: true,
          onSelect: () => changeLogView({ columns: isFitted ? shown : null }),
        },
        ...logColumns
          .filter(({ key }) => key !== 'path')
          .map(({ key, name }, at) => ({
            name,
            checked: shown.includes(key),
            staysOpen: true,
            hasSeparator: at === 0,
            onSelect: () => toggle(key),
          })),
      ]}
    />
  )
}

/** All that match the filters; requests in progress can't be exported. */
function ExportButton() {
  const filters = useLogView((state) => state.filters)
  const { data: counts } = useCounts(filters)
  return (
    <IconButton
      size="small"
      label={isNarrowed(filters) ? 'Export matching requests…' : 'Export all requests…'}
      icon={FileDown}
      disabled={!counts || counts.total === 0}
      onClick={() => exportHar({ filter: toFilter(filters, Date.now()) })}
    />
  )
}

function ClearButton() {
  const [isOpen, setIsOpen] = useState(false)
  const { data: counts } = useCounts(noFilters)
  const total = counts?.total ?? 0
  const clear = () => {
    setIsOpen(false)
    toastOutcome(
      clearLog().then(() => 'Request log cleared'),
      'Couldn’t clear the log',
    )
  }
  return (
    <>
      <IconButton
        size="small"
        label="Clear log…"
        icon={Trash2}
        disabled={total === 0}
        onClick={() => setIsOpen(true)}
      />
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Clear the request log?"
        description={`This permanently deletes ${formatPlural(total, 'request')}, also those that the filters hide. You can’t undo this. Usage stays.`}
        actions={
          <>
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Button variant="danger" onClick={clear}>
              Clear log
            </Button>
          </>
        }
      />
    </>
  )
}

export function FilterChips() {
  const filters = useLogView((state) => state.filters)
  const { data: profiles = [] } = useQuery(queries.settings.read.queryOptions({ select: listProfiles }))
  const chips = listChips(filters, (filter, value) => describeValue(filter, value, profiles))
  if (chips.length === 0) return null
  return (
    <div className="flex shrink-0 items-start gap-2 px-4 pb-2">
      <Chips
        label="Active filters"
        variant="accent"
        texts={chips.map(({ text }) => text)}
        onRemove={(at) => {
          const chip = chips[at]
          if (chip) setFilters(chip.without)
        }}
      />
      <Button size="small" variant="quiet" onClick={() => setFilters(noFilters)}>
        Clear filters
      </Button>
    </div>
  )
}
