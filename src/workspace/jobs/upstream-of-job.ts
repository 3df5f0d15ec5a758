// Whether a job is asked about where it was sent to: another upstream knows nothing of it.
import type { JobUpstream } from '#shared/schemas/job'

export function isSameUpstream(one: JobUpstream, other: JobUpstream): boolean {
  return one.kind === other.kind && one.id === other.id
}

/** Also where it has not been sent yet. */
export function canGoOn(upstream: JobUpstream | null, chosen: JobUpstream): boolean {
  return upstream === null || isSameUpstream(upstream, chosen)
}

/** What a job waits for that was sent elsewhere. */
export function waitForUpstream({ label }: JobUpstream): string {
  return `It was sent to another upstream, and goes on once that one is chosen again: ${label}.`
}
