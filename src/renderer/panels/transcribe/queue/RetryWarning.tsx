// Says before files are sent again that something of them may have been billed already.
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { confirmRetry, useTranscribeView } from '../transcribe-view'
import { countFiles } from './describe-job'
import { findJobs, retryPossiblyBilled } from './queue-actions'

export function RetryWarning() {
  const possiblyBilled = useTranscribeView((state) => state.possiblyBilled)
  if (possiblyBilled.length === 0) return null
  const [only] = possiblyBilled.length === 1 ? findJobs(new Set(possiblyBilled)) : []
  return (
    <div role="alert" className="px-4 pt-2">
      <Notice tone="warn" title={`Send ${only?.source.name ?? countFiles(possiblyBilled.length)} again?`}>
        <p>
          A piece was cut off while it was sent. The upstream may have transcribed and billed it; sent again,
          it may be billed twice. Pieces that have come are not sent again.
        </p>
        <span className="mt-1.5 flex gap-1.5">
          <Button size="small" onClick={() => confirmRetry([])}>
            Leave it
          </Button>
          <Button size="small" look="danger" onClick={retryPossiblyBilled}>
            Retry anyway
          </Button>
        </span>
      </Notice>
    </div>
  )
}
