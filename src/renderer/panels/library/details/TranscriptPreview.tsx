// The chosen transcript: how it begins, how many words it has, and its file to be dragged out.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { LibraryItem } from '#shared/schemas/library'
import { queries } from '../../../api/desktop'
import { formatCount } from '../../../components/format'
import { startLength } from '../items/read-start'
import { useStart } from '../items/use-start'
import { DragHandle } from './DragHandle'

export function TranscriptPreview({ item }: { item: LibraryItem & { readonly media: string } }) {
  const { jobId, media, file } = item
  const start = useStart(item)
  const { data: transcript } = useQuery({
    ...queries.transcriptions.read.queryOptions({ input: jobId === null ? skipToken : { id: jobId } }),
    // Its edits are told with the item's file, whose hash they change.
    queryKey: ['words of', jobId, media],
    retry: false,
  })
  const words = transcript?.versions.find(({ id }) => id === transcript.versionId)?.words
  if (file === 'missing') return null
  const isCut = start !== undefined && start.length >= startLength
  return (
    <section aria-label="Transcript" className="flex flex-col items-center gap-1">
      <p className="selectable max-h-60 min-h-12 w-full overflow-y-auto whitespace-pre-wrap rounded-lg bg-sunken p-3 leading-5 [overflow-wrap:anywhere]">
        {start === undefined ? '' : start.trim() || 'Nothing was said.'}
        {isCut && '…'}
      </p>
      <div className="flex w-full items-center justify-between">
        <span className="text-faint text-sm tabular-nums">
          {words !== undefined && `${formatCount(words)} ${words === 1 ? 'word' : 'words'}`}
        </span>
        <DragHandle item={item} />
      </div>
    </section>
  )
}
