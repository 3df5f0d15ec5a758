// Scans server-sent events in their usual form, each `data: ` with one JSON object on one line, several times as fast as
// a parser. It accepts less than a parser and nothing that a parser rejects, and stops at anything else.

import { toBuffer } from '../bytes'

/** JSON documents that arrived together, one line each. */
export interface EventBatch {
  readonly documents: readonly string[]
  /** Bytes of all documents. */
  readonly bytes: number
}

interface EventScan extends EventBatch {
  /** The last document with usage. */
  readonly usageDocument: string | undefined
  /** From the first event on that is incomplete or has another form. */
  readonly rest: Uint8Array
  /** False if the rest needs a parser. */
  readonly isComplete: boolean
}

const prefix = Buffer.from('data: ')
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** `chunk` starts at the start of an event. */
export function scanEvents(chunk: Uint8Array): EventScan {
  const buffer = toBuffer(chunk)
  const scanner = new DocumentScanner(buffer)
  const documents: string[] = []
  // Characters and bytes have the same positions in ASCII, whose parts need no copy.
  let text: string | undefined
  let bytes = 0
  let usageDocument: string | undefined
  let start = 0
  let isComplete = true
  while (start < buffer.length) {
    const from = start + prefix.length
    if (!startsWithPrefix(buffer, start)) {
      isComplete =
        buffer.length < from && prefix.subarray(0, buffer.length - start).equals(buffer.subarray(start))
      break
    }
    const end = scanner.findEnd(from)
    const next = end < 0 ? end : skipBlankLine(buffer, end)
    if (next < 0) {
      isComplete = next === incomplete
      break
    }
    if (scanner.isAscii) text ??= buffer.toString('latin1')
    const document = scanner.isAscii && text ? text.slice(from, end) : buffer.toString('utf8', from, end)
    documents.push(document)
    if (scanner.hasUsage) usageDocument = document
    bytes += end - from
    start = next
  }
  return { documents, bytes, usageDocument, rest: buffer.subarray(start), isComplete }
}

/** Instead of a position. */
const incomplete = -1
const unusual = -2

function startsWithPrefix(buffer: Buffer, start: number): boolean {
  for (let index = 0; index < prefix.length; index += 1)
    if (buffer[start + index] !== prefix[index]) return false
  return true
}

/** Returns the position after the line break and the blank line at `at`. */
function skipBlankLine(buffer: Buffer, at: number): number {
  const first = buffer[at]
  if (first === lineFeed) {
    if (at + 1 >= buffer.length) return incomplete
    return buffer[at + 1] === lineFeed ? at + 2 : unusual
  }
  if (first !== carriageReturn) return at >= buffer.length ? incomplete : unusual
  for (let index = 1; index < 4; index += 1) {
    if (at + index >= buffer.length) return incomplete
    if (buffer[at + index] !== (index === 2 ? carriageReturn : lineFeed)) return unusual
  }
  return at + 4
}

const maxDepth = 64
const space = 0x20
const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openArray = 0x5b
const backslash = 0x5c
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

// The expected next part of a document; `…OrEnd` also accepts the end of the object or array that it is in.
const value = 0
const valueOrEnd = 1
const key = 2
const keyOrEnd = 3
const separator = 4
const commaOrEnd = 5

const errorKey = Buffer.from('error')
const usageKey = Buffer.from('usageMetadata')
const literals = ['true', 'false', 'null'].map((literal) => Buffer.from(literal))

