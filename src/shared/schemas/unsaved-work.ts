// What a model has made and a disk or a database did not take yet: it is retried, and the user can retry it now.
import { z } from 'zod'

export const PendingSave = z.object({
  /** The id of the turn, the job or the embedding set. */
  owner: z.string(),
  /** Why the last attempt failed: whole sentences. */
  message: z.string(),
  /** Whether the rescue folder holds a copy that the next start reads. */
  rescued: z.boolean(),
})
export type PendingSave = z.infer<typeof PendingSave>

export const UnsavedWork = z.object({
  pending: z.array(PendingSave),
  /** Files that wait in the rescue folder until the media folder can take them. */
  files: z.array(z.object({ media: z.string(), path: z.string() })),
  /** Why the media folder did not take them; null while it has not been tried again. */
  filesProblem: z.string().nullable(),
})
export type UnsavedWork = z.infer<typeof UnsavedWork>
