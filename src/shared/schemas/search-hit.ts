// A result of a search over all conversations.
import { z } from 'zod'

export const SearchHit = z.object({
  conversationId: z.string(),
  title: z.string(),
  /** Null if the title matches. */
  turnId: z.string().nullable(),
  role: z.enum(['user', 'model']).nullable(),
  at: z.number(),
  /** The text around the match; `found` marks the matching words. */
  snippet: z.array(z.object({ text: z.string(), found: z.boolean() })),
})
export type SearchHit = z.infer<typeof SearchHit>
