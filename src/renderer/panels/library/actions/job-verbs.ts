// What can be done with what jobs have made: go to the job, use its prompt again, take the words of a transcript along.
import type { LibraryItem } from '#shared/schemas/library'
import { desktop } from '../../../api/desktop'
import { readMediaFile } from '../../../state/media-files'
import { focusJob } from '../../../state/navigation'
import { reuseVideoForm } from '../../../state/video-form'

type KeptItem = LibraryItem & { readonly media: string }

export function isVideo(item: LibraryItem): item is KeptItem {
  return item.kind === 'video' && item.media !== null
}

export function isTranscript(item: LibraryItem): item is KeptItem {
  return item.kind === 'transcript' && item.media !== null
}

/** What jobs make has its panel; undefined for all else. */
export function toJobPanel({ kind }: Pick<LibraryItem, 'kind'>): 'Video' | 'Transcribe' | undefined {
  if (kind === 'video') return 'Video'
  return kind === 'transcript' ? 'Transcribe' : undefined
}

/** One that was taken out of the list comes into it again. */
export async function openJob({ kind, jobId }: LibraryItem): Promise<void> {
  if (jobId === null) throw new Error('The job that made it is not known here.')
  const ids = [jobId]
  if (kind === 'video') await desktop.videos.restore({ ids })
  else await desktop.transcriptions.restore({ ids })
  focusJob(kind === 'video' ? 'video' : 'transcribe', jobId)
}

export async function reuseVideoPrompt({ id }: LibraryItem): Promise<void> {
  const making = await desktop.library.making({ id })
  if (!making || !('kind' in making) || making.kind !== 'video')
    throw new Error('Nothing tells how this video was made.')
  await reuseVideoForm(making.form)
}

export async function copyTranscript({ media }: KeptItem): Promise<string> {
  const file = await readMediaFile(media)
  // Its file ends in a line break.
  await navigator.clipboard.writeText((await file.text()).trimEnd())
  return 'Transcript copied'
}
