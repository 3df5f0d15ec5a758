// The request log: filters on the left, the requests, and the open one beside them or in a drawer.
import { useQuery } from '@tanstack/react-query'
import { ListFilter, Network, SearchX, Terminal, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { CopyButton } from '../../../components/CopyButton'
import { Dialog } from '../../../components/Dialog'
import { Drawer } from '../../../components/Drawer'
import { EmptyState } from '../../../components/EmptyState'
import { formatBytes, formatDuration } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Skeleton } from '../../../components/Skeleton'
import { useMediaQuery } from '../../../components/use-media-query'
import { useNow } from '../../../components/use-now'
import { StoredExchange } from '../../../exchange/StoredExchange'
import { ReadErrorNotice } from '../../../notices/ReadErrorNotice'
import { SampleButtons } from '../../../notices/SampleButtons'
import { PaneToggle, SidePane, useIsPaneHidden } from '../../../panes/SidePane'
import { isCommandKey, useKeys } from '../../../state/keymap'
import { gatewaySamples } from '../gateway-samples'
import { columnWidths, fitColumns, type LogColumn, logColumns, useWidth } from './columns'
import { LogFilters } from './LogFilters'
import { stopRequest } from './LogRow'
import { LogTable } from './LogTable'
import { FilterChips, focusRequests, LogToolbar } from './LogToolbar'
import { changeLogView, isNarrowed, noFilters, setFilters, useLogView } from './log-view'
import { RequestDialogs } from './RequestMenu'
import { openSent, reloadLog, useLogUpdates, useRequestLog } from './request-log'
import { copyCurl, moveCursorBy } from './request-selection'

/** Below this width, filters and the open request are drawers. */
const narrow = '(width < 1100px)'

export function LogTab() {
  useLogUpdates()
  const isNarrow = useMediaQuery(narrow)
  const isListHidden = useIsPaneHidden('gateway')
  const [area, setArea] = useState<HTMLElement | null>(null)
  const width = useWidth(area)
  const selected = useLogView((view) => view.columns)
  const widths = columnWidths((state) => state.widths)
  const columns = useMemo(() => {
    const shown = selected ?? fitColumns(width, widths)
    return logColumns.filter(({ key }) => key === 'path' || shown.includes(key))
  }, [selected, width, widths])
  useEffect(() => {
    window.addEventListener('keydown', pressPanelKey)
    return () => window.removeEventListener('keydown', pressPanelKey)
  }, [])
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      {!isNarrow && !isListHidden && (
        <SidePane id="gateway" name="filters" className="w-52 min-[1900px]:w-64">
          <section aria-label="Filters" className="flex min-w-0 flex-1">
            <LogFilters />
          </section>
        </SidePane>
      )}
      <div ref={setArea} className="flex min-w-0 flex-1 flex-col">
        <div className="flex shrink-0 items-start border-line border-b pl-2">
          <div className="flex h-10 items-center">
            {isNarrow ? (
              <Drawer label="Filters" icon={ListFilter}>
                <LogFilters />
              </Drawer>
            ) : (
              <PaneToggle id="gateway" name="filters" />
            )}
          </div>
          <div className="min-w-0 flex-1">
            <LogToolbar columns={columns} />
            <FilterChips />
          </div>
        </div>
        <Requests columns={columns} />
      </div>
      <OpenRequest isNarrow={isNarrow} />
      <RequestDialogs />
    </div>
  )
}

function OpenRequest({ isNarrow }: { isNarrow: boolean }) {
  const opened = useLogView((view) => view.opened)
  if (!opened) return null
  if (isNarrow) {
    return (
      <Dialog open onClose={closeRequest} title="Request" size="wide-drawer">
        <div className="contents" data-open-request>
          <div className="absolute top-4 right-12">
            <RequestActions exchange={opened} />
          </div>
          <RequestDetail exchange={opened} />
        </div>
      </Dialog>
    )
  }
  return (
    <SidePane id="request" name="request" isRight maxShare={0.6} className="w-[42vw] max-w-180">
      <section
        aria-label="Request details"
        className="flex min-w-0 flex-1 flex-col"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.stopPropagation()
          closeRequest()
        }}
      >
        <DetailHeader exchange={opened} />
        <RequestDetail exchange={opened} />
      </section>
    </SidePane>
  )
}

function Requests({ columns }: { columns: readonly LogColumn[] }) {
  const rows = useRequestLog((state) => state.rows)
  const error = useRequestLog((state) => state.error)
  const isReading = useRequestLog(({ isLoading, isLoadingMore }) => isLoading || isLoadingMore)
  const filters = useLogView((view) => view.filters)
  const notice = error !== null && (
    <div className="p-4">
      <ReadErrorNotice title="Couldn’t load requests" error={error} onRetry={reloadLog} />
    </div>
  )
  if (!rows)
    return (
      notice || <Skeleton label="Loading requests…" widths={['92%', '86%', '90%']} className="flex-1 p-6" />
    )
  const isEmpty = rows.ended.length === 0 && rows.running.length === 0
  if (!isEmpty)
    return (
      <>
        {notice}
        <LogTable rows={rows} columns={columns} />
      </>
    )
  if (isReading)
    return <Skeleton label="Searching requests…" widths={['92%', '86%', '90%']} className="p-6" />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]">
      {notice}
      {isNarrowed(filters) ? <NoResults /> : <NoRequests />}
    </div>
  )
}

