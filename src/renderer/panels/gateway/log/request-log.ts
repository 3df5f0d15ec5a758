// Reads the request log page by page, follows its changes, and can be paused.
import { useEffect } from 'react'
import { create } from 'zustand'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import type { ExchangeChanges, ExchangeQuery } from '#shared/schemas/request-log'
import { desktop, queries } from '../../../api/desktop'
import { followFeed } from '../../../api/follow-feed'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import { selectOnly } from '../../../components/list-selection'
import { addPage, applyChanges, type LogRows, needsRefresh, refreshRows, startRows } from './log-rows'
import { changeLogView, toFilter, useLogView } from './log-view'

interface RequestLog {
  /** Null until the first page is read. */
  readonly rows: LogRows | null
  /** The rows belong to an earlier query until those of the present one are read. */
  readonly isLoading: boolean
  readonly isLoadingMore: boolean
  readonly error: unknown
  /** How many requests the search does not cover yet. */
  readonly notIndexed: number
  readonly isPaused: boolean
  /** Requests that have started since the list was paused. */
  readonly missed: number
}

const initial: RequestLog = {
  rows: null,
  isLoading: true,
  isLoadingMore: false,
  error: null,
  notIndexed: 0,
  isPaused: false,
  missed: 0,
}

export const useRequestLog = create<RequestLog>()(() => initial)

const { setState, getState } = useRequestLog

const pageSize = 200
/** Searching by text, or counting 100,000 requests, takes the log a moment: neither is done more often. */
const refreshMs = 1_000
const countMs = 1_000
/** Milliseconds between two changes of the list. */
const intervalMs = 250
/** Counted while the list is paused. */
export const maxMissed = 1_000
/** Further requests are dropped at the end of the list, where they can be read again, while its start is in view. */
const maxFollowed = 5_000

/** Counts the reads: only the result of the last one is used. */
let reads = 0
/** Changes that arrive while the first page is read; the page may have been read before them. */
let during: ExchangeSummary[] | null = null
let missedIds = new Set<string>()
let refreshTimer: ReturnType<typeof setTimeout> | undefined

function readQuery(): Pick<ExchangeQuery, 'filter' | 'sort'> {
  const { filters, sort } = useLogView.getState()
  return { filter: toFilter(filters, Date.now()), sort }
}

/**
 * Reads the first page. `new`: of another query, so that no row of the list stays. `restart`: of the same query, without
 * the pages after it.
 */
async function readFirstPage(kind: 'new' | 'refresh' | 'restart'): Promise<void> {
  const { rows, isLoading, isLoadingMore } = getState()
  // A read in progress is of another query than the rows.
  const isNew = kind === 'new' || !rows || isLoading
  reads += 1
  const read = reads
  during = []
  clearTimeout(refreshTimer)
  refreshTimer = undefined
  const query = isNew ? readQuery() : rows.query
  setState({ isLoading: isNew })
  try {
    const page = await desktop.exchanges.list({ ...query, limit: pageSize })
    if (read !== reads) return
    const fresh =
      isNew || kind === 'restart' ? startRows(query, page) : refreshRows(getState().rows ?? rows, page)
    setState({
      rows: applyChanges(fresh, during ?? []),
      isLoading: false,
      isLoadingMore: false,
      error: null,
      notIndexed: page.notIndexed,
    })
    during = null
    // A search that takes long returns less than a page. The read of a further page has been replaced by this one.
    if ((page.rows.length < pageSize && page.next !== null) || isLoadingMore) await readNextPage()
  } catch (error) {
    if (read !== reads) return
    during = null
    setState({ error, isLoading: false, isLoadingMore: false })
  }
}

export async function readNextPage(): Promise<void> {
  const { rows, isLoading, isLoadingMore } = getState()
  if (!rows || rows.next === null || isLoading || isLoadingMore) return
  const read = reads
  setState({ isLoadingMore: true })
  try {
    let found = 0
    for (let cursor: string | null = rows.next; cursor !== null && found < pageSize; ) {
      const page = await desktop.exchanges.list({ ...rows.query, cursor, limit: pageSize })
      const present = getState().rows
      if (read !== reads || !present) return
      setState({ rows: addPage(present, page) })
      found += page.rows.length
      cursor = page.next
    }
    setState({ isLoadingMore: false })
  } catch (error) {
    if (read === reads) setState({ error, isLoadingMore: false })
  }
}

