// Saves requests of the log as a HAR file.
import type { ExchangeSelection } from '#shared/schemas/request-log'
import { desktop } from '../api/desktop'
import { toastOutcome, toSaved } from '../api/toast-outcome'
import { formatCount, formatPlural } from '../components/format'
import { runTransfer } from '../notices/transfer'

/** Lets the user choose the file. */
export function exportHar(selection: ExchangeSelection) {
  const exportRequests = async () => {
    const saved = await runTransfer({
      kind: 'requests',
      title: 'Exporting requests',
      start: (options) => desktop.exchanges.exportHar(selection, options),
      read: ({ requests, total, done }) =>
        done
          ? { done: { path: done.path, requests } }
          : {
              percent: Math.round((requests / Math.max(total, 1)) * 100),
              text: `${formatCount(requests)} of ${formatCount(total)}`,
            },
      canceled: 'Export canceled. No file was saved.',
    })
    return saved && toSaved(saved.path, `${formatPlural(saved.requests, 'request')} exported`)
  }
  toastOutcome(exportRequests(), 'Couldn’t export the requests')
}
