// Lets so many jobs be under way at once, the first in the queue first.

interface LinePorts<Job> {
  /** As the settings are now. */
  readonly atOnce: () => number
  readonly countBusy: () => number
  /** The first that may begin; what it begins is no longer among them. */
  readonly next: () => Job | undefined
  /** Makes it busy before it returns. */
  readonly begin: (job: Job) => void
}

/** To be called whenever a job has come, has ended, or the settings have changed. */
export function createLine<Job>({ atOnce, countBusy, next, begin }: LinePorts<Job>): () => void {
  return () => {
    for (let places = atOnce() - countBusy(); places > 0; places -= 1) {
      const job = next()
      if (job === undefined) return
      begin(job)
    }
  }
}
