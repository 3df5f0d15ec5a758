// The known transcriptions: the queue, the ended ones read so far, how events change them, and the rows they make.
import type { TranscriptionEvent, TranscriptionJob } from '#shared/schemas/transcription-job'
import type { UploadingAudio } from './audio-import'

export interface TranscriptionList {
  /** False until the first snapshot. */
  readonly isKnown: boolean
  /** The next one first. */
  readonly open: readonly TranscriptionJob[]
  /** The newest first; earlier ones are read on demand. */
  readonly ended: readonly TranscriptionJob[]
  /** The number of all jobs in the list, read or not. */
  readonly total: number
  /** The earliest one that was read in order; the next page ends before it. */
  readonly earliest: string | null
  readonly hasEarlier: boolean
}

export const emptyList: TranscriptionList = {
  isKnown: false,
  open: [],
  ended: [],
  total: 0,
  earliest: null,
  hasEarlier: false,
}

export function foldTranscriptions(list: TranscriptionList, event: TranscriptionEvent): TranscriptionList {
  switch (event.type) {
    case 'snapshot':
      return fromSnapshot(event)
    case 'jobs':
      return changeJobs({ ...list, total: event.total }, event.jobs)
    case 'gone': {
      const gone = new Set(event.ids)
      const stays = ({ id }: TranscriptionJob) => !gone.has(id)
      return { ...list, total: event.total, ended: list.ended.filter(stays), open: list.open.filter(stays) }
    }
  }
}

/** Adds the page before `earliest`, the newest first. */
export function addEarlier(
  list: TranscriptionList,
  { jobs, limit }: { readonly jobs: readonly TranscriptionJob[]; readonly limit: number },
): TranscriptionList {
  const known = new Set(list.ended.map(({ id }) => id))
  return {
    ...list,
    ended: [...list.ended, ...jobs.filter(({ id }) => !known.has(id))],
    earliest: jobs.at(-1)?.id ?? list.earliest,
    hasEarlier: jobs.length === limit,
  }
}

/** The jobs that ended between the two states. */
export function listNewlyEnded(before: TranscriptionList, after: TranscriptionList): TranscriptionJob[] {
  if (before.ended === after.ended) return []
  const wasOpen = new Set(before.open.map(({ id }) => id))
  return after.ended.filter(({ id }) => wasOpen.has(id))
}

function fromSnapshot({ jobs, total }: Extract<TranscriptionEvent, { type: 'snapshot' }>): TranscriptionList {
  const open = jobs.filter(isOpen).sort(byPosition)
  const ended = jobs.filter((job) => !isOpen(job))
  const earliest = ended.at(-1)?.id ?? null
  return { isKnown: true, open, ended, total, earliest, hasEarlier: jobs.length < total }
}

function changeJobs(list: TranscriptionList, changed: readonly TranscriptionJob[]): TranscriptionList {
  const changes = new Map(changed.map((job) => [job.id, job]))
  const stays = ({ id }: TranscriptionJob) => !changes.has(id)
  const open = [...list.open.filter(stays), ...changed.filter(isOpen)].sort(byPosition)
  const hasEnded = changed.some((job) => !isOpen(job)) || list.ended.some(({ id }) => changes.has(id))
  return { ...list, open, ended: hasEnded ? changeEnded(list.ended, changes) : list.ended }
}

/** A known job stays in its position; one that has just ended is inserted by age. */
function changeEnded(
  ended: readonly TranscriptionJob[],
  changes: ReadonlyMap<string, TranscriptionJob>,
): TranscriptionJob[] {
  const known = new Set(ended.map(({ id }) => id))
  const all = ended.map((job) => changes.get(job.id) ?? job).filter((job) => !isOpen(job))
  for (const job of changes.values()) {
    if (isOpen(job) || known.has(job.id)) continue
    const at = all.findIndex((other) => byAge(job, other) < 0)
    all.splice(at < 0 ? all.length : at, 0, job)
  }
  return all
}

function isOpen({ endedAt }: TranscriptionJob): boolean {
  return endedAt === null
}

function byPosition(one: TranscriptionJob, other: TranscriptionJob): number {
  return one.position - other.position
}

function byAge(one: TranscriptionJob, other: TranscriptionJob): number {
  return other.createdAt - one.createdAt || other.position - one.position
}

export type QueueRow =
  | { readonly kind: 'head'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'job'; readonly key: string; readonly job: TranscriptionJob }
  | { readonly kind: 'upload'; readonly key: string; readonly upload: UploadingAudio }
  | { readonly kind: 'earlier'; readonly key: string }

export function toRows(
  { open, ended, total, hasEarlier }: TranscriptionList,
  uploads: readonly UploadingAudio[],
): QueueRow[] {
  // A file is never listed twice, as a job and as an upload.
  const shown = uploads.filter(({ adding }) => !open.some(({ source }) => source.media === adding))
  const waiting = open.length + shown.length
  const rows: QueueRow[] = []
  if (waiting > 0) rows.push({ kind: 'head', key: 'head-queue', title: 'Queue', count: waiting })
  for (const job of open) rows.push({ kind: 'job', key: job.id, job })
  for (const upload of shown) rows.push({ kind: 'upload', key: upload.id, upload })
  if (ended.length > 0) {
    const count = hasEarlier ? Math.max(ended.length, total - open.length) : ended.length
    rows.push({ kind: 'head', key: 'head-ended', title: 'Ended', count })
  }
  for (const job of ended) rows.push({ kind: 'job', key: job.id, job })
  if (hasEarlier) rows.push({ kind: 'earlier', key: 'earlier' })
  return rows
}
