// Removes credentials from texts and headers that people or logs will read.
import type { BaseUrl } from '#shared/wire/base-url'
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

/** Redacts a name or a path for a message. */
export function redactName(name: string): string {
  return redactPath(name).slice(0, 200)
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

/** Removes an upstream's keys and host names from texts that clients will read. */
interface UpstreamRedactor {
  /** Removes the keys, the hosts, and anything else that looks like a credential. */
  readonly redact: (text: string) => string
  /** True if the text contains a key in any spelling. */
  readonly holdsKey: (text: string) => boolean
}

/** A key at least this long is also found if line breaks or commas split it. */
const minSplitKeyLength = 16

export function createUpstreamRedactor(
  keys: readonly (string | null)[],
  bases: readonly BaseUrl[],
): UpstreamRedactor {
  const present = [...new Set(keys)].filter((key) => key !== null && key !== '') as string[]
  const patterns = present.map((key) => new RegExp(spell(key), 'gi'))
  const spelled = present.map((key) => new RegExp(spell(key), 'i'))
  const hosts = bases.flatMap((base) => [base.origin, new URL(base.origin).host, base.hostname])
  const names = [...new Set(hosts)].filter((name) => /[.:]/.test(name)).sort(byLength)
  return {
    holdsKey: (text) => spelled.some((pattern) => pattern.test(text)),
    redact: (text) => {
      const unmasked = hideMasked(
        patterns.reduce((clean, pattern) => clean.replace(pattern, '…'), text),
        present,
      )
      return redactSecrets(names.reduce((clean, name) => clean.replaceAll(name, 'upstream'), unmasked))
    },
  }
}

/** Limits the nesting of escapes: a longer run would be scanned again from each of its characters. */
const backslashes = '\\\\{1,16}'

/** A pattern for the key in Base64, or with each character plain, percent-encoded (also twice) or JSON-escaped. */
function spell(key: string): string {
  const gap = key.length < minSplitKeyLength ? '' : `(?:[\\s,;]|${backslashes}[nrt])*`
  const spelled = [...key].map(spellCharacter).join(gap)
  const base64 = Buffer.from(key).toString('base64').replace(/=+$/, '')
  return `${spelled}|${escapePattern(base64)}`
}

function spellCharacter(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0')
  const plain = /["'\\/]/.test(character)
    ? `(?:${backslashes})?${escapePattern(character)}`
    : escapePattern(character)
  return `(?:${plain}|%(?:25){0,8}${hex}|${backslashes}u00${hex})`
}

/** Removes `sk-proj-****abcd`: an upstream's own masking shows both ends of a key (wire §4.5). */
function hideMasked(text: string, keys: readonly string[]): string {
  const pieces: string[] = []
  let from = 0
  // Finds the mask first: a pattern that starts with word characters would scan a long text again from each of them.
  for (const { 0: masked, 1: tail = '', index } of text.matchAll(/(?:[*•]{2,}|…|\.{3,})([\w-]*)/g)) {
    const start = startOfWord(text, from, index)
    const head = text.slice(start, index)
    if (showsKeyEnd(head, tail, keys)) {
      pieces.push(text.slice(from, start), '…')
      from = index + masked.length
    }
  }
  return pieces.join('') + text.slice(from)
}

function startOfWord(text: string, min: number, end: number): number {
  let start = end
  while (start > min && /[\w-]/.test(text.charAt(start - 1))) start -= 1
  return start
}

function showsKeyEnd(head: string, tail: string, keys: readonly string[]): boolean {
  return keys.some(
    (key) => (head.length > 1 && key.startsWith(head)) || (tail.length > 1 && key.endsWith(tail)),
  )
}

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** For sorting: a longer text first, because it may contain a shorter one. */
export function byLength(first: string, second: string): number {
  return second.length - first.length
}
