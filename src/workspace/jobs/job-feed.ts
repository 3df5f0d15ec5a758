// Publishes the jobs of one kind to watchers: a snapshot, then changes, a few times a second.
import { createMailbox, type Mailbox } from '../concurrency/mailbox'
import { createThrottle } from '../concurrency/timing'

/** `total` counts all that are in the list. */
export type JobEvent<View> =
  | { type: 'snapshot'; jobs: View[]; total: number }
  | { type: 'jobs'; jobs: View[]; total: number }
  | { type: 'gone'; ids: string[]; total: number }

/** Milliseconds. */
const publishIntervalMs = 100

export function createJobFeed<View extends { readonly id: string }>(countListed: () => number) {
  const mailboxes = new Set<Mailbox<JobEvent<View>>>()
  let changed = new Map<string, View>()
  let gone = new Set<string>()

  const put = (event: JobEvent<View>) => {
    for (const mailbox of mailboxes) mailbox.put(event)
  }
  const publishing = createThrottle(publishIntervalMs, () => {
    const [jobs, ids] = [[...changed.values()], [...gone]]
    changed = new Map()
    gone = new Set()
    if (mailboxes.size === 0) return
    const total = countListed()
    if (ids.length > 0) put({ type: 'gone', ids, total })
    if (jobs.length > 0) put({ type: 'jobs', jobs, total })
  })
  return {
    /** Changed or new. */
    publish(job: View) {
      gone.delete(job.id)
      changed.set(job.id, job)
      publishing.ask()
    },
    publishGone(ids: readonly string[]) {
      for (const id of ids) {
        changed.delete(id)
        gone.add(id)
      }
      publishing.ask()
    },
    /** `begin` makes the snapshot when the reading begins; from then on nothing is missed. */
    async *watch(begin: () => View[], signal?: AbortSignal) {
      const mailbox = createMailbox<JobEvent<View>>(mergeEvents)
      mailbox.put({ type: 'snapshot', jobs: begin(), total: countListed() })
      mailboxes.add(mailbox)
      try {
        yield* mailbox.read(signal)
      } finally {
        mailboxes.delete(mailbox)
      }
    },
    /** Ends every watching. */
    close() {
      publishing.cancel()
      for (const mailbox of mailboxes) mailbox.end()
    },
  }
}

/** For a reader who is slow: of each job only its newest state waits, and of one that is gone nothing. */
export function mergeEvents<View extends { readonly id: string }>(
  waiting: JobEvent<View>[],
  event: JobEvent<View>,
): void {
  const changed = new Set(event.type === 'gone' ? event.ids : event.jobs.map(({ id }) => id))
  const merged = waiting.flatMap((earlier): JobEvent<View>[] => {
    // A snapshot is the whole list: it stays, and what follows it changes it.
    if (earlier.type === 'snapshot') return [earlier]
    if (earlier.type === 'gone') {
      const ids = earlier.ids.filter((id) => !changed.has(id))
      return ids.length > 0 ? [{ ...earlier, ids }] : []
    }
    const jobs = earlier.jobs.filter(({ id }) => !changed.has(id))
    return jobs.length > 0 ? [{ ...earlier, jobs }] : []
  })
  const last = merged.at(-1)
  if (last?.type === 'jobs' && event.type === 'jobs')
    merged.splice(-1, 1, { ...event, jobs: [...last.jobs, ...event.jobs] })
  else if (last?.type === 'gone' && event.type === 'gone')
    merged.splice(-1, 1, { ...event, ids: [...last.ids, ...event.ids] })
  else merged.push(event)
  waiting.splice(0, waiting.length, ...merged)
}
