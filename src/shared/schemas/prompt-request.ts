// The very request that an answer was asked for with, for those who want to send it themselves.
import { z } from 'zod'

export const PromptRequest = z.object({
  /** `E2` … `E17` where the specification names this use. */
  endpoint: z.string().nullable(),
  method: z.literal('POST'),
  /** With its query, without a credential. */
  path: z.string(),
  /** The JSON body; media stand as `"data": "<sha256>"`, each described in `media`. */
  body: z.string(),
  media: z.array(z.object({ media: z.string(), path: z.string(), bytes: z.number() })),
})
export type PromptRequest = z.infer<typeof PromptRequest>
