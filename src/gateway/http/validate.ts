// Checks the shape of a JSON request against the table; the message names the path of what is wrong (decisions §4).
import type { z } from 'zod'
import type { Route, RouteId } from '#shared/endpoints/routes'
import { toNeutralId } from '#shared/models/catalogue'
import { ApiError } from '#shared/schemas/api-error'

const mostViolations = 20

/** Throws INVALID_ARGUMENT; details list every violation. */
export function checkShape(route: Route, json: unknown): void {
  if (!route.request) return
  const result = route.request.safeParse(json)
  if (result.success) return
  const violations = result.error.issues.slice(0, mostViolations).map(toViolation)
  const [first] = violations
  throw new ApiError('INVALID_ARGUMENT', `${first?.field || 'The body'}: ${first?.description}`, {
    ...(first?.field ? { param: first.field } : {}),
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }],
  })
}

/** E4–E7: the specification's tables mark the text as required. */
const needText: Partial<Record<RouteId, readonly string[]>> = {
  generateContent: ['gen-3.1-pro-preview', 'gen-3-pro-image-preview'],
  streamGenerateContent: ['gen-2.5-pro', 'gen-3.1-pro-preview'],
}

/** `json` has passed `checkShape`. */
export function checkText(id: RouteId, model: string, json: unknown): void {
  if (!needText[id]?.includes(toNeutralId(model))) return
  const { contents } = json as { contents: readonly { parts: readonly { text?: unknown }[] }[] }
  const hasText = contents.some(({ parts }) =>
    parts.some(({ text }) => typeof text === 'string' && text !== ''),
  )
  if (hasText) return
  throw new ApiError('INVALID_ARGUMENT', 'contents: must hold some text (contents[].parts[].text)', {
    param: 'contents',
  })
}

function toViolation(issue: z.core.$ZodIssue): { field: string; description: string } {
  const description = issue.message.replace(
    /^Invalid input: expected (\w+), received (\w+)$/,
    'must be $1, but is $2',
  )
  return { field: toPath(issue.path), description }
}

/** `['contents', 1, 'parts']` → `contents[1].parts`. */
function toPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}