/** Finds the end of JSON objects, and checks their syntax on the way. */
class DocumentScanner {
  /** True while all scanned bytes are ASCII. */
  isAscii = true
  /** The last document has a member `usageMetadata`. */
  hasUsage = false
  readonly #bytes: Buffer
  /** For each level, whether it is an object. */
  readonly #isObject: boolean[] = []

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Returns the position after the object that begins at `from`, `incomplete`, or `unusual`: also for an error object. */
  findEnd(from: number): number {
    const bytes = this.#bytes
    const isObject = this.#isObject
    this.hasUsage = false
    if (from >= bytes.length) return incomplete
    if (bytes[from] !== openObject) return unusual
    let depth = 1
    isObject[1] = true
    let expected = keyOrEnd
    let at = from + 1
    while (at < bytes.length) {
      const byte = bytes[at]
      if (byte === space) at += 1
      else if (byte === quote) {
        const isKey = expected === key || expected === keyOrEnd
        if (!isKey && expected !== value && expected !== valueOrEnd) return unusual
        const end = this.#skipString(at + 1, isKey && depth === 1)
        if (end < 0) return end
        at = end
        expected = isKey ? separator : commaOrEnd
      } else if (byte === colon) {
        if (expected !== separator) return unusual
        expected = value
        at += 1
      } else if (byte === comma) {
        if (expected !== commaOrEnd) return unusual
        expected = isObject[depth] ? key : value
        at += 1
      } else if (byte === closeObject || byte === closeArray) {
        const isEnd = expected === commaOrEnd || expected === (byte === closeObject ? keyOrEnd : valueOrEnd)
        if (!isEnd || isObject[depth] !== (byte === closeObject)) return unusual
        depth -= 1
        expected = commaOrEnd
        at += 1
        if (depth === 0) return at
      } else if (expected !== value && expected !== valueOrEnd) return unusual
      else if (byte === openObject || byte === openArray) {
        depth += 1
        if (depth > maxDepth) return unusual
        isObject[depth] = byte === openObject
        expected = byte === openObject ? keyOrEnd : valueOrEnd
        at += 1
      } else {
        const end = this.#skipNumberOrLiteral(at)
        if (end < 0) return end
        at = end
        expected = commaOrEnd
      }
    }
    return incomplete
  }

  /** Returns the position after the closing quote. */
  #skipString(from: number, isMemberOfDocument: boolean): number {
    const bytes = this.#bytes
    let high = 0
    let at = from
    while (at < bytes.length) {
      // The index is within the array.
      const byte = bytes[at] as number
      if (byte === quote) {
        if (high > 0x7f) this.isAscii = false
        if (!isMemberOfDocument) return at + 1
        if (this.#is(errorKey, from, at)) return unusual
        if (this.#is(usageKey, from, at)) this.hasUsage = true
        return at + 1
      }
      if (byte === backslash) {
        // A name may be `error` in disguise.
        if (isMemberOfDocument) return unusual
        const length = this.#measureEscape(at)
        if (length < 0) return length
        at += length
      } else {
        if (byte < space) return unusual
        high |= byte
        at += 1
      }
    }
    return incomplete
  }

  #is(name: Buffer, from: number, to: number): boolean {
    if (to - from !== name.length) return false
    for (let index = 0; index < name.length; index += 1)
      if (this.#bytes[from + index] !== name[index]) return false
    return true
  }

  #measureEscape(at: number): number {
    const bytes = this.#bytes
    const byte = bytes[at + 1]
    if (byte === undefined) return incomplete
    if (escaped.has(byte)) return 2
    if (byte !== 0x75) return unusual
    if (at + 6 > bytes.length) return incomplete
    return /^[0-9a-f]{4}$/i.test(bytes.toString('latin1', at + 2, at + 6)) ? 6 : unusual
  }

  /** Numbers with a sign or a fraction are read by a pattern, because models send few. */
  #skipNumberOrLiteral(from: number): number {
    const bytes = this.#bytes
    const first = bytes[from] ?? 0
    if (first === minus || (first >= zero && first <= nine)) {
      let end = from + 1
      while (end < bytes.length && isDigit(bytes[end] ?? 0)) end += 1
      // A count of tokens.
      if (end < bytes.length && first > zero && !numberBytes.has(bytes[end] ?? 0)) return end
      while (end < bytes.length && numberBytes.has(bytes[end] ?? 0)) end += 1
      if (end === bytes.length) return incomplete
      return numberPattern.test(bytes.toString('latin1', from, end)) ? end : unusual
    }
    const literal = literals.find((one) => one[0] === first)
    if (!literal) return unusual
    const end = from + literal.length
    if (end > bytes.length) return incomplete
    return bytes.compare(literal, 0, literal.length, from, end) === 0 ? end : unusual
  }
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine
}

const escaped = new Set(Buffer.from('"\\/bfnrt'))
const numberBytes = new Set(Buffer.from('0123456789+-.eE'))
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
