// Describes errors of the desktop contract to the user, and finds the fields they are about.

/** Validation messages by path (`services.0.baseUrl`); empty if the error is about no field. */
export function readFieldErrors(error: unknown): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of readIssues(error)) messages[path] ??= message
  const [, path, message] = matchPathPrefix(error) ?? []
  if (path && message) messages[path] ??= message
  return messages
}

/** The application's own errors start with the path: `aliases.3.to: leads in a circle`. */
function matchPathPrefix(error: unknown): RegExpExecArray | null {
  if (readErrorCode(error) !== 'INVALID_ARGUMENT' || !(error instanceof Error)) return null
  return /^([a-z]\w*(?:\.\w+)*): (.+)$/s.exec(error.message)
}

/** Returns one sentence. */
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

/** Contract validation puts the schema's issues into the error's `data`. */
function readIssues(error: unknown) {
  const issues = readMember(readMember(error, 'data'), 'issues')
  if (!Array.isArray(issues)) return []
  return issues.flatMap((issue: unknown) => {
    const [path, message] = [readMember(issue, 'path'), readMember(issue, 'message')]
    if (typeof message !== 'string') return []
    return [{ path: Array.isArray(path) ? path.map(toKey).join('.') : '', message }]
  })
}

function readMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A path element is a key or `{ key }`. */
function toKey(element: unknown): string {
  if (typeof element === 'object' && element !== null && 'key' in element) return String(element.key)
  return String(element)
}
