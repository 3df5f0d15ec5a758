// Asks, beside the job, before something is made a second time that may be billed already.
import type { VideoJob } from '#shared/schemas/video-job'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { repeatJob } from '../jobs/job-verbs'
import { askToMakeAgain, useVideoLook } from '../video-look'
import { warnOfBilling } from './job-notice'

export function AgainQuestion({ job }: { job: VideoJob }) {
  const isAsked = useVideoLook(({ confirming }) => confirming === job.id)
  if (!isAsked) return null
  return (
    <section aria-label="Make again?" role="alert">
      <Notice
        tone="warn"
        title="The first one may have been billed. Make it again?"
        actions={
          <>
            <Button size="small" look="quiet" onClick={() => askToMakeAgain(null)}>
              Leave it
            </Button>
            <Button size="small" onClick={() => tellOutcome(repeatJob(job))}>
              Make it again
            </Button>
          </>
        }
      >
        {warnOfBilling(job)}
      </Notice>
    </section>
  )
}
