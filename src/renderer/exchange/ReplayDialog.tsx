// Sends a request of the log again, as it was or changed, and says where it is; asks first if that may be billed.
import { toast } from 'sonner'
import { create } from 'zustand'
import { isBillable, listHiddenHeaders } from '#shared/exchange/replay-request'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Exchange } from '#shared/schemas/exchange'
import type { ExchangeToSend, SentExchange } from '#shared/schemas/request-log'
import { desktop } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { openPanel } from '../state/navigation'

/** Null if no provider bills it. */
export function warnOfBill(
  exchange: Exchange,
  upstream: ApplicationStatus['upstream'] | undefined,
): string | null {
  const { kind, label = 'The provider' } = upstream ?? {}
  return isBillable(exchange) && kind !== 'demo' ? `${label} may bill this request.` : null
}

/** Null if there is nothing to ask. */
export function describeReplay(
  exchange: Exchange,
  upstream: ApplicationStatus['upstream'] | undefined,
): string | null {
  const hidden = listHiddenHeaders(exchange)
  const elsewhere = describeOtherProvider(exchange, upstream)
  const notSent = hidden.length > 0 && `Headers that aren’t logged aren’t sent: ${hidden.join(', ')}.`
  return [elsewhere, warnOfBill(exchange, upstream), notSent].filter(Boolean).join(' ') || null
}

/** Content that was sent to one provider must not reach another one without being asked. */
function describeOtherProvider(
  { provider }: Exchange,
  upstream: ApplicationStatus['upstream'] | undefined,
): string | null {
  if (!upstream || provider === '' || provider === upstream.id) return null
  return `The request was sent to another provider. It’s now sent to ${upstream.label}.`
}

interface ReplayDialogProps {
  readonly id: string
  readonly question: string
  readonly onClose: () => void
  readonly onSent?: OpenSent | undefined
}

export function ReplayDialog({ id, question, onClose, onSent }: ReplayDialogProps) {
  const replay = () => {
    onClose()
    replayRequest(id, onSent)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Replay this request?"
      description={question}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={replay}>
            Replay request
          </Button>
        </>
      }
    />
  )
}

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
