// The rows of the list: the queue with what is still on its way, then what has ended.
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import type { ArrivingSound } from '../state/transcription-intake'
import type { TranscriptionList } from '../state/transcription-list'

export type QueueRow =
  | { readonly kind: 'head'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'job'; readonly key: string; readonly job: TranscriptionJob }
  | { readonly kind: 'arriving'; readonly key: string; readonly sound: ArrivingSound }
  | { readonly kind: 'earlier'; readonly key: string }

export function toRows(
  { open, ended, total, hasEarlier }: TranscriptionList,
  sounds: readonly ArrivingSound[],
): QueueRow[] {
  // A file is never listed twice, as a job and as what is still being added.
  const arriving = sounds.filter(({ adding }) => !open.some(({ source }) => source.media === adding))
  const waiting = open.length + arriving.length
  const rows: QueueRow[] = []
  if (waiting > 0) rows.push({ kind: 'head', key: 'head-queue', title: 'Queue', count: waiting })
  for (const job of open) rows.push({ kind: 'job', key: job.id, job })
  for (const sound of arriving) rows.push({ kind: 'arriving', key: sound.id, sound })
  if (ended.length > 0) {
    const count = hasEarlier ? Math.max(ended.length, total - open.length) : ended.length
    rows.push({ kind: 'head', key: 'head-ended', title: 'Ended', count })
  }
  for (const job of ended) rows.push({ kind: 'job', key: job.id, job })
  if (hasEarlier) rows.push({ kind: 'earlier', key: 'earlier' })
  return rows
}
