// What long work of every kind shares: it is a row before its call, and outlives whatever ends the program.
import { z } from 'zod'
import { UpstreamKind } from './upstream'

/** Who was asked. It is followed only there: another upstream knows nothing of it. */
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
  /** Seconds after which trying again makes sense; absent if nothing was said of it. */
  retryAfter: z.number().nonnegative().optional(),
})
export type JobError = z.infer<typeof JobError>

/** A file of the media folder that goes with a job. */
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
  /** It was still under way. */
  isOpen: z.boolean(),
})
export type DamagedJob = z.infer<typeof DamagedJob>

/** At how many ended jobs the snapshot of a list stops; earlier ones are asked for (`list`). */
export const maxEndedInSnapshot = 200

/**
 * What watchers of jobs receive: a snapshot first, with all that have not ended and the newest ended ones, then what is
 * changed or new, and what is out of the list. `total` counts all that are in it.
 */
export function jobEvents<View extends z.ZodType>(view: View) {
  const total = z.number()
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('snapshot'), jobs: z.array(view), total }),
    z.object({ type: z.literal('jobs'), jobs: z.array(view), total }),
    z.object({ type: z.literal('gone'), ids: z.array(z.string()), total }),
  ])
}
export type JobEvent<View> = z.infer<ReturnType<typeof jobEvents<z.ZodType<View>>>>
