// Names the client of a request, and the video operation that it starts or polls, for the exchange log.
import type { RouteId } from '#shared/endpoints/routes'
import { windowClient } from '#shared/schemas/exchange'
import type { HttpHeaders } from '#shared/wire/http'
import { redactSecrets } from './redact'

/** Limits, in characters. */
const maxClient = 120
const maxOperation = 512

/** Returns the User-Agent; null if the client sent none, or pretends to be the application. */
export function describeClient(headers: HttpHeaders): string | null {
  const name = redactSecrets((headers['user-agent'] ?? '').slice(0, maxClient)).trim()
  return name === '' || name === windowClient ? null : name
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
