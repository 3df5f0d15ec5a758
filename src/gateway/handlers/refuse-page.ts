// Refuses a page of HTML where an upstream should have answered with something else: a portal's, or another site's.
import { ApiError } from '#shared/schemas/api-error'
import type { Answer } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'

/** Read until it is refused, or has ended. */
const mostOfPage = 65_536

/** Throws UNAVAILABLE for a page, and lets everything else pass unread. */
export async function refusePage({ headers, body }: Answer): Promise<void> {
  if (!/^text\/html\b/i.test(headers['content-type'] ?? '')) return
  const page = new ApiError(
    'UNAVAILABLE',
    'The upstream answered with a page of HTML. Check the base URL and the proxy.',
  )
  await readBody(body, mostOfPage, () => page)
  throw page
}