/** After an error, or with the filters and the order that are set now. */
export function reloadLog() {
  void readFirstPage('new')
}

function scheduleRefresh() {
  refreshTimer ??= setTimeout(() => {
    refreshTimer = undefined
    const { isPaused, isLoading } = getState()
    // The read in progress may have started before what has changed.
    if (isLoading) scheduleRefresh()
    else if (!isPaused) void readFirstPage('refresh')
  }, refreshMs)
}

let countTimer: ReturnType<typeof setTimeout> | undefined

function scheduleCounts() {
  countTimer ??= setTimeout(() => {
    countTimer = undefined
    void queryClient.invalidateQueries({ queryKey: queries.exchanges.counts.key() })
  }, countMs)
}

function handleChanges(changes: ExchangeChanges) {
  const { changed } = changes
  followOpened(changed)
  if (changed.some(({ outcome }) => outcome !== 'running') || changes.isIncomplete) scheduleCounts()
  const { rows, isPaused } = getState()
  if (isPaused) {
    const known = new Set(rows?.running.map(({ id }) => id))
    for (const { id } of changed) if (!known.has(id) && missedIds.size < maxMissed) missedIds.add(id)
    return setState({ missed: missedIds.size })
  }
  during?.push(...changed)
  if (!rows) return
  if (rows.ended.length > maxFollowed && isAtTop()) return void readFirstPage('restart')
  setState({ rows: applyChanges(rows, changed) })
  if (needsRefresh(rows, changes)) scheduleRefresh()
}

function isAtTop(): boolean {
  return (document.querySelector('[data-request-list]')?.scrollTop ?? 0) === 0
}

/** The open request is shown as it is now, also while the list is paused. */
function followOpened(changed: readonly ExchangeSummary[]) {
  const { opened } = useLogView.getState()
  const sent = sentId === null ? undefined : changed.find(({ id }) => id === sentId)
  if (sent) return openRequest(sent)
  const now = opened && changed.find(({ id }) => id === opened.id)
  if (now) changeLogView({ opened: now })
}

/** A request that the log has not reported yet. */
let sentId: string | null = null

/** Opens a request that was just sent, as soon as the log has it. */
export function openSent(id: string) {
  sentId = id
  const reading = desktop.exchanges.list({ filter: { text: id }, limit: 1 }).then(({ live, rows }) => {
    const sent = [...live, ...rows].find((one) => one.id === id)
    if (sent && sentId === id) openRequest(sent)
  })
  toastOutcome(reading, 'Couldn’t open the request')
}

/** Opens and selects the request, whether it is listed or not. */
export function openRequest(exchange: ExchangeSummary) {
  sentId = null
  changeLogView({ opened: exchange, selection: selectOnly({ id: exchange.id, index: 0 }) })
}

export function pauseLog() {
  missedIds = new Set()
  setState({ isPaused: true, missed: 0 })
}

/** Shows what has been missed. */
export function resumeLog() {
  setState({ isPaused: false, missed: 0 })
  void readFirstPage('refresh')
}

export async function clearLog(): Promise<void> {
  await desktop.exchanges.clear()
  changeLogView({ opened: null })
  await readFirstPage('new')
  scheduleCounts()
}

/** While the log is shown. */
export function useLogUpdates() {
  useEffect(() => {
    void readFirstPage('new')
    // Requests that ended while the log was not shown.
    void queryClient.invalidateQueries({ queryKey: queries.exchanges.counts.key() })
    const stopWatching = followFeed({
      open: (signal) => desktop.exchanges.watch(undefined, { signal }),
      intervalMs,
      onItem: handleChanges,
      // Changes before it are unknown, unless the first page is still being read.
      onOpen: () => {
        const { isPaused, isLoading } = getState()
        if (!isPaused && !isLoading) void readFirstPage('refresh')
      },
    })
    const stopFollowing = useLogView.subscribe((view, before) => {
      if (view.filters !== before.filters || view.sort !== before.sort) void readFirstPage('new')
    })
    return () => {
      stopWatching()
      stopFollowing()
      clearTimeout(refreshTimer)
      clearTimeout(countTimer)
      refreshTimer = undefined
      countTimer = undefined
      reads += 1
      const { isPaused, missed } = getState()
      setState({ ...initial, isPaused, missed })
    }
  }, [])
}
