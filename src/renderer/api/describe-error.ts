// What an error of the desktop contract says to a person, and which field it is about.
import { z } from 'zod'

/** The validation's messages by path (`services.0.baseUrl`); empty if the error is about no field. */
export function readFieldErrors(error: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of readIssues(error)) found[path] ??= message
  const [, path, message] = matchPathPrefix(error) ?? []
  if (path && message) found[path] ??= message
  return found
}

/** Errors of the application itself begin with the path: `aliases.3.to: leads in a circle`. */
function matchPathPrefix(error: unknown): RegExpExecArray | null {
  if (readErrorCode(error) !== 'INVALID_ARGUMENT' || !(error instanceof Error)) return null
  return /^([a-z]\w*(?:\.\w+)*): (.+)$/s.exec(error.message)
}

/** One sentence. */
export function describeError(error: unknown): string {
  const [first] = readIssues(error)
  if (first) return [first.path, first.message].filter(Boolean).join(': ')
  if (error instanceof Error && error.message) return error.message
  return 'Something went wrong.'
}

export function readErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const IssuesError = z.object({
  data: z.object({
    issues: z.array(z.object({ path: z.array(z.unknown()).catch([]), message: z.string() })),
  }),
})

/** The contract's validation puts the schema's issues into the error's `data`. */
function readIssues(error: unknown) {
  const issues = IssuesError.safeParse(error).data?.data.issues ?? []
  return issues.map(({ path, message }) => ({ path: path.map(toKey).join('.'), message }))
}

/** An element of a path is a key or `{ key }`. */
function toKey(element: unknown): string {
  if (typeof element === 'object' && element !== null && 'key' in element) return String(element.key)
  return String(element)
}
