// The video jobs, live while the panel is open, and announcements of those that end.
import { create } from 'zustand'
import type { VideoEvent, VideoJob } from '#shared/schemas/video-job'
import { desktop } from '../../../api/desktop'
import { subscribeWithRetry } from '../../../api/subscribe'
import { announce } from '../../../state/announcement'

interface LiveVideos {
  /** `lost`: the connection broke and is being reopened. */
  readonly status: 'opening' | 'live' | 'lost'
  /** Newest first. */
  readonly jobs: readonly VideoJob[]
  /** All jobs, loaded or not. */
  readonly total: number
  /** Earlier ones can be loaded. */
  readonly hasEarlier: boolean
}

export const noVideos: LiveVideos = { status: 'opening', jobs: [], total: 0, hasEarlier: false }

/** It does not change any more unless the user acts. */
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

/** Jobs that are already loaded win, because they are newer. An empty page means that there are no more. */
export function addEarlier(live: LiveVideos, earlier: readonly VideoJob[]): LiveVideos {
  const jobs = merge(earlier, live.jobs)
  return { ...live, jobs, hasEarlier: earlier.length > 0 && jobs.length < live.total }
}

/** The ended job before which the next page ends; undefined if no loaded job has ended. */
export function findEarliest({ jobs }: LiveVideos): string | undefined {
  return jobs.filter(isEnded).at(-1)?.id
}

/** Jobs in `later` win. */
function merge(jobs: readonly VideoJob[], later: readonly VideoJob[]): VideoJob[] {
  const byId = new Map([...jobs, ...later].map((job) => [job.id, job]))
  return order([...byId.values()])
}

function order(jobs: readonly VideoJob[]): VideoJob[] {
  return [...jobs].sort((one, other) => other.createdAt - one.createdAt)
}

export const useVideoJobs = create<LiveVideos>()(() => noVideos)

const pageSize = 200

function findVideoJob(id: string | null): VideoJob | undefined {
  return useVideoJobs.getState().jobs.find((job) => job.id === id)
}

/** Watches until the returned function is called; reopens a broken connection. */
export function watchVideos(): () => void {
  return subscribeWithRetry<VideoEvent>({
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

let loading: Promise<void> | undefined

/** Loads the next page, one at a time. */
export function requestEarlier(): Promise<void> {
  loading ??= loadEarlier().finally(() => {
    loading = undefined
  })
  return loading
}

async function loadEarlier(): Promise<void> {
  const live = useVideoJobs.getState()
  const before = findEarliest(live)
  const earlier = live.hasEarlier && before ? await desktop.videos.list({ before, limit: pageSize }) : []
  useVideoJobs.setState((now) => addEarlier(now, earlier))
}

/** Loads earlier pages until the job is found; undefined if it is not in the list any more. */
export async function loadVideoJob(id: string): Promise<VideoJob | undefined> {
  while (!findVideoJob(id) && useVideoJobs.getState().hasEarlier) await requestEarlier()
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

function describeVideoEnd({ state, form: { prompt } }: VideoJob): string {
  const title = prompt.length > 60 ? `${prompt.slice(0, 60).trimEnd()}…` : prompt
  return `The video “${title}” ${ends[state] ?? `is ${state}`}.`
}
