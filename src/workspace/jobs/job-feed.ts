// Publishes the jobs of one kind to watchers: a snapshot, then changes, a few times a second.
import type { JobCounts, JobEvent } from '#shared/schemas/job'
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import { createThrottle } from '../concurrency/timing'

/** Milliseconds. */
const publishIntervalMs = 100

export function createJobFeed<View extends { readonly id: string }>(countListed: () => JobCounts) {
  const mailboxes = new Set<Mailbox<JobEvent<View>>>()
  let changes = new Map<string, View | null>()

  const publishing = createThrottle(publishIntervalMs, () => {
    const events = mailboxes.size > 0 ? toEvents(changes, countListed()) : []
    changes = new Map()
    for (const event of events) for (const mailbox of mailboxes) mailbox.put(event)
  })
  return {
    /** Publishes a changed or new job. */
    publish(job: View) {
      changes.set(job.id, job)
      publishing.schedule()
    },
    publishRemoved(ids: readonly string[]) {
      for (const id of ids) changes.set(id, null)
      publishing.schedule()
    },
    /** `start` creates the snapshot when reading starts; no later change is missed. */
    async *watch(start: () => View[], signal?: AbortSignal): AsyncGenerator<JobEvent<View>, void, undefined> {
      const mailbox = createMailbox<JobEvent<View>>(mergeEvents)
      mailbox.put({ type: 'snapshot', jobs: start(), ...countListed() })
      mailboxes.add(mailbox)
      try {
        yield* mailbox.read(signal)
      } finally {
        mailboxes.delete(mailbox)
      }
    },
    /** Publishes all jobs again, for rows that were written elsewhere. */
    publishAll(jobs: View[]) {
      const counts = countListed()
      for (const mailbox of mailboxes) mailbox.put({ type: 'snapshot', jobs, ...counts })
    },
    /** Ends all watching. */
    close() {
      publishing.cancel()
      for (const mailbox of mailboxes) mailbox.end()
    },
  }
}

/** Null means removed. */
function toEvents<View>(changes: ReadonlyMap<string, View | null>, counts: JobCounts): JobEvent<View>[] {
  const ids = [...changes].flatMap(([id, job]) => (job === null ? [id] : []))
  const jobs = [...changes.values()].flatMap((job) => job ?? [])
  return [
    ...(ids.length > 0 ? [{ type: 'gone' as const, ids, ...counts }] : []),
    ...(jobs.length > 0 ? [{ type: 'jobs' as const, jobs, ...counts }] : []),
  ]
}

/**
 * For slow readers: merges the events of each job into its newest state. A snapshot stays, because later events change it,
 * and replaces earlier events.
 */
export function mergeEvents<View extends { readonly id: string }>(
  waiting: JobEvent<View>[],
  event: JobEvent<View>,
): void {
  const events = event.type === 'snapshot' ? [event] : [...waiting, event]
  const snapshots = events.filter(({ type }) => type === 'snapshot')
  const changes = new Map<string, View | null>()
  const put = (id: string, job: View | null) => {
    // Moves the job to the end.
    changes.delete(id)
    changes.set(id, job)
  }
  for (const each of events) {
    if (each.type === 'gone') for (const id of each.ids) put(id, null)
    if (each.type === 'jobs') for (const job of each.jobs) put(job.id, job)
  }
  const { total, failed } = event
  waiting.splice(0, waiting.length, ...snapshots, ...toEvents(changes, { total, failed }))
}
