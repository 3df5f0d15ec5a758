// A transcript whose job is not known here, to be read: there is no other place for it.
import { useQuery } from '@tanstack/react-query'
import type { LibraryItem } from '#shared/schemas/library'
import { describeError } from '../../api/describe-error'
import { tellOutcome } from '../../api/tell-outcome'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Skeleton } from '../../components/Skeleton'
import { readMediaFile } from '../../state/media-files'
import { copyTranscript } from './actions/job-verbs'

interface ViewedTranscriptProps {
  readonly item: LibraryItem & { readonly media: string }
  readonly onClose: () => void
}

export function ViewedTranscript({ item, onClose }: ViewedTranscriptProps) {
  const { media, title } = item
  const { data, error } = useQuery({
    queryKey: ['text of', media],
    queryFn: async () => (await readMediaFile(media)).text(),
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="large"
      actions={
        <>
          <Button disabled={!data} onClick={() => tellOutcome(copyTranscript(item))}>
            Copy text
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-2">
        {error && <p className="text-danger">{describeError(error)}</p>}
        {data === undefined && !error && (
          <Skeleton label="Opening the transcript" widths={['92%', '96%', '88%', '40%']} />
        )}
        <p className="selectable max-w-[80ch] whitespace-pre-wrap leading-5 [overflow-wrap:anywhere]">
          {data}
        </p>
      </div>
    </Dialog>
  )
}
