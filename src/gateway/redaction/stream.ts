// Removes known keys and passwords from what is stored, including bodies in which an upstream echoed them.
import type { ExchangeFile } from '#shared/schemas/exchange'
import type { HttpBody } from '#shared/wire/http'
import { isText, streamBody } from '#shared/wire/read-body'
import { toBuffer } from '../bytes'
import { applyCuts, type Cut, findValues, joinValues, type Span, toCuts } from './json'
import { byLength, escapePattern } from './text'

export interface SecretRedactor {
  readonly redact: (text: string) => string
  /** Like `redact`, and finds secrets that are split over the strings of several events, one JSON document each. */
  readonly redactEvents: (text: string) => string
  /**
   * Chunks pass without delay, except for an end that may be the start of a secret. `areEvents`: the body is server-sent
   * events, over whose strings a secret may be split.
   */
  readonly redactBody: (body: HttpBody, areEvents?: boolean) => HttpBody
  /** True for a file that is a text with a secret. Images, audio and video are not searched. */
  readonly isInFile: (file: ExchangeFile) => boolean
}

const mark = '[redacted]'

/** A local or named key of any gateway, plain or in Base64: of named keys, the gateway knows only hashes. Not in media. */
const issuedKey = 'gp-[\\w-]{32}|(?<![\\w+/-])Z3At[\\w+/-]{43}(?![\\w+/-])'

/** Characters at the start of a file that tell whether it is a text. */
const headLength = 1024
/** Characters of a text that are searched; a longer one is not retained. */
const maxSearched = 4 * 1_048_576

/** At the end of a text, the start of a secret is redacted if it is this long: a limit may have cut it. */
const minCutLength = 8

export function createSecretRedactor(secrets: readonly string[]): SecretRedactor {
  const spellings = [...new Set(secrets.filter(isDistinctive).flatMap(spell))].sort(byLength)
  const escaped = spellings.map(escapePattern)
  const listed = new RegExp(escaped.join('|'), 'g')
  const pattern = new RegExp([...escaped, issuedKey].join('|'), 'g')
  const bytes = createByteRedactor(spellings)
  /** Length of an end of the text that may be the start of a secret. */
  const measureStart = (text: string) =>
    Math.max(0, ...spellings.map((spelling) => cutLength(text, spelling)))
  const measureCut = (text: string) => {
    const cut = measureStart(text)
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
      const cuts = [...findValues(clean).values()].flatMap((values) => {
        if (values.length === 1) return []
        const joined = joinValues(clean, values)
        const cut = measureCut(joined)
        return toCuts(values, [
          ...findSpans(joined, pattern),
          ...(cut === 0 ? [] : [{ at: joined.length - cut, length: cut }]),
        ])
      })
      return applyCuts(clean, cuts, mark)
    },
    isInFile: (file) => {
      if (!isText(readFile(file, headLength))) return false
      const length = file.chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      if (length > maxSearched) return true
      const text = readFile(file, length).toString('utf8')
      return redact(text) !== text
    },
    redactBody: (body, areEvents = false) => {
      if (body === null || spellings.length === 0) return body
      if (areEvents)
        return redactEventStream(redactStream(streamBody(body), bytes), {
          find: (joined) => findSpans(joined, listed),
          measureStart,
          maxLength: spellings[0]?.length ?? 0,
        })
      return body instanceof Uint8Array ? bytes.redact(toBuffer(body)) : redactStream(body, bytes)
    },
  }
}

type ByteRedactor = ReturnType<typeof createByteRedactor>

function createByteRedactor(spellings: readonly string[]) {
  const searched = spellings.map((spelling) => Buffer.from(spelling))
  // Every byte is one character, so that the bytes of all other characters stay as they are.
  const texts = searched.map((spelling) => spelling.toString('latin1'))
  const pattern = new RegExp(texts.map(escapePattern).join('|'), 'g')
  const maxLength = Math.max(0, ...texts.map(({ length }) => length))
  return {
    /** Returns the same bytes if there is nothing to redact, which a search for bytes finds out fastest. */
    redact: (bytes: Buffer): Buffer =>
      searched.some((spelling) => bytes.includes(spelling))
        ? Buffer.from(bytes.toString('latin1').replace(pattern, mark), 'latin1')
        : bytes,
    /** Returns the length of an end that may be the start of a secret. */
    measureStart: (bytes: Buffer): number => {
      const end = bytes.toString('latin1', Math.max(0, bytes.length - maxLength))
      return Math.max(...texts.map((text) => cutLength(end, text)))
    },
  }
}

/** Returns the first characters or bytes, decoded. */
function readFile({ isBase64, chunks }: ExchangeFile, length: number): Buffer {
  const [first = new Uint8Array()] = chunks
  const isEnough = first.length >= length
  const sent = isEnough ? Buffer.from(first.subarray(0, length)) : Buffer.concat(chunks).subarray(0, length)
  return isBase64 ? Buffer.from(sent.toString('latin1').replaceAll('\\/', '/'), 'base64') : sent
}

function findSpans(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((match) => ({ at: match.index, length: match[0].length }))
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
  { redact, measureStart }: ByteRedactor,
): AsyncGenerator<Uint8Array, void, undefined> {
  let held: Buffer = Buffer.alloc(0)
  let failure: { readonly error: unknown } | undefined
  try {
    for await (const chunk of stream) {
      const bytes = redact(held.length === 0 ? toBuffer(chunk) : Buffer.concat([held, chunk]))
      const cut = measureStart(bytes)
      if (cut < bytes.length) yield cut === 0 ? bytes : bytes.subarray(0, bytes.length - cut)
      held = bytes.subarray(bytes.length - cut)
    }
  } catch (error) {
    failure = { error }
  }
  if (held.length > 0) yield held
  if (failure) throw failure.error
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
    for (const [name, values] of findValues(held)) {
      const spans = values.filter(({ length }) => length <= maxHeldLength)
      const before = sent.get(name) ?? ''
      const joined = before + joinValues(held, spans)
      const secrets = find(joined).flatMap(({ at, length }) => {
        // The part that was sent before cannot be cut anymore.
        const start = Math.max(at, before.length)
        return at + length > start ? [{ at: start - before.length, length: at + length - start }] : []
      })
      cuts.push(...toCuts(spans, secrets))
      mayContinue ||= measureStart(joined) >= minHeldStart
    }
    held = applyCuts(held, cuts, mark)
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

/** Returns the length of the longest suffix of `whole` that is a proper prefix of `part`. */
function cutLength(whole: string, part: string): number {
  for (let length = Math.min(part.length - 1, whole.length); length > 0; length -= 1) {
    let index = 0
    while (index < length && whole[whole.length - length + index] === part[index]) index += 1
    if (index === length) return length
  }
  return 0
}
