// The exact request of an answer, for users who want to send it themselves.
import { z } from 'zod'

export const PromptRequest = z.object({
  /** `E2` … `E17`; null beyond the specification. */
  endpoint: z.string().nullable(),
  method: z.literal('POST'),
  /** With the query, without the credential. */
  path: z.string(),
  /** The JSON body. Media are written as `"data": "<sha256>"`, and listed in `media`. */
  body: z.string(),
  media: z.array(z.object({ media: z.string(), path: z.string(), bytes: z.number() })),
})
export type PromptRequest = z.infer<typeof PromptRequest>
