// Takes credentials out of texts and headers that people or logs will read.
import type { Headers } from '#shared/wire/call'

const secrets: readonly (readonly [RegExp, string])[] = [
  [/([?&]|%3F|%26|\b)(key|api_key|apikey|access_token)=[^\s&"'<>\\]+/gi, '$1$2=…'],
  [/\bBearer\s+[\w.~+/=-]{6,}/gi, 'Bearer …'],
  [/\b(x-goog-api-key|x-api-key)(\\?["']?\s*[:=]\s*\\?["']?)[^\s"',;\\]+/gi, '$1$2…'],
  [/\bAIza[\w-]{10,}/g, 'AIza…'],
  [/\bAQ\.[\w-]{20,}/g, 'AQ.…'],
  [/\bsk-[\w*-]{8,}/g, 'sk-…'],
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

export function redactSecrets(text: string): string {
  return secrets.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text)
}

/** Without every header that carries a credential. */
export function withoutCredentials(headers: Headers): Headers {
  const kept: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && !credentialHeaders.has(name)) kept[name] = value
  }
  return kept
}
