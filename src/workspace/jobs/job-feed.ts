// Publishes the jobs of one kind: all that are listed, then those that have changed.
import type { JobCounts, JobEvent } from '#shared/schemas/job'
import { createFeed } from '../concurrency/feed'

/** A changed or new job, a removed one (null), or `all` if any may have changed. */
type JobChange<View> = { readonly id: string; readonly job: View | null } | 'all'

export function createJobFeed<View>(listJobs: () => View[], countJobs: () => JobCounts) {
  return createFeed<JobChange<View>, JobEvent<View>>(() => {
    /** Undefined if the next item is a snapshot. */
    let changed: Map<string, View | null> | undefined
    return {
      add(change) {
        if (change === 'all') changed = undefined
        else changed?.set(change.id, change.job)
      },
      take() {
        if (changed?.size === 0) return null
        const gone = [...(changed ?? [])].flatMap(([id, job]) => (job === null ? [id] : []))
        const jobs = changed ? [...changed.values()].flatMap((job) => job ?? []) : listJobs()
        const type = changed ? 'changes' : 'snapshot'
        changed = new Map()
        return { type, jobs, gone, ...countJobs() }
      },
    }
  })
}
