// The selection in the request log, and what keys and the menu do with it.
import { toast } from 'sonner'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { describeError } from '../../../api/describe-error'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { createSelectionActions } from '../../../components/use-list-selection'
import { writeCurl } from '../../../exchange/write-curl'
import { findEntry, type LogEntry } from './log-rows'
import { changeLogView, useLogView } from './log-view'

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

export function readCursor(): ExchangeSummary | null {
  return entries[requestSelection.cursorIndex()]?.exchange ?? null
}

export function openAtCursor() {
  const exchange = readCursor()
  if (exchange) changeLogView({ opened: exchange })
}

/** Resolves to a confirmation. */
export async function copyCurl(exchange: ExchangeSummary): Promise<string> {
  const [stored, status] = await Promise.all([
    desktop.exchanges.read({ id: exchange.id }),
    queryClient.fetchQuery(queries.application.status.queryOptions()),
  ])
  if (!stored) throw new Error('The log doesn’t have this request’s headers and body.')
  const { url, requestedPort } = status.gateway
  await navigator.clipboard.writeText(writeCurl(stored, url ?? `http://127.0.0.1:${requestedPort}`))
  return 'curl command copied'
}
