// Saves requests of the log as a HAR file, with its progress in a toast.
import { toast } from 'sonner'
import type { ExchangeSelection } from '#shared/schemas/request-log'
import { describeError } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { toastSaved, toSaved } from '../api/toast-outcome'
import { formatCount, formatPlural } from '../components/format'

/** Exports this small end before a toast could be read. */
const minShown = 500

/** Lets the user choose the file. */
export async function exportHar(selection: ExchangeSelection): Promise<void> {
  const controller = new AbortController()
  const id = `har-${crypto.randomUUID()}`
  const cancel = { label: 'Cancel', onClick: () => controller.abort() }
  try {
    const events = await desktop.exchanges.exportHar(selection, { signal: controller.signal })
    for await (const { requests, total, done } of events) {
      const saved = done && toSaved(done.path, `${formatPlural(requests, 'request')} exported`)
      if (saved) toastSaved(saved)
      else if (!done && total > minShown) {
        const progress = `Exporting requests: ${formatCount(requests)} of ${formatCount(total)}`
        toast.loading(progress, { id, action: cancel })
      }
    }
  } catch (error) {
    if (controller.signal.aborted) toast('Export canceled. No file was saved.')
    else toast.error(`Couldn’t export the requests: ${describeError(error)}`)
  } finally {
    toast.dismiss(id)
  }
}
