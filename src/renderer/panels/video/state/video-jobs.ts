// The live list of video jobs, with their texts and actions.

import {
  CirclePlay,
  CircleStop,
  Download,
  EyeOff,
  type LucideIcon,
  PenLine,
  RefreshCw,
  RotateCcw,
  Trash2,
} from 'lucide-react'
import { useMemo } from 'react'
import type { VideoForm, VideoJob, VideoState } from '#shared/schemas/video-job'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatAge, formatBytes, formatCount } from '../../../components/format'
import { byAge, createLiveJobs, type LiveJobsStore } from '../../../jobs/live-jobs'
import { toastUndo } from '../../../state/undo'
import {
  confirmRepeat,
  openGeneratedVideo,
  openVideo,
  reuseVideoForm,
  useVideoView,
} from '../../../state/video-form'

/** It no longer changes unless the user acts. */
export function isEnded({ endedAt, state }: Pick<VideoJob, 'endedAt' | 'state'>): boolean {
  return endedAt !== null || state === 'unfollowed'
}

export const videoJobs: LiveJobsStore<VideoJob> = createLiveJobs({
  subscribe: (signal) => desktop.videos.watch(undefined, { signal }),
  list: desktop.videos.list,
  isEnded,
  describeEnd: describeVideoEnd,
})

/** All that are loaded, the newest first. */
export function useVideoJobs(): readonly VideoJob[] {
  const open = videoJobs.useJobs((state) => state.open)
  const ended = videoJobs.useJobs((state) => state.ended)
  return useMemo(() => [...open, ...ended].sort(byAge), [open, ended])
}

