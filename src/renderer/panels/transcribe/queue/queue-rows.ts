// The rows of the list: the queue, uploads into it, and finished files.
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import type { JobList } from '../../../jobs/live-jobs'
import type { UploadingAudio } from '../state/audio-import'
import { isFailed } from './describe-job'

export type QueueRow =
  | { readonly kind: 'head'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'job'; readonly key: string; readonly job: TranscriptionJob }
  | { readonly kind: 'upload'; readonly key: string; readonly upload: UploadingAudio }
  | { readonly kind: 'earlier'; readonly key: string }

export function toRows(list: JobList<TranscriptionJob>, uploads: readonly UploadingAudio[]): QueueRow[] {
  const { open, ended, total, hasEarlier } = list
  // A file is never listed twice: its job may be listed before the request that adds it returns.
  const jobs = new Set([...open, ...ended].map(({ id }) => id))
  const shown = uploads.filter(({ id }) => !jobs.has(id))
  const waiting = open.length + shown.length
  const rows: QueueRow[] = []
  if (waiting > 0) rows.push({ kind: 'head', key: 'head-queue', title: 'Queue', count: waiting })
  for (const job of open) rows.push({ kind: 'job', key: job.id, job })
  for (const upload of shown) rows.push({ kind: 'upload', key: upload.id, upload })
  if (ended.length > 0) {
    const count = hasEarlier ? Math.max(ended.length, total - open.length) : ended.length
    rows.push({ kind: 'head', key: 'head-ended', title: 'Finished', count })
  }
  for (const job of ended) rows.push({ kind: 'job', key: job.id, job })
  if (hasEarlier) rows.push({ kind: 'earlier', key: 'earlier' })
  return rows
}

/** The last row fetches earlier files until all failed ones are listed. */
export function toFailedRows({ ended, failed, hasEarlier }: JobList<TranscriptionJob>): QueueRow[] {
  const jobs = ended.filter(isFailed)
  return [
    { kind: 'head', key: 'head-failed', title: 'Failed', count: failed },
    ...jobs.map((job) => ({ kind: 'job', key: job.id, job }) as const),
    ...(hasEarlier && jobs.length < failed ? [{ kind: 'earlier', key: 'earlier' } as const] : []),
  ]
}
