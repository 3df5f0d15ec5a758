// The jobs of a panel, live while it is open: the open ones, the ended ones read so far, and how events change them.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { JobEvent } from '#shared/schemas/job'
import { describeError } from '../api/describe-error'
import { type Feed, followFeed } from '../api/follow-feed'
import { announce } from '../state/announcement'

interface Job {
  readonly id: string
  readonly createdAt: number
  /** In a queue that can be rearranged. */
  readonly position?: number
}

export interface JobList<J> {
  /** False until the first snapshot. */
  readonly isKnown: boolean
  /** The next one first. */
  readonly open: readonly J[]
  /** The newest first; earlier ones are read on demand. */
  readonly ended: readonly J[]
  /** The number of all jobs in the list, read or not. */
  readonly total: number
  /** The number of those that can only be retried. */
  readonly failed: number
  /** The earliest one that was read in order; the next page ends before it. */
  readonly earliest: string | null
  readonly hasEarlier: boolean
}

interface LiveJobs<J> extends JobList<J> {
  /** The subscription was lost, and is being opened again. */
  readonly isLost: boolean
  /** Why earlier ones could not be read; a message. */
  readonly earlierProblem: string | null
}

interface LiveJobsOptions<J> {
  readonly subscribe: Feed<JobEvent<J>>['open']
  readonly list: (page: { before: string; limit: number }) => Promise<J[]>
  /** It no longer changes unless the user acts. */
  readonly isEnded: (job: J) => boolean
  /** Announced when a job ends while it is watched. */
  readonly describeEnd: (job: J) => string
}

export interface LiveJobsStore<J> {
  readonly useJobs: UseBoundStore<StoreApi<LiveJobs<J>>>
  /** Returns an unsubscribe function; what is known stays. */
  readonly watch: () => () => void
  /** Reads the next page, one at a time. A failure is also in the store. */
  readonly fetchEarlier: () => Promise<void>
  /** Reads pages until the job is found, or all of them. Resolves to undefined if it is not in the list. */
  readonly load: (id?: string) => Promise<J | undefined>
}

export const emptyJobList: JobList<never> = {
  isKnown: false,
  open: [],
  ended: [],
  total: 0,
  failed: 0,
  earliest: null,
  hasEarlier: false,
}

const pageLength = 200
/** Progress of jobs is shown a few times a second. */
const intervalMs = 100

export function createLiveJobs<J extends Job>(options: LiveJobsOptions<J>): LiveJobsStore<J> {
  const { subscribe, list, isEnded, describeEnd } = options
  const useJobs = create<LiveJobs<J>>()(() => ({ ...emptyJobList, isLost: false, earlierProblem: null }))
  let fetching: Promise<void> | undefined

  const watch = () =>
    followFeed<JobEvent<J>>({
      open: subscribe,
      intervalMs,
      onItem: (event) => {
        const before = useJobs.getState()
        const jobs = foldJobs(before, event, isEnded)
        useJobs.setState({ ...jobs, isLost: false })
        const ended = event.type === 'changes' ? listNewlyEnded(before, jobs) : []
        if (ended.length > 0) announce(ended.map(describeEnd).join(' '))
      },
      onLost: () => {
        useJobs.setState({ isLost: true })
        return true
      },
    })

  async function fetchPage() {
    const { earliest, hasEarlier } = useJobs.getState()
    if (!hasEarlier || earliest === null) return useJobs.setState({ hasEarlier: false })
    useJobs.setState({ earlierProblem: null })
    try {
      const page = await list({ before: earliest, limit: pageLength })
      const now = useJobs.getState()
      // A new snapshot may have replaced the list meanwhile.
      if (now.earliest === earliest) useJobs.setState(addEarlier(now, page, pageLength))
    } catch (error) {
      useJobs.setState({ earlierProblem: describeError(error) })
      throw error
    }
  }

  const fetchEarlier = () => {
    fetching ??= fetchPage().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  const load = async (id?: string) => {
    while (!findJob(useJobs.getState(), id) && useJobs.getState().hasEarlier) await fetchEarlier()
    return findJob(useJobs.getState(), id)
  }
  return { useJobs, watch, fetchEarlier, load }
}

/** Undefined if it has not been read. */
export function findJob<J extends Job>({ open, ended }: JobList<J>, id: string | undefined): J | undefined {
  return open.find((job) => job.id === id) ?? ended.find((job) => job.id === id)
}

export function foldJobs<J extends Job>(
  list: JobList<J>,
  event: JobEvent<J>,
  isEnded: (job: J) => boolean,
): JobList<J> {
  const { jobs, total, failed } = event
  const changedOpen = jobs.filter((job) => !isEnded(job))
  if (event.type === 'snapshot') {
    const ended = jobs.filter(isEnded)
    const earliest = ended.at(-1)?.id ?? null
    const open = changedOpen.sort(byPosition)
    return { isKnown: true, open, ended, total, failed, earliest, hasEarlier: jobs.length < total }
  }
  const changes = new Map(jobs.map((job) => [job.id, job]))
  const gone = new Set(event.gone)
  const open = [...list.open.filter(({ id }) => !changes.has(id) && !gone.has(id)), ...changedOpen]
  const hasEnded = jobs.some(isEnded) || list.ended.some(({ id }) => changes.has(id) || gone.has(id))
  const stayed = gone.size > 0 ? list.ended.filter(({ id }) => !gone.has(id)) : list.ended
  const ended = hasEnded ? changeEnded(stayed, changes, isEnded) : list.ended
  return { ...list, open: open.sort(byPosition), total, failed, ended }
}

/** A known job stays in its position; one that has just ended is inserted by age. */
function changeEnded<J extends Job>(
  ended: readonly J[],
  changes: ReadonlyMap<string, J>,
  isEnded: (job: J) => boolean,
): J[] {
  const known = new Set(ended.map(({ id }) => id))
  const all = ended.map((job) => changes.get(job.id) ?? job).filter(isEnded)
  for (const job of changes.values()) {
    if (!isEnded(job) || known.has(job.id)) continue
    const at = all.findIndex((other) => byAge(job, other) < 0)
    all.splice(at < 0 ? all.length : at, 0, job)
  }
  return all
}

/** Adds the page before `earliest`, the newest first. Jobs that are known already are newer than those of the page. */
export function addEarlier<J extends Job>(list: JobList<J>, page: readonly J[], limit: number): JobList<J> {
  const known = new Set([...list.open, ...list.ended].map(({ id }) => id))
  return {
    ...list,
    ended: [...list.ended, ...page.filter(({ id }) => !known.has(id))],
    earliest: page.at(-1)?.id ?? list.earliest,
    hasEarlier: page.length === limit,
  }
}

/** The jobs that ended between the two states. */
export function listNewlyEnded<J extends Job>(before: JobList<J>, after: JobList<J>): J[] {
  if (before.ended === after.ended) return []
  const wasOpen = new Set(before.open.map(({ id }) => id))
  return after.ended.filter(({ id }) => wasOpen.has(id))
}

function byPosition(one: Job, other: Job): number {
  return (one.position ?? 0) - (other.position ?? 0)
}

export function byAge(one: Job, other: Job): number {
  return other.createdAt - one.createdAt || byPosition(other, one)
}
