// What a search over all conversations finds.
import { z } from 'zod'

export const SearchHit = z.object({
  conversationId: z.string(),
  title: z.string(),
  /** Null if the title was found. */
  turnId: z.string().nullable(),
  role: z.enum(['user', 'model']).nullable(),
  at: z.number(),
  /** The words around the find; `found` marks those that were searched for. */
  snippet: z.array(z.object({ text: z.string(), found: z.boolean() })),
})
export type SearchHit = z.infer<typeof SearchHit>
