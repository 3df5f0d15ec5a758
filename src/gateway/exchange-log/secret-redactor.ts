// Removes known keys and passwords from what is stored, including bodies in which an upstream echoed them.
import type { HttpBody } from '#shared/wire/http'

export interface SecretRedactor {
  readonly redact: (text: string) => string
  /** Like `redact`, and finds secrets that are split over the strings of several events, one JSON document each. */
  readonly redactEvents: (text: string) => string
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
  if (spellings.length === 0)
    return { redact: (text) => text, redactEvents: (text) => text, redactBody: (body) => body }
  const pattern = new RegExp(spellings.map(escapePattern).join('|'), 'g')
  const patterns = spellings.map((spelling) => Buffer.from(spelling))
  const measureCut = (text: string) => {
    const cut = Math.max(...spellings.map((spelling) => cutLength(text, spelling)))
    return cut < minCutLength ? 0 : cut
  }
  const redact = (text: string): string => {
    const clean = text.replace(pattern, mark)
    const cut = measureCut(clean)
    return cut === 0 ? clean : clean.slice(0, -cut) + mark
  }
  return {
    redact,
    redactEvents: (text) => {
      const clean = redact(text)
      if (!clean.includes('\n')) return clean
      return redactSplit(clean, (joined) => {
        const found = [...joined.matchAll(pattern)].map((match) => ({
          at: match.index,
          length: match[0].length,
        }))
        const cut = measureCut(joined)
        return cut === 0 ? found : [...found, { at: joined.length - cut, length: cut }]
      })
    },
    redactBody: (body) => {
      if (body === null) return null
      return body instanceof Uint8Array ? redactBytes(body, patterns) : redactStream(body, patterns)
    },
  }
}

interface Span {
  readonly at: number
  readonly length: number
}

/** A member whose value is a string. */
const stringMember = /"([\w$-]{1,64})"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g

/** Joins the values of members with the same name, such as `text`, as a client does, and redacts the spans found in them. */
function redactSplit(text: string, find: (joined: string) => readonly Span[]): string {
  const values = new Map<string, Span[]>()
  for (const { 0: member, 1: name = '', 2: value = '', index } of text.matchAll(stringMember)) {
    const span = { at: index + member.length - 1 - value.length, length: value.length }
    const others = values.get(name)
    if (others) others.push(span)
    else values.set(name, [span])
  }
  const cuts = [...values.values()].flatMap((spans) => {
    if (spans.length === 1) return []
    const found = find(spans.map(({ at, length }) => text.slice(at, at + length)).join(''))
    return found.length === 0 ? [] : toCuts(spans, found)
  })
  let result = text
  for (const { at, length, isFirst } of cuts.sort((one, other) => other.at - one.at))
    result = result.slice(0, at) + (isFirst ? mark : '') + result.slice(at + length)
  return result
}

/** Returns the parts of the joined spans that were found, at their positions in the text. */
function toCuts(spans: readonly Span[], found: readonly Span[]): (Span & { isFirst: boolean })[] {
  let start = 0
  return spans.flatMap(({ at, length }) => {
    const offset = start
    start += length
    return found.flatMap((one) => {
      const from = Math.max(one.at, offset)
      const to = Math.min(one.at + one.length, offset + length)
      return from < to ? [{ at: at + from - offset, length: to - from, isFirst: from === one.at }] : []
    })
  })
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
