// The versions of a transcript: each read, compared with the text as it is now, and brought back.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Transcript } from '#shared/schemas/transcription-job'
import { describeError } from '../../../../api/describe-error'
import { queries } from '../../../../api/desktop'
import { tellOutcome } from '../../../../api/tell-outcome'
import { Button } from '../../../../components/Button'
import { Dialog } from '../../../../components/Dialog'
import { Notice } from '../../../../components/Notice'
import { Segments } from '../../../../components/Segments'
import { Skeleton } from '../../../../components/Skeleton'
import { restoreVersion } from '../transcript-verbs'
import { VersionChanges } from './VersionChanges'
import { VersionList } from './VersionList'
import { VersionText } from './VersionText'

type Show = 'changes' | 'text'

const shows = [
  { value: 'changes', name: 'Changes since' },
  { value: 'text', name: 'Whole text' },
] as const

interface HistoryDialogProps {
  readonly transcript: Transcript
  /** The job is under way: nothing can be restored. */
  readonly readOnly: boolean
  readonly onClose: () => void
}

export function HistoryDialog({ transcript, readOnly, onClose }: HistoryDialogProps) {
  const { versions, versionId: presentId } = transcript
  // The one before the present one: what was changed last is what is looked for most.
  const [chosen, setChosen] = useState(() => versions.find(({ id }) => id !== presentId)?.id ?? presentId)
  const [show, setShow] = useState<Show>('changes')
  const versionId = versions.some(({ id }) => id === chosen) ? chosen : presentId
  const restore = () => {
    onClose()
    tellOutcome(restoreVersion(transcript, versionId), 'The version could not be restored')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title="History"
      description="The model’s own words are never overwritten. Edits within minutes of each other are one version."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" disabled={readOnly || versionId === presentId} onClick={restore}>
            Restore this version
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 flex-1 border-line border-y">
        <VersionList versions={versions} chosenId={versionId} presentId={presentId} onChoose={setChosen} />
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex flex-col px-5 pt-3">
            <Segments label="Show" value={show} options={shows} onChange={setShow} />
          </div>
          <ShownVersion transcript={transcript} versionId={versionId} show={show} />
        </div>
      </div>
    </Dialog>
  )
}

interface ShownVersionProps {
  readonly transcript: Transcript
  readonly versionId: string
  readonly show: Show
}

function ShownVersion({ transcript, versionId, show }: ShownVersionProps) {
  const isPresent = versionId === transcript.versionId
  const { data, error, refetch } = useQuery({
    ...queries.transcriptions.version.queryOptions({ input: { id: transcript.jobId, versionId } }),
    enabled: !isPresent,
  })
  const text = isPresent ? transcript.text : data?.text
  if (error && !isPresent) {
    return (
      <div className="p-5">
        <Notice
          tone="danger"
          title="This version cannot be read."
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {describeError(error)}
        </Notice>
      </div>
    )
  }
  if (text === undefined)
    return <Skeleton label="Reading the version" widths={['80%', '92%', '64%']} className="p-5" />
  return show === 'text' ? (
    <VersionText text={text} />
  ) : (
    <VersionChanges before={text} now={transcript.text} />
  )
}
