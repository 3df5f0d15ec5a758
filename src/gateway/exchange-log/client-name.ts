// Names the client of a request, and the video operation that it starts or polls, for the exchange log.
import type { RouteId } from '#shared/endpoints/routes'
import type { HttpHeaders } from '#shared/wire/http'
import { redactSecrets } from './redact'

/** The client of the application's own requests. */
export const windowClient = 'window'

/** Limits, in characters. */
const maxClient = 120
const maxOperation = 512

/** Returns the User-Agent; null if the client sent none. */
export function describeClient(headers: HttpHeaders): string | null {
  return redactSecrets((headers['user-agent'] ?? '').slice(0, maxClient)).trim() || null
}

/** Returns the last segment of the operation's name: from the path of a poll, or the response that started it. */
export function findOperation(route: RouteId | undefined, path: string, responseBody = ''): string | null {
  const text =
    route === 'predictLongRunning'
      ? responseBody
      : route === 'getOperation' || route === 'getModelOperation'
        ? path
        : ''
  return /operations(?:\/|%2F)([\w.~%-]+)/i.exec(text)?.[1]?.slice(0, maxOperation) ?? null
}
