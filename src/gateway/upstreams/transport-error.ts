// Says why an upstream could not be reached or broke off, in sentences that name what to check and never the host or key.
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'

/** Failures before any byte of the request left: trying again cannot do the work twice. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The upstream refused the connection. Check the base URL, and that the service is running.',
  ENOTFOUND: 'The name of the upstream could not be found. Check the base URL, the network and the proxy.',
  EAI_AGAIN:
    'The name of the upstream could not be looked up. Check the base URL, the network and the proxy.',
  EHOSTUNREACH: 'The upstream cannot be reached. Check the base URL, the network and the proxy.',
  ENETUNREACH: 'The upstream cannot be reached. Check the base URL, the network and the proxy.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection to the upstream took too long. Check the base URL and the proxy.',
  UND_ERR_HEADERS_TIMEOUT:
    'The upstream did not answer in time. Check the base URL, the proxy and the key, or allow more time.',
  UND_ERR_BODY_TIMEOUT:
    'The upstream fell silent in the middle of its answer. Check the proxy, or try again.',
  ETIMEDOUT: 'The connection to the upstream timed out. Check the base URL and the proxy.',
  UND_ERR_HEADERS_OVERFLOW: 'The upstream answered with too many headers. Check the base URL and the proxy.',
}

const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

export function toTransportError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const name = codeOf(cause)
  const code: ErrorCode = timeouts.has(name) ? 'DEADLINE_EXCEEDED' : 'UNAVAILABLE'
  return new ApiError(code, sentences[name] ?? sentenceFor(name), { cause })
}

/** The request never left, so a caller may send it again without doing the work twice. */
export function neverLeft(error: ApiError): boolean {
  return beforeSending.has(codeOf(error.cause))
}

export function toCancelled(): ApiError {
  return new ApiError('CANCELLED', 'The caller went away.')
}

function sentenceFor(name: string): string {
  if (/CERT|TLS|SSL|SELF_SIGNED|VERIFY/.test(name))
    return 'The certificate of the upstream is not trusted here. Check the base URL, the proxy and the extra certificates.'
  if (name.startsWith('HPE_') || name.includes('CONTENT_LENGTH'))
    return 'The upstream answered with something that is not whole HTTP. Check the base URL and the proxy.'
  return 'The connection to the upstream broke off before the answer was whole. Check the base URL, the proxy and the key, or try again.'
}

function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return ''
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}
