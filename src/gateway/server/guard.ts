// Keeps out requests that a foreign page or a rebound name sends to the loopback address (decisions §3).
import { ApiError } from '#shared/schemas/api-error'
import type { Headers } from '#shared/wire/call'

/** Returns the host and port that the caller used. */
export function checkHost(host: string | undefined, port: number): string {
  const name = (host ?? '').toLowerCase()
  // Clients leave out the port that is HTTP's own.
  const end = port === 80 && !/:80$/.test(name) ? '' : `:${port}`
  if (name === `127.0.0.1${end}` || name === `localhost${end}` || name === `[::1]${end}`) return name
  throw new ApiError(
    'PERMISSION_DENIED',
    `The Host of the request must be 127.0.0.1:${port}, localhost:${port} or [::1]:${port}. Check the URL that the request was sent to.`,
  )
}

const exposedHeaders = [
  'content-range',
  'retry-after',
  'x-error-source',
  'x-exchange-id',
  'x-goog-upload-chunk-granularity',
  'x-goog-upload-control-url',
  'x-goog-upload-size-received',
  'x-goog-upload-status',
  'x-goog-upload-url',
  'x-should-retry',
  'x-upstream',
].join(', ')

/** The headers of every answer to this origin; none without an origin. */
export function checkOrigin(origin: string | undefined, allowed: readonly string[]): Headers {
  if (origin === undefined) return {}
  const wanted = normalise(origin)
  if (!allowed.some((one) => normalise(one) === wanted))
    throw new ApiError(
      'PERMISSION_DENIED',
      'Pages of this origin may not call the gateway. Add the origin in Settings to allow it.',
    )
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders,
    vary: 'Origin',
  }
}

/** Answers the question that a browser asks before a page's own request. */
export function preflightHeaders(headers: Headers, methods: readonly string[]): Headers {
  const asked = headers['access-control-request-headers'] ?? ''
  const names = asked
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[\w-]+$/.test(name))
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': names.join(', '),
    'access-control-max-age': '600',
    ...(headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
  }
}

function normalise(origin: string): string {
  return origin.trim().toLowerCase().replace(/\/+$/, '')
}
