// Removes credentials from texts and headers that people or logs will read.
import type { HttpHeaders } from '#shared/wire/http'

/** Names of parameters that hold a credential, in a query or in a mistyped path. */
const parameters = '(?:x-goog-)?(?:api[_-]?)?key|(?:access|auth|id)[_-]?token|token|secret|password'

const credentialParameter = new RegExp(`^(?:${parameters})$`, 'i')

const secrets: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`([?&/;]|%3F|%26|%2F|\\b)(${parameters})(=|%3D)[^\\s&"'<>\\\\]+`, 'gi'), '$1$2$3…'],
  [/\bBearer\s+[\w.~+/=-]{6}[\w.~+/=-]*/gi, 'Bearer …'],
  [/\b(x-goog-api-key|x-api-key)(\\?["']?\s*[:=]\s*\\?["']?)[^\s"',;\\]+/gi, '$1$2…'],
  [/\bAIza[\w-]{10}[\w-]*/g, 'AIza…'],
  [/\bAQ\.[\w-]{20}[\w-]*/g, 'AQ.…'],
  [/\bsk-[\w*-]{8}[\w*-]*/g, 'sk-…'],
  [/\bgp-[\w-]{32}/g, 'gp-…'],
  [/:\/\/[^\s/@]+@/g, '://…@'],
]

const credentialHeaders = new Set([
  'authorization',
  'proxy-authorization',
  'x-goog-api-key',
  'x-api-key',
  'api-key',
  'cookie',
  'set-cookie',
])

/** Headers that describe a request and are never a credential. */
const loggedHeaders = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'keep-alive',
  'openai-organization',
  'openai-project',
  'origin',
  'range',
  'te',
  'transfer-encoding',
  'upgrade-insecure-requests',
  'user-agent',
  'x-audio-seconds',
  'x-demo',
  'x-goog-api-client',
  'x-server-timeout',
])

const loggedFamilies = ['access-control-', 'sec-', 'x-goog-upload-', 'x-stainless-'] as const

/** Nearly all texts have none of what the patterns require. */
const mayHoldSecret = /=|%3D|:\/\/|api-key|Bearer|AIza|AQ\.|sk-|gp-/i

export function redactSecrets(text: string): string {
  if (!mayHoldSecret.test(text)) return text
  return secrets.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text)
}

/** Characters of a path that are logged. */
const maxPath = 2048

/** Redacts a path, which may contain a key intended for the query or a header. */
export function redactPath(path: string): string {
  const clean = redactSecrets(path)
  return clean.length > maxPath ? `${clean.slice(0, maxPath)}…` : clean
}

/** Query parameters of the API and its clients that are never a credential. */
const loggedParameters = new Set([
  '$alt',
  '$prettyPrint',
  'alt',
  'fields',
  'pageSize',
  'pageToken',
  'prettyPrint',
])

/** Omits credentials, and replaces unknown parameters, which may be one. */
export function toLoggedQuery(query: string): string {
  if (query === '' || query === 'alt=sse') return query
  const logged = query.split('&').flatMap((parameter) => {
    const [name = ''] = parameter.split('=', 1)
    if (name === '' || credentialParameter.test(name)) return []
    return loggedParameters.has(name) ? [parameter] : ['…']
  })
  const text = redactSecrets(logged.join('&'))
  return text.length > maxPath ? `${text.slice(0, maxPath)}…` : text
}

/** Removes every header that holds a credential. */
export function withoutCredentials(headers: HttpHeaders): HttpHeaders {
  const allowed: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !credentialHeaders.has(name)) allowed[name] = value
  }
  return allowed
}

/** Returns all names, but only values known not to be secret: a client's credential may have any name. */
export function toLoggedHeaders(headers: HttpHeaders): HttpHeaders {
  const logged: Record<string, string> = {}
  for (const name in headers) {
    const isKnown = loggedHeaders.has(name) || loggedFamilies.some((family) => name.startsWith(family))
    logged[name] = isKnown ? (headers[name] ?? '') : '…'
  }
  return logged
}
