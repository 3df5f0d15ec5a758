// Sends a request of the log again, as it was or changed, and says where it is.
import { toast } from 'sonner'
import { create } from 'zustand'
import type { ExchangeToSend, SentExchange } from '#shared/schemas/request-log'
import { desktop } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { openPanel } from '../state/navigation'

interface Sending {
  /** The response has not started. At most one request at a time, because each may be billed. */
  readonly isSending: boolean
}

export const useSending = create<Sending>()(() => ({ isSending: false }))

let controller: AbortController | undefined

export function cancelSending() {
  controller?.abort()
}

/** Opens the new request; by default, a toast offers the Gateway panel. */
export type OpenSent = (id: string) => void

export function replayRequest(id: string, onSent?: OpenSent) {
  send((signal) => desktop.exchanges.replay({ id }, { signal }), onSent)
}

/** `onStarted`: the response has started. */
export function sendRequest(request: ExchangeToSend, onSent: OpenSent = toastSent, onStarted?: () => void) {
  send(
    (signal) => desktop.exchanges.send(request, { signal }),
    (id) => {
      onStarted?.()
      onSent(id)
    },
  )
}

function send(call: (signal: AbortSignal) => Promise<SentExchange>, onSent: OpenSent = toastSent) {
  if (useSending.getState().isSending) return
  controller = new AbortController()
  const { signal } = controller
  useSending.setState({ isSending: true })
  const sending = call(signal)
    .then(({ id, status }) => {
      onSent(id)
      if (status >= 400) toast.error(`The request failed with status ${status}`)
    })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
      toast('Request canceled')
    })
    .finally(() => useSending.setState({ isSending: false }))
  toastOutcome(sending, 'Couldn’t send the request')
}

function toastSent() {
  toast.success('Request sent', { action: { label: 'Open Gateway', onClick: () => openPanel('gateway') } })
}
