// The two things that are done most with what a job has made: to go to it, and to use what is in it.
import type { LibraryItem } from '#shared/schemas/library'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { openInPanel, openItem } from '../actions/item-verbs'
import { copyTranscript, isVideo, reuseVideoPrompt, toJobPanel } from '../actions/job-verbs'

interface JobMadeActionsProps {
  readonly item: LibraryItem & { readonly media: string }
  /** Something tells how it was made. */
  readonly isKnown: boolean
}

export function JobMadeActions({ item, isKnown }: JobMadeActionsProps) {
  const { jobId, file } = item
  return (
    <>
      {jobId === null ? (
        <Button look="primary" className="flex-1" onClick={() => openItem(item)}>
          View in large
        </Button>
      ) : (
        <Button look="primary" className="flex-1" onClick={() => tellOutcome(openInPanel(item))}>
          Open in {toJobPanel(item)}
        </Button>
      )}
      {isVideo(item) ? (
        <Button className="flex-1" disabled={!isKnown} onClick={() => tellOutcome(reuseVideoPrompt(item))}>
          Reuse prompt
        </Button>
      ) : (
        <Button
          className="flex-1"
          disabled={file === 'missing'}
          onClick={() => tellOutcome(copyTranscript(item))}
        >
          Copy text
        </Button>
      )}
    </>
  )
}
