// The selection in the request log, and what keys and the menu do with it.
import { toast } from 'sonner'
import { toCurl } from '#shared/endpoints/samples/curl'
import { toReplay } from '#shared/exchange/replay-request'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { formatCount } from '../../../components/format'
import { createSelectionActions } from '../../../components/use-list-selection'
import { exportHar } from '../../../exchange/export-har'
import { describeReplay, replayRequest } from '../../../exchange/ReplayDialog'
import { toSampleRequest } from '../../../exchange/to-sample-request'
import { findEntry, isRunning, type LogEntry } from './log-rows'
import { changeLogView, useLogView } from './log-view'
import { openSent } from './request-log'

/** The rows as they are listed now; set by the table. */
let entries: readonly LogEntry[] = []
let scrollTo: (index: number) => void = () => undefined

export function setListedEntries(listed: readonly LogEntry[], scroll: (index: number) => void) {
  entries = listed
  scrollTo = scroll
}

export const requestSelection = createSelectionActions({
  read: () => useLogView.getState().selection,
  write: (selection) => {
    changeLogView({ selection })
    // The open request follows the cursor.
    if (useLogView.getState().opened !== null) openAtCursor()
  },
  readOrder: () => entries.map(({ exchange }) => exchange.id),
  readIdAt: (index) => entries[index]?.exchange.id,
  findIndex: (id) => findEntry(entries, id, useLogView.getState().selection.cursor?.index),
  scrollTo: (index) => scrollTo(index),
  onError: (error) => toast.error(describeError(error)),
})

/** To the next or previous request; to the first one without a cursor. */
export function moveCursorBy(step: 1 | -1) {
  void requestSelection.enqueue(() => {
    const at = requestSelection.cursorIndex()
    const next = at < 0 ? 0 : Math.min(entries.length - 1, Math.max(0, at + step))
    return requestSelection.moveTo(next, 'only')
  })
}

export function readCursor(): ExchangeSummary | null {
  return entries[requestSelection.cursorIndex()]?.exchange ?? null
}

export function openAtCursor() {
  const exchange = readCursor()
  if (exchange) changeLogView({ opened: exchange })
}

/** Oldest first. Rows that are no longer listed are left out. */
function readSelected(): ExchangeSummary[] {
  const { ids } = useLogView.getState().selection
  return entries
    .flatMap(({ exchange }) => (ids.has(exchange.id) ? [exchange] : []))
    .sort((one, other) => one.startedAt - other.startedAt)
}

export function compareSelected() {
  const [first, second] = readSelected()
  if (!first || !second) return
  if (isRunning(first) || isRunning(second)) toast('Requests can be compared once they have ended.')
  else changeLogView({ compared: [first.id, second.id] })
}

/** The limit of an export by ID. */
const maxExported = 10_000

export function exportSelected() {
  const ids = readSelected().flatMap((one) => (isRunning(one) ? [] : [one.id]))
  if (ids.length === 0) toast('A request can be exported once it has ended.')
  else if (ids.length <= maxExported) exportHar({ ids })
  else toast.error('Select up to 10,000 requests, or export all that match the filters.')
}

export async function copyIds(): Promise<string> {
  const ids = readSelected().map(({ id }) => id)
  await navigator.clipboard.writeText(ids.join('\n'))
  return ids.length === 1 ? 'Request ID copied' : `${formatCount(ids.length)} request IDs copied`
}

/** Asks first if it may be billed, or can't be repeated exactly. */
export async function replay({ id }: ExchangeSummary): Promise<void> {
  const { stored, status } = await readStored(id)
  const { problem } = toReplay(stored)
  if (problem !== undefined) throw new Error(problem)
  const question = describeReplay(stored, status.upstream)
  if (question) changeLogView({ replayed: { id, question } })
  else replayRequest(id, openSent)
}

async function readStored(id: string) {
  const [stored, status] = await Promise.all([
    desktop.exchanges.read({ id }),
    queryClient.fetchQuery(queries.application.status.queryOptions()),
  ])
  if (!stored) throw new Error('The log doesn’t have this request’s headers and body.')
  return { stored, status }
}

/** Resolves to a confirmation. */
export async function copyCurl({ id }: ExchangeSummary): Promise<string> {
  const { stored, status } = await readStored(id)
  const request = toSampleRequest(stored)
  if (!request) throw new Error('The log doesn’t have the whole request.')
  const { url, requestedPort } = status.gateway
  const baseUrl = url ?? `http://127.0.0.1:${requestedPort}`
  await navigator.clipboard.writeText(toCurl(request, { baseUrl, key: null }))
  return 'curl command copied'
}
