// Asks before a request is sent again that may be billed, or can't be repeated exactly.
import { isBillable, listHiddenHeaders } from '#shared/exchange/replay-request'
import type { ApplicationStatus } from '#shared/schemas/application-status'
import type { Exchange } from '#shared/schemas/exchange'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { type OpenSent, replayRequest } from './send-request'

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
