// The video jobs, live while the panel is open, and announcements of those that end.
import { create } from 'zustand'
import type { VideoEvent, VideoJob } from '#shared/schemas/video-job'
import { desktop } from '../../../api/desktop'
import { keepWatching } from '../../../api/keep-watching'
import { announce } from '../../../state/announcement'

interface LiveVideos {
  /** `lost`: the connection broke, and is being opened again. */
  readonly status: 'opening' | 'live' | 'lost'
  /** The newest first. */
  readonly jobs: readonly VideoJob[]
  /** How many there are, listed here or not. */
  readonly total: number
  /** Earlier ones can be asked for. */
  readonly hasEarlier: boolean
}

export const noVideos: LiveVideos = { status: 'opening', jobs: [], total: 0, hasEarlier: false }

/** Nothing more comes of it by itself. */
export function isEnded({ endedAt, state }: Pick<VideoJob, 'endedAt' | 'state'>): boolean {
  return endedAt !== null || state === 'unfollowed'
}

export function foldVideos(live: LiveVideos, event: VideoEvent): LiveVideos {
  const { total } = event
  switch (event.type) {
    case 'snapshot':
      return { status: 'live', jobs: order(event.jobs), total, hasEarlier: event.jobs.length < total }
    case 'jobs':
      return { ...live, jobs: merge(live.jobs, event.jobs), total }
    case 'gone': {
      const gone = new Set(event.ids)
      return { ...live, jobs: live.jobs.filter(({ id }) => !gone.has(id)), total }
    }
  }
}

/** Of those that are known already, what is known counts more: it was told later. No more is there where none came. */
export function addEarlier(live: LiveVideos, earlier: readonly VideoJob[]): LiveVideos {
  const jobs = merge(earlier, live.jobs)
  return { ...live, jobs, hasEarlier: earlier.length > 0 && jobs.length < live.total }
}

/** Before which ended job the earlier ones are; undefined where none is known that has ended. */
export function findEarliest({ jobs }: LiveVideos): string | undefined {
  return jobs.filter(isEnded).at(-1)?.id
}

/** The later list counts more. */
function merge(jobs: readonly VideoJob[], later: readonly VideoJob[]): VideoJob[] {
  const byId = new Map([...jobs, ...later].map((job) => [job.id, job]))
  return order([...byId.values()])
}

function order(jobs: readonly VideoJob[]): VideoJob[] {
  return [...jobs].sort((one, other) => other.createdAt - one.createdAt)
}

export const useVideoJobs = create<LiveVideos>()(() => noVideos)

/** As many are asked for at once. */
const pageLength = 200

function findVideoJob(id: string | null): VideoJob | undefined {
  return useVideoJobs.getState().jobs.find((job) => job.id === id)
}

/** Until the returned function is called; a broken watch is opened again. */
export function watchVideos(): () => void {
  return keepWatching<VideoEvent>({
    open: (signal) => desktop.videos.watch(undefined, { signal }),
    onEvent: (event) => {
      const before = useVideoJobs.getState()
      const live = foldVideos(before, event)
      useVideoJobs.setState(live)
      if (event.type === 'jobs') announceEnds(before.jobs, event.jobs)
    },
    onLost: () => {
      useVideoJobs.setState({ status: 'lost' })
      return true
    },
  })
}

let asking: Promise<void> | undefined

/** Those before all that are listed; asked for once at a time. */
export function listEarlier(): Promise<void> {
  asking ??= askEarlier().finally(() => {
    asking = undefined
  })
  return asking
}

async function askEarlier(): Promise<void> {
  const live = useVideoJobs.getState()
  const before = findEarliest(live)
  const earlier = live.hasEarlier && before ? await desktop.videos.list({ before, limit: pageLength }) : []
  useVideoJobs.setState((now) => addEarlier(now, earlier))
}

/** Undefined where it is in the list no more: all earlier ones are asked for until it is found. */
export async function reachVideoJob(id: string): Promise<VideoJob | undefined> {
  while (!findVideoJob(id) && useVideoJobs.getState().hasEarlier) await listEarlier()
  return findVideoJob(id)
}

function announceEnds(before: readonly VideoJob[], changed: readonly VideoJob[]) {
  const wereOpen = new Set(before.filter((job) => !isEnded(job)).map(({ id }) => id))
  const ends = changed.filter((job) => isEnded(job) && wereOpen.has(job.id)).map(describeVideoEnd)
  if (ends.length > 0) announce(ends.join(' '))
}

const ends: Readonly<Partial<Record<VideoJob['state'], string>>> = {
  succeeded: 'is ready',
  failed: 'has failed',
  filtered: 'was filtered out',
  interrupted: 'was interrupted',
  unfollowed: 'is not followed any more',
  cancelled: 'was cancelled',
}

function describeVideoEnd({ state, form }: Pick<VideoJob, 'state' | 'form'>): string {
  return `The video “${shorten(form.prompt)}” ${ends[state] ?? `is ${state}`}.`
}

function shorten(prompt: string): string {
  return prompt.length > 60 ? `${prompt.slice(0, 60).trimEnd()}…` : prompt
}
