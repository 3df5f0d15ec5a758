// Problems that a check of a JSON document finds.
import { z } from 'zod'

export const JsonProblem = z.object({
  /** Path from the document's root: `$.items[0].name`. */
  path: z.string(),
  message: z.string(),
  /** The check itself failed, and `message` says why. Such a problem is the only one. */
  unchecked: z.literal(true).optional(),
})
export type JsonProblem = z.infer<typeof JsonProblem>

type SchemaVerdict =
  | { readonly kind: 'matches' }
  | { readonly kind: 'differs'; readonly problems: readonly JsonProblem[] }
  | { readonly kind: 'unchecked'; readonly reason: string }

/** Derives the result of a check from its problems. */
export function readVerdict(problems: readonly JsonProblem[]): SchemaVerdict {
  const unchecked = problems.find((problem) => problem.unchecked)
  if (unchecked) return { kind: 'unchecked', reason: unchecked.message }
  return problems.length === 0 ? { kind: 'matches' } : { kind: 'differs', problems }
}
