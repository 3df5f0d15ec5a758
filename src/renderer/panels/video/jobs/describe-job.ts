// Texts about a job: its state, its age, its next poll, and the finished video's properties.
import type { VideoForm, VideoJob, VideoState } from '#shared/schemas/video-job'
import { formatAge, formatBytes, formatCount } from '../../../components/format'

type Tone = 'quiet' | 'busy' | 'good' | 'warn' | 'danger'

const states: Readonly<Record<VideoState, { readonly word: string; readonly tone: Tone }>> = {
  queued: { word: 'Queued', tone: 'quiet' },
  submitting: { word: 'Sending', tone: 'busy' },
  running: { word: 'Generating', tone: 'busy' },
  downloading: { word: 'Downloading', tone: 'busy' },
  succeeded: { word: 'Ready', tone: 'good' },
  failed: { word: 'Failed', tone: 'danger' },
  filtered: { word: 'Blocked', tone: 'warn' },
  interrupted: { word: 'Interrupted', tone: 'warn' },
  unfollowed: { word: 'Polling stopped', tone: 'warn' },
  cancelled: { word: 'Canceled', tone: 'quiet' },
}

export function describeState(job: Pick<VideoJob, 'state' | 'download' | 'waiting'>): {
  word: string
  tone: Tone
} {
  const { word, tone } = states[job.state]
  const percent = job.state === 'downloading' ? toPercent(job.download) : null
  if (job.waiting !== null && tone === 'busy') return { word: 'Queued', tone: 'quiet' }
  return { word: percent === null ? word : `${word} ${percent}%`, tone }
}

/** Returns null if the total length is not known. */
export function toPercent(download: VideoJob['download']): number | null {
  if (!download?.total) return null
  return Math.min(100, Math.floor((download.bytes / download.total) * 100))
}

/** `Being made · 1 min 12 s`, and a detail that is never empty: what went wrong, what comes next, or the result. */
export function describeJob(job: VideoJob, now: number): { line: string; detail: string } {
  const line = [describeState(job).word, describeAge(job, now)].filter(Boolean).join(' · ')
  return { line, detail: findReason(job) || describeNextPoll(job, now) || describeRest(job) }
}

/** The service's own message about its state. */
function findReason({ state, error, reasons, waiting }: VideoJob): string | null | undefined {
  if (state === 'failed') return error?.message
  return state === 'filtered' ? reasons[0] : waiting
}

/** The detail if nothing is wrong and nothing counts down: every row has the same number of lines. */
function describeRest({ state, form, download, videos: [video] }: VideoJob): string {
  if (video) return describeVideo(video)
  if (state === 'downloading' && download) return describeDownload(download)
  if (state === 'unfollowed') return 'still running at the provider'
  return state === 'interrupted' ? 'may have been billed' : form.model
}

/** `7 KB of 16.1 KB`; the length is not always known. */
export function describeDownload({ bytes, total }: NonNullable<VideoJob['download']>): string {
  return total === null ? formatBytes(bytes) : `${formatBytes(bytes)} of ${formatBytes(total)}`
}

/** How long it has been running, or how long ago it ended. */
export function describeAge({ state, endedAt, submittedAt, createdAt }: VideoJob, now: number): string {
  if (endedAt !== null) {
    const age = formatAge(endedAt, now)
    return /^(now|\d{1,2} \w{3} \d{4})$/.test(age) ? age : `${age} ago`
  }
  return state === 'unfollowed' ? '' : formatElapsed(now - (submittedAt ?? createdAt))
}

/** Returns an empty string if no poll is planned. */
export function describeNextPoll({ nextPollAt, waiting }: VideoJob, now: number): string {
  if (nextPollAt === null || waiting !== null) return ''
  const seconds = Math.ceil((nextPollAt - now) / 1000)
  return seconds > 0 ? `next check in ${formatElapsed(seconds * 1000)}` : 'checking now'
}

/** Whole seconds: `12 s`, `3 min 5 s`, `2 h 4 min`. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${formatCount(Math.floor(minutes / 60))} h ${minutes % 60} min`
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

/** The requested ratio, width over height; models make wide videos by default. */
export function toFormRatio({ aspectRatio }: Pick<VideoForm, 'aspectRatio'>): number {
  return aspectRatio === '9:16' ? 9 / 16 : 16 / 9
}
