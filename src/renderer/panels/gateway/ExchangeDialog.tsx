// The request and response of a row, read when it is opened; a request in progress can be stopped.
import { useQuery } from '@tanstack/react-query'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import { describeError } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { toastOutcome } from '../../api/toast-outcome'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Notice } from '../../components/Notice'
import { Skeleton } from '../../components/Skeleton'
import { StoredExchange } from '../../exchange/StoredExchange'

interface ExchangeDialogProps {
  /** As it was when it was opened. */
  readonly exchange: ExchangeSummary
  readonly onClose: () => void
}

/** While the request is in progress. */
const pollIntervalMs = 1000

export function ExchangeDialog({ exchange: { id, outcome, hasDetail }, onClose }: ExchangeDialogProps) {
  const isRunning = outcome === 'running'
  const { data, error } = useQuery({
    ...queries.exchanges.read.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (isRunning && !state.data ? pollIntervalMs : false),
  })
  return (
    <Dialog open onClose={onClose} title="Request" size="large">
      {error && (
        <div className="p-5">
          <Notice tone="danger" title="Couldn’t load the request">
            {describeError(error)}
          </Notice>
        </div>
      )}
      {data && <StoredExchange exchange={data} />}
      {data === undefined && !error && (
        <Skeleton label="Loading request…" widths={['72%', '56%', '90%']} className="p-5" />
      )}
      {data === null && (
        <div className="flex flex-col items-start gap-3 p-5">
          {isRunning ? (
            <>
              <p className="text-soft">In progress. Headers and bodies are logged when the request ends.</p>
              <Button onClick={() => void toastOutcome(desktop.exchanges.stop({ id }))}>Stop request</Button>
            </>
          ) : (
            <p className="text-soft">
              {hasDetail
                ? 'This request is no longer in the log.'
                : 'Headers and bodies were deleted to keep the log within its size, or were never received.'}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
