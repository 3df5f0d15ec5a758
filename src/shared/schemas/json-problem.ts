// What is wrong with a JSON document, and where.
import { z } from 'zod'

export const JsonProblem = z.object({
  /** From the document's root, as people read it: `$.items[0].name`. */
  path: z.string(),
  message: z.string(),
  /** The check could not be carried out, `message` says why: of the document nothing is known. It stands alone. */
  unchecked: z.literal(true).optional(),
})
export type JsonProblem = z.infer<typeof JsonProblem>

type SchemaVerdict =
  | { readonly kind: 'matches' }
  | { readonly kind: 'differs'; readonly problems: readonly JsonProblem[] }
  | { readonly kind: 'unchecked'; readonly reason: string }

/** What a check's problems say of the document. */
export function readVerdict(problems: readonly JsonProblem[]): SchemaVerdict {
  const unchecked = problems.find((problem) => problem.unchecked)
  if (unchecked) return { kind: 'unchecked', reason: unchecked.message }
  return problems.length === 0 ? { kind: 'matches' } : { kind: 'differs', problems }
}
