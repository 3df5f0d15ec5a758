// Generated results that could not be saved yet. Saving is retried automatically, or by the user.
import { z } from 'zod'

export const PendingSave = z.object({
  /** The id of the turn, the job or the embedding set. */
  owner: z.string(),
  /** Why the last attempt failed, in whole sentences. */
  message: z.string(),
  /** Whether the rescue folder has a copy, which the next start reads. */
  rescued: z.boolean(),
})
export type PendingSave = z.infer<typeof PendingSave>

export const UnsavedWork = z.object({
  pending: z.array(PendingSave),
  /** Files in the rescue folder that wait until the media folder is writable. */
  files: z.array(z.object({ media: z.string(), path: z.string() })),
  /** Why they could not be moved to the media folder; null until the first retry. */
  filesProblem: z.string().nullable(),
})
export type UnsavedWork = z.infer<typeof UnsavedWork>
