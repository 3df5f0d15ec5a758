// What an error of a call says to a person, and which field it is about.

/** The validation's findings, by path (`services.0.baseUrl`); empty where the error is about no field. */
export function readFieldErrors(error: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of readIssues(error)) {
    const path = issue.path.map(toKey).join('.')
    found[path] ??= issue.message
  }
  const [, path, message] = told(error) ?? []
  if (path && message) found[path] ??= message
  return found
}

/** What the application itself refuses has the path at the front of its sentence: `aliases.3.to: leads in a circle`. */
function told(error: unknown): RegExpExecArray | null {
  if (readErrorCode(error) !== 'INVALID_ARGUMENT' || !(error instanceof Error)) return null
  return /^([a-z]\w*(?:\.\w+)*): (.+)$/s.exec(error.message)
}

/** One sentence. */
export function describeError(error: unknown): string {
  const issues = readIssues(error)
  const [first] = issues
  if (first) return [first.path.map(toKey).join('.'), first.message].filter(Boolean).join(': ')
  if (error instanceof Error && error.message) return error.message
  return 'Something went wrong, and the application did not say what.'
}

export function readErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

interface Issue {
  readonly path: readonly unknown[]
  readonly message: string
}

/** The contract's validation puts the schema's issues into the error's `data`. */
function readIssues(error: unknown): Issue[] {
  if (typeof error !== 'object' || error === null || !('data' in error)) return []
  const { data } = error
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues))
    return []
  return data.issues.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null || !('message' in issue)) return []
    const path = 'path' in issue && Array.isArray(issue.path) ? issue.path : []
    return [{ path, message: String(issue.message) }]
  })
}

/** A path's element is a key or `{ key }`. */
function toKey(element: unknown): string {
  if (typeof element === 'object' && element !== null && 'key' in element) return String(element.key)
  return String(element)
}
