// What is wrong with a JSON document, and where.
import { z } from 'zod'

export const JsonProblem = z.object({
  /** From the document's root, as people read it: `$.items[0].name`. */
  path: z.string(),
  message: z.string(),
})
export type JsonProblem = z.infer<typeof JsonProblem>
