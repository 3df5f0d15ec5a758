// Texts about a job: its state, its age, its next poll, and the finished video's properties.
import type { VideoJob, VideoState } from '#shared/schemas/video-job'
import { formatAge, formatBytes, formatCount } from '../../../components/format'

type Tone = 'quiet' | 'busy' | 'good' | 'warn' | 'danger'

const states: Readonly<Record<VideoState, { readonly word: string; readonly tone: Tone }>> = {
  queued: { word: 'Waiting for a place', tone: 'quiet' },
  submitting: { word: 'Being sent', tone: 'busy' },
  running: { word: 'Being made', tone: 'busy' },
  downloading: { word: 'Downloading', tone: 'busy' },
  succeeded: { word: 'Ready', tone: 'good' },
  failed: { word: 'Failed', tone: 'danger' },
  filtered: { word: 'Filtered out', tone: 'warn' },
  interrupted: { word: 'Interrupted', tone: 'warn' },
  unfollowed: { word: 'Not followed', tone: 'warn' },
  cancelled: { word: 'Cancelled', tone: 'quiet' },
}

export function describeState(job: Pick<VideoJob, 'state' | 'download' | 'waiting'>): {
  word: string
  tone: Tone
} {
  const { word, tone } = states[job.state]
  const share = job.state === 'downloading' ? toShare(job.download) : null
  if (job.waiting !== null && tone === 'busy') return { word: 'Waiting', tone: 'quiet' }
  return { word: share === null ? word : `${word} ${share} %`, tone }
}

/** Whole percent; null where the length is not known. */
export function toShare(download: VideoJob['download']): number | null {
  if (!download?.total) return null
  return Math.min(100, Math.floor((download.bytes / download.total) * 100))
}

/** `Being made · 1 min 12 s`, and below it, never empty, what is next, what went wrong or what has come of it. */
export function describeJob(job: VideoJob, now: number): { line: string; detail: string } {
  const line = [describeState(job).word, describeAge(job, now)].filter(Boolean).join(' · ')
  return { line, detail: findReason(job) || describeNextLook(job, now) || describeRest(job) }
}

/** Why it is as it is, in the words that were answered. */
function findReason({ state, error, reasons, waiting }: VideoJob): string | null | undefined {
  if (state === 'failed') return error?.message
  return state === 'filtered' ? reasons[0] : waiting
}

/** What there is to know where nothing is wrong and nothing counts down; every row has as many lines. */
function describeRest({ state, form, download, videos: [video] }: VideoJob): string {
  if (video) return describeVideo(video)
  if (state === 'downloading' && download) return describeDownload(download)
  if (state === 'unfollowed') return 'goes on upstream'
  return state === 'interrupted' ? 'may have been billed' : form.model
}

/** `7 kB of 16.1 kB`; the length is not always known. */
export function describeDownload({ bytes, total }: NonNullable<VideoJob['download']>): string {
  return total === null ? formatBytes(bytes) : `${formatBytes(bytes)} of ${formatBytes(total)}`
}

/** For how long it is under way, or how long ago it ended. */
export function describeAge({ state, endedAt, submittedAt, createdAt }: VideoJob, now: number): string {
  if (endedAt !== null) {
    const age = formatAge(endedAt, now)
    return /^(now|\d{1,2} \w{3} \d{4})$/.test(age) ? age : `${age} ago`
  }
  return state === 'unfollowed' ? '' : formatElapsed(now - (submittedAt ?? createdAt))
}

/** Empty where none is coming. */
export function describeNextLook({ nextPollAt, waiting }: VideoJob, now: number): string {
  if (nextPollAt === null || waiting !== null) return ''
  const seconds = Math.ceil((nextPollAt - now) / 1000)
  return seconds > 0 ? `next look in ${formatElapsed(seconds * 1000)}` : 'looking now'
}

/** Whole seconds: `12 s`, `3 min 5 s`, `2 h 4 min`. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** `1280 × 720 · 8 s · 3.1 MB` */
export function describeVideo({ width, height, seconds, bytes }: VideoJob['videos'][number]): string {
  const parts = [
    width && height ? `${width} × ${height}` : '',
    seconds === null ? '' : `${formatCount(seconds)} s`,
    formatBytes(bytes),
  ]
  return parts.filter(Boolean).join(' · ')
}
