// Removes known keys and passwords from what is stored, including bodies in which an upstream echoed them.
import type { HttpBody } from '#shared/wire/http'
import { streamBody } from '#shared/wire/read-body'
import { toBuffer } from '../bytes'

export interface SecretRedactor {
  readonly redact: (text: string) => string
  /** Like `redact`, and finds secrets that are split over the strings of several events, one JSON document each. */
  readonly redactEvents: (text: string) => string
  /** Chunks pass without delay, except for an end that may be the start of a secret. */
  readonly redactBody: (body: HttpBody) => HttpBody
  /** Like `redactBody`, for server-sent events: a secret may be split over their strings. */
  readonly redactEventBody: (body: HttpBody) => HttpBody
}

const mark = '[redacted]'
const markBytes = Buffer.from(mark)

/** A local or named key of any gateway, plain or in Base64: of named keys, the gateway knows only hashes. Not in media. */
const issuedKey = 'gp-[\\w-]{32}|(?<![\\w+/-])Z3At[\\w+/-]{43}(?![\\w+/-])'

/** At the end of a text, the start of a secret is redacted if it is this long: a limit may have cut it. */
const minCutLength = 8

export function createSecretRedactor(secrets: readonly string[]): SecretRedactor {
  const spellings = [...new Set(secrets.filter(isDistinctive).flatMap(spell))].sort(
    (one, other) => other.length - one.length,
  )
  const escaped = spellings.map(escapePattern)
  const known = new RegExp(escaped.join('|'), 'g')
  const pattern = new RegExp([...escaped, issuedKey].join('|'), 'g')
  const patterns = spellings.map((spelling) => Buffer.from(spelling))
  const measureCut = (text: string) => {
    const cut = Math.max(0, ...spellings.map((spelling) => cutLength(text, spelling)))
    return cut < minCutLength ? 0 : cut
  }
  // Nearly all texts have no secret, and this is the only search in them: every secret, also a cut one, has its first characters.
  const heads = new Set(spellings.map((spelling) => escapePattern(spelling.slice(0, minCutLength))))
  const mayHold = new RegExp([...heads, issuedKey].join('|'))
  const redact = (text: string): string => {
    if (!mayHold.test(text)) return text
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
      if (body === null || patterns.length === 0) return body
      return body instanceof Uint8Array ? redactBytes(body, patterns) : redactStream(body, patterns)
    },
    redactEventBody: (body) =>
      body === null || patterns.length === 0
        ? body
        : redactEventStream(redactStream(streamBody(body), patterns), {
            find: (joined) =>
              [...joined.matchAll(known)].map((match) => ({ at: match.index, length: match[0].length })),
            measureStart: (joined) => Math.max(...spellings.map((spelling) => cutLength(joined, spelling))),
            maxLength: spellings[0]?.length ?? 0,
          }),
  }
}

interface Span {
  readonly at: number
  readonly length: number
}

/** A member whose value is a string. */
const stringMember = /"([\w$-]{1,64})"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g

/** Finds the values of members by name, such as those of `text`, which a client joins. */
function findValues(text: string): Map<string, Span[]> {
  const values = new Map<string, Span[]>()
  for (const { 0: member, 1: name = '', 2: value = '', index } of text.matchAll(stringMember)) {
    const span = { at: index + member.length - 1 - value.length, length: value.length }
    const others = values.get(name)
    if (others) others.push(span)
    else values.set(name, [span])
  }
  return values
}

function joinValues(text: string, spans: readonly Span[]): string {
  return spans.map(({ at, length }) => text.slice(at, at + length)).join('')
}

/** Redacts what is found in the joined values of each name. */
function redactSplit(text: string, find: (joined: string) => readonly Span[]): string {
  const cuts = [...findValues(text).values()].flatMap((spans) =>
    spans.length === 1 ? [] : toCuts(spans, find(joinValues(text, spans))),
  )
  return applyCuts(text, cuts)
}

function applyCuts(text: string, cuts: readonly Cut[]): string {
  let result = text
  for (const { at, length, isFirst } of [...cuts].sort((one, other) => other.at - one.at))
    result = result.slice(0, at) + (isFirst ? mark : '') + result.slice(at + length)
  return result
}

interface Cut extends Span {
  readonly isFirst: boolean
}

/** Returns the parts of the joined spans that were found, at their positions in the text. */
function toCuts(spans: readonly Span[], found: readonly Span[]): Cut[] {
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

interface EventRedaction {
  readonly find: (joined: string) => readonly Span[]
  /** Length of an end of the text that may be the start of a secret. */
  readonly measureStart: (joined: string) => number
  /** Characters of the longest spelling. */
  readonly maxLength: number
}

/** Events are held back if their text ends with this many first characters of a secret. */
const minHeldStart = 4
/** Characters of events that are held back at most, and of a value that may have a part of a secret. */
const maxHeldLength = 65_536

async function* redactEventStream(
  stream: AsyncIterable<Uint8Array>,
  { find, measureStart, maxLength }: EventRedaction,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  /** The ends of the values that were sent, by name. */
  const sent = new Map<string, string>()
  let held = ''
  let incomplete = ''

  /** Redacts the held events. Returns whether they must wait for the next one. */
  const redactHeld = (): boolean => {
    let mayContinue = false
    const cuts: Cut[] = []
    for (const [name, all] of findValues(held)) {
      const spans = all.filter(({ length }) => length <= maxHeldLength)
      const before = sent.get(name) ?? ''
      const joined = before + joinValues(held, spans)
      const found = find(joined).flatMap(({ at, length }) => {
        // The part that was sent before cannot be cut anymore.
        const start = Math.max(at, before.length)
        return at + length > start ? [{ at: start - before.length, length: at + length - start }] : []
      })
      cuts.push(...toCuts(spans, found))
      mayContinue ||= measureStart(joined) >= minHeldStart
    }
    held = applyCuts(held, cuts)
    return mayContinue && held.length < maxHeldLength
  }
  const releaseHeld = (): Uint8Array => {
    for (const [name, spans] of findValues(held))
      sent.set(name, ((sent.get(name) ?? '') + joinValues(held, spans)).slice(-maxLength))
    const bytes = Buffer.from(held)
    held = ''
    return bytes
  }

  let failure: { readonly error: unknown } | undefined
  try {
    for await (const chunk of stream) {
      const from = Math.max(0, incomplete.length - 3)
      incomplete += decoder.decode(chunk, { stream: true })
      const end = findEventEnd(incomplete, from)
      if (end === 0) continue
      held += incomplete.slice(0, end)
      incomplete = incomplete.slice(end)
      if (!redactHeld()) yield releaseHeld()
    }
  } catch (error) {
    failure = { error }
  }
  // A stream that fails has sent these events, too.
  held += incomplete + decoder.decode()
  redactHeld()
  if (held !== '') yield releaseHeld()
  if (failure) throw failure.error
}

/** Returns the position after the last blank line that ends after `from`; 0 without one. */
function findEventEnd(text: string, from: number): number {
  const ends = ['\n\n', '\r\n\r\n'].map((line) => {
    const at = text.slice(from).lastIndexOf(line)
    return at < 0 ? 0 : from + at + line.length
  })
  return Math.max(...ends)
}

/** Returns the same bytes if there is nothing to redact. */
function redactBytes(bytes: Uint8Array, patterns: readonly Buffer[]): Uint8Array {
  const buffer = toBuffer(bytes)
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