function NoResults() {
  return (
    <EmptyState icon={SearchX} title="No results">
      <p>No request in the log matches the search and the filters.</p>
      <Button onClick={() => setFilters(noFilters)}>Clear filters</Button>
    </EmptyState>
  )
}

function toCommand(url: string): string {
  return `curl -H "x-goog-api-key: YOUR_LOCAL_KEY" ${url}/v1beta/models`
}

function NoRequests() {
  const { data: url } = useQuery(
    queries.application.status.queryOptions({ select: (status) => status.gateway.url }),
  )
  return (
    <EmptyState icon={Network} title="No requests yet">
      <p>Requests from the app and from your scripts appear here. Scripts need the local key above.</p>
      <SampleButtons samples={gatewaySamples} />
      {url && (
        <div className="flex max-w-full items-center gap-2 rounded-lg border border-line bg-sunken py-1 pr-1 pl-3">
          <code className="selectable truncate font-mono text-ink text-sm">{toCommand(url)}</code>
          <CopyButton label="Copy command" text={toCommand(url)} />
        </div>
      )}
    </EmptyState>
  )
}

const textFields = 'input:not([type=checkbox]), textarea, [contenteditable="true"]'

/** Beside the list and in an open request: moves in the list, and copies the request. */
function pressPanelKey(event: KeyboardEvent) {
  const { target } = event
  if (!(target instanceof Element) || target.closest(`${textFields}, [data-request-list]`)) return
  const dialog = target.closest('[role="dialog"], [role="menu"]')
  // In a narrow window, the open request is a dialog.
  if (dialog && !dialog.querySelector('[data-open-request]')) return
  const { opened } = useLogView.getState()
  const isNext = isCommandKey(event, 'request.next')
  if (isNext || isCommandKey(event, 'request.previous')) {
    if (!dialog) focusRequests()
    moveCursorBy(isNext ? 1 : -1)
  } else if (opened && isCommandKey(event, 'request.copyCurl')) {
    toastOutcome(copyCurl(opened), 'Couldn’t copy')
  }
}

/** Bodies are large: those of requests that were looked at before are read again. */
const cachedMs = 10_000

interface RequestDetailProps {
  readonly exchange: ExchangeSummary
}

/** Closes the detail. */
function closeRequest() {
  changeLogView({ opened: null })
  document.querySelector<HTMLElement>('[data-request-list]')?.focus()
}

function RequestActions({ exchange }: RequestDetailProps) {
  return (
    <IconButton
      size="small"
      label="Copy as curl"
      keys={useKeys('request.copyCurl')}
      icon={Terminal}
      disabled={!exchange.hasDetail}
      onClick={() => toastOutcome(copyCurl(exchange), 'Couldn’t copy')}
    />
  )
}

function DetailHeader({ exchange }: RequestDetailProps) {
  return (
    <header className="flex h-9 shrink-0 items-center gap-1 border-line border-b pr-2 pl-5">
      <h2 className="min-w-0 flex-1 truncate font-semibold">Request</h2>
      <RequestActions exchange={exchange} />
      <IconButton size="small" label="Close request" keys="escape" icon={X} onClick={closeRequest} />
    </header>
  )
}

function RequestDetail({ exchange }: RequestDetailProps) {
  const { id, outcome, hasDetail } = exchange
  const isRunning = outcome === 'running'
  const { data, error, refetch } = useQuery({
    ...queries.exchanges.read.queryOptions({ input: { id } }),
    enabled: !isRunning,
    gcTime: cachedMs,
  })
  if (isRunning) return <RunningRequest exchange={exchange} />
  if (data) return <StoredExchange key={id} exchange={data} onSent={openSent} />
  if (error) {
    return (
      <div className="p-5">
        <ReadErrorNotice title="Couldn’t load the request" error={error} onRetry={refetch} />
      </div>
    )
  }
  if (data === undefined)
    return <Skeleton label="Loading request…" widths={['72%', '56%', '90%']} className="p-5" />
  return (
    <p className="p-5 text-soft">
      {hasDetail
        ? 'This request is no longer in the log.'
        : 'Headers and bodies were deleted to keep the log within its size, or were never received.'}
    </p>
  )
}

function RunningRequest({ exchange }: RequestDetailProps) {
  const { id, method, path, startedAt, responseBytes, firstByte } = exchange
  const now = useNow(1_000)
  return (
    <div className="flex flex-col items-start gap-3 p-5">
      <p className="selectable font-mono text-sm [overflow-wrap:anywhere]">
        {method} {path}
      </p>
      <p className="text-soft tabular-nums">
        {[
          `In progress for ${formatDuration(Math.max(0, now - startedAt))}`,
          firstByte === null ? 'Waiting for the response' : `${formatBytes(responseBytes)} received`,
        ].join(' · ')}
      </p>
      <p className="text-faint text-sm">Headers and bodies are logged when the request ends.</p>
      <Button onClick={() => stopRequest(id)}>Stop request</Button>
    </div>
  )
}
