// Removes known keys and passwords from what is stored, including bodies in which an upstream echoed them.
import type { HttpBody } from '#shared/wire/http'

export interface SecretRedactor {
  readonly redact: (text: string) => string
  /** Chunks pass without delay, except for an end that may be the start of a secret. */
  readonly redactBody: (body: HttpBody) => HttpBody
}

const mark = '[redacted]'
const markBytes = Buffer.from(mark)

/** At the end of a text, the start of a secret is redacted if it is this long: a limit may have cut it. */
const minCutLength = 8

export function createSecretRedactor(secrets: readonly string[]): SecretRedactor {
  const spellings = [...new Set(secrets.filter(isDistinctive).flatMap(spell))].sort(
    (one, other) => other.length - one.length,
  )
  if (spellings.length === 0) return { redact: (text) => text, redactBody: (body) => body }
  const pattern = new RegExp(spellings.map(escapePattern).join('|'), 'g')
  const patterns = spellings.map((spelling) => Buffer.from(spelling))
  return {
    redact: (text) => {
      const clean = text.replace(pattern, mark)
      const cut = Math.max(...spellings.map((spelling) => cutLength(clean, spelling)))
      return cut < minCutLength ? clean : clean.slice(0, -cut) + mark
    },
    redactBody: (body) => {
      if (body === null) return null
      return body instanceof Uint8Array ? redactBytes(body, patterns) : redactStream(body, patterns)
    },
  }
}

/** Users enter placeholders (`ollama`, `lm-studio`) for services without keys, and responses may contain those. */
function isDistinctive(secret: string): boolean {
  return secret.length >= 20 || (secret.length >= 8 && /\d/.test(secret))
}

/** Returns the secret plain, percent-encoded, escaped for JSON in the usual ways, and in Base64. */
function spell(secret: string): readonly string[] {
  const url = encodeURIComponent(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(/[=&<>'+]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
  return [
    secret,
    url,
    url.replace(/%../g, (code) => code.toLowerCase()),
    ...[json, ascii].flatMap((text) => [text, text.replaceAll('/', '\\/')]),
    base64,
    Buffer.from(secret).toString('base64url'),
  ]
}

async function* redactStream(
  stream: AsyncIterable<Uint8Array>,
  patterns: readonly Buffer[],
): AsyncGenerator<Uint8Array, void, undefined> {
  let buffered: Uint8Array = new Uint8Array()
  for await (const chunk of stream) {
    const bytes = redactBytes(buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]), patterns)
    const cut = Math.max(...patterns.map((pattern) => cutLength(bytes, pattern)))
    buffered = bytes.subarray(bytes.length - cut)
    if (cut < bytes.length) yield cut === 0 ? bytes : bytes.subarray(0, bytes.length - cut)
  }
  if (buffered.length > 0) yield buffered
}

/** Returns the same bytes if there is nothing to redact. */
function redactBytes(bytes: Uint8Array, patterns: readonly Buffer[]): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: Uint8Array[] = []
  let from = 0
  for (let next = findNext(buffer, patterns, 0); next; next = findNext(buffer, patterns, from)) {
    pieces.push(buffer.subarray(from, next.at), markBytes)
    from = next.at + next.length
  }
  return from === 0 ? bytes : Buffer.concat([...pieces, buffer.subarray(from)])
}

/** Finds the first match of any pattern; `patterns` are sorted, longest first. */
function findNext(buffer: Buffer, patterns: readonly Buffer[], from: number) {
  let found: { readonly at: number; readonly length: number } | undefined
  for (const pattern of patterns) {
    const at = buffer.indexOf(pattern, from)
    if (at >= 0 && (!found || at < found.at)) found = { at, length: pattern.length }
  }
  return found
}

/** Returns the length of the longest suffix of `whole` that is a proper prefix of `part`. */
function cutLength<Text extends string | Uint8Array>(whole: Text, part: Text): number {
  for (let length = Math.min(part.length - 1, whole.length); length > 0; length -= 1) {
    let index = 0
    while (index < length && whole[whole.length - length + index] === part[index]) index += 1
    if (index === length) return length
  }
  return 0
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
