// Common schemas of jobs: a job is stored before its request is sent, so that it survives a crash.
import { z } from 'zod'
import { UpstreamKind } from './upstream'

/** The upstream that runs the job. Only this one can be polled for it. */
export const JobUpstream = z.object({
  kind: UpstreamKind,
  /** `demo`, `vendor`, or a profile's id. */
  id: z.string(),
  label: z.string(),
})
export type JobUpstream = z.infer<typeof JobUpstream>

export const JobError = z.object({
  code: z.string(),
  message: z.string(),
  /** Seconds to wait before a retry; absent if unknown. */
  retryAfter: z.number().nonnegative().optional(),
})
export type JobError = z.infer<typeof JobError>

/** A file of the media folder that a job uses. */
export const JobFile = z.object({
  /** SHA-256 of its bytes. */
  media: z.string(),
  mimeType: z.string(),
})
export type JobFile = z.infer<typeof JobFile>

/** A job whose stored row cannot be read. */
export const DamagedJob = z.object({
  id: z.string(),
  kind: z.enum(['video', 'transcription']),
  createdAt: z.number(),
  /** Whether the job had not ended. */
  isOpen: z.boolean(),
})
export type DamagedJob = z.infer<typeof DamagedJob>

/** Maximum number of ended jobs in a snapshot; `list` loads older ones. */
export const maxEndedInSnapshot = 200

/**
 * What watchers of jobs receive: first a snapshot with all active jobs and the newest ended ones, then new and changed
 * jobs, and the ids of removed ones. `total` is the number of jobs in the list, `failed` that of those that can only be
 * retried.
 */
export function jobEvents<View extends z.ZodType>(view: View) {
  return z.object({
    type: z.enum(['snapshot', 'changes']),
    jobs: z.array(view),
    gone: z.array(z.string()),
    total: z.number(),
    failed: z.number(),
  })
}
export type JobEvent<View> = z.infer<ReturnType<typeof jobEvents<z.ZodType<View>>>>
export type JobCounts = Pick<JobEvent<unknown>, 'total' | 'failed'>