/** Those whose prompts, model or state contain every word. */
export function findVideos(jobs: readonly VideoJob[], query: string): readonly VideoJob[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return jobs.filter((job) => {
    const { prompt, negativePrompt = '', model } = job.form
    const text = [prompt, negativePrompt, model, describeState(job).label].join(' ').toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const ends: Readonly<Partial<Record<VideoJob['state'], string>>> = {
  succeeded: 'is ready',
  failed: 'failed',
  filtered: 'was blocked by a safety filter',
  interrupted: 'was interrupted',
  unfollowed: 'is no longer being polled',
  cancelled: 'was canceled',
}

function describeVideoEnd({ state, form: { prompt } }: VideoJob): string {
  const title = prompt.length > 60 ? `${prompt.slice(0, 60).trimEnd()}…` : prompt
  return `The video “${title}” ${ends[state] ?? `is ${state}`}.`
}

type Tone = 'quiet' | 'busy' | 'good' | 'warn' | 'danger'

const states: Readonly<Record<VideoState, { readonly label: string; readonly tone: Tone }>> = {
  queued: { label: 'Queued', tone: 'quiet' },
  submitting: { label: 'Sending', tone: 'busy' },
  running: { label: 'Generating', tone: 'busy' },
  downloading: { label: 'Downloading', tone: 'busy' },
  succeeded: { label: 'Ready', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  filtered: { label: 'Blocked', tone: 'warn' },
  interrupted: { label: 'Interrupted', tone: 'warn' },
  unfollowed: { label: 'Polling stopped', tone: 'warn' },
  cancelled: { label: 'Canceled', tone: 'quiet' },
}

/** It was sent, so it is not in the queue. */
const waitingLabels: Partial<Record<VideoState, string>> = {
  running: 'Waiting to check',
  downloading: 'Waiting to download',
}

export function describeState(job: Pick<VideoJob, 'state' | 'download' | 'waiting'>): {
  label: string
  tone: Tone
} {
  const { label, tone } = states[job.state]
  const percent = job.state === 'downloading' ? toPercent(job.download) : null
  if (job.waiting !== null && tone === 'busy')
    return { label: waitingLabels[job.state] ?? label, tone: 'quiet' }
  return { label: percent === null ? label : `${label} ${percent}%`, tone }
}

/** Returns null if the total length is not known. */
export function toPercent(download: VideoJob['download']): number | null {
  if (!download?.total) return null
  return Math.min(100, Math.floor((download.bytes / download.total) * 100))
}

/** `Generating · 1 min 12 s`, and a detail that is never empty: what went wrong, what comes next, or the result. */
export function describeJob(job: VideoJob, now: number): { line: string; detail: string } {
  const line = [describeState(job).label, describeAge(job, now)].filter(Boolean).join(' · ')
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
function formatElapsed(milliseconds: number): string {
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

interface JobActionEntry {
  readonly name: string
  readonly icon: LucideIcon
  readonly isOffered: (job: VideoJob) => boolean
  readonly run: (job: VideoJob) => Promise<unknown>
}

type JobAction = keyof typeof jobActions

/** In the order of the menu and the buttons. */
export const jobActions = {
  cancel: {
    name: 'Cancel',
    icon: CircleStop,
    isOffered: ({ state }) => state === 'queued',
    run: ({ id }) => desktop.videos.cancel({ id }),
  },
  checkNow: {
    name: 'Check now',
    icon: RefreshCw,
    // An interrupted download waits for its next attempt.
    isOffered: ({ state, waiting }) => state === 'running' || (state === 'downloading' && waiting !== null),
    run: ({ id }) => desktop.videos.pollNow({ id }),
  },
  stopFollowing: {
    name: 'Stop polling',
    icon: EyeOff,
    isOffered: ({ state }) => ['submitting', 'running', 'downloading'].includes(state),
    run: ({ id }) => desktop.videos.stopFollowing({ id }),
  },
  followAgain: {
    name: 'Resume polling',
    icon: CirclePlay,
    isOffered: ({ state, operation }) => state === 'unfollowed' && operation !== null,
    run: ({ id }) => desktop.videos.followAgain({ id }),
  },
  fetchAgain: {
    name: 'Retry download',
    icon: Download,
    isOffered: ({ state, canFetchAgain }) => state === 'failed' && canFetchAgain,
    run: ({ id }) => desktop.videos.followAgain({ id }),
  },
  generateAgain: { name: 'Generate again', icon: RotateCcw, isOffered: isOver, run: generateAgain },
  reuse: {
    name: 'Reuse prompt',
    icon: PenLine,
    isOffered: () => true,
    run: ({ form }) => reuseVideoForm(form),
  },
  remove: { name: 'Remove from list', icon: Trash2, isOffered: isOver, run: removeJob },
} satisfies Record<string, JobActionEntry>

export function listJobActions(job: VideoJob): JobAction[] {
  const names = Object.keys(jobActions) as JobAction[] // The keys of a constant.
  return names.filter((action) => jobActions[action].isOffered(job))
}

export function runJobAction(action: JobAction, job: VideoJob) {
  toastOutcome(jobActions[action].run(job))
}

function isOver({ state }: VideoJob): boolean {
  return !['queued', 'submitting', 'running', 'downloading'].includes(state)
}

/** The provider may have generated and billed the video although it was never downloaded. */
export function mayBeBilled({ state, operation }: Pick<VideoJob, 'state' | 'operation'>): boolean {
  if (state === 'interrupted' || state === 'unfollowed') return true
  return state === 'failed' && operation !== null
}

/** Asks beside the job first if the previous video may be billed. */
async function generateAgain(job: VideoJob): Promise<void> {
  if (!mayBeBilled(job)) return repeatJob(job)
  openVideo(job.id)
  confirmRepeat(job.id)
}

/** Called if nothing can be billed twice, or after the user has confirmed. */
export async function repeatJob({ id }: Pick<VideoJob, 'id'>): Promise<void> {
  confirmRepeat(null)
  const made = await desktop.videos.repeat({ id })
  openGeneratedVideo(made.id)
}

/** Offers an undo; the video stays in the Library. */
async function removeJob({ id, videos }: VideoJob): Promise<void> {
  // Removing it from the list closes it.
  const wasOpen = useVideoView.getState().jobId === id
  await desktop.videos.clear({ ids: [id] })
  if (wasOpen) openVideo(null)
  const undo = async () => {
    await desktop.videos.restore({ ids: [id] })
    if (wasOpen) openGeneratedVideo(id)
  }
  const description = 'The video stays in the Library.'
  toastUndo('Removed from list', undo, videos.length > 0 ? { description } : {})
}
