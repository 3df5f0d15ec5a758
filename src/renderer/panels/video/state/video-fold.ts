// The jobs of videos as the page knows them: a snapshot, what has changed since, and earlier ones that were asked for.
import type { VideoEvent, VideoJob } from '#shared/schemas/video-job'

export interface LiveVideos {
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
