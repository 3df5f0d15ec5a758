// Finds the entries of a JSON array or object in bytes, so that a large file is parsed one entry at a time.
import { isDeeperThan } from '../../json-schema/json-syntax'
import { invalidAt } from '../../user-data/exported-files'

/** A value in a JSON text: its first byte, and the one after its last. */
export interface JsonSlice {
  readonly start: number
  readonly end: number
}

export interface JsonEntry extends JsonSlice {
  /** The name of an object's member, or the index in an array. */
  readonly key: string | number
}

export interface JsonEntries {
  readonly kind: 'array' | 'object' | 'other'
  readonly entries: readonly JsonEntry[]
  /** False if the text ends within the value: the last entries are missing. */
  readonly isComplete: boolean
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const none: JsonEntries = { kind: 'other', entries: [], isComplete: true }

/** Does not check the entries themselves; `parseSlice` does. */
export function listEntries(bytes: Uint8Array, slice: JsonSlice = toSlice(bytes)): JsonEntries {
  const { end } = slice
  let at = skipSpace(bytes, slice.start, end)
  const kind = bytes[at] === openBracket ? 'array' : bytes[at] === openBrace ? 'object' : 'other'
  if (kind === 'other') return none
  const entries: JsonEntry[] = []
  at += 1
  while (true) {
    at = skipSpace(bytes, at, end)
    if (at >= end) return { kind, entries, isComplete: false }
    const byte = bytes[at]
    if (byte === closeBracket || byte === closeBrace) return { kind, entries, isComplete: true }
    if (byte === comma) {
      at += 1
      continue
    }
    let key: string | number = entries.length
    if (kind === 'object') {
      const keyEnd = byte === quote ? skipString(bytes, at, end) : undefined
      const colonAt = skipSpace(bytes, keyEnd ?? end, end)
      if (keyEnd === undefined || colonAt >= end || bytes[colonAt] !== colon)
        return { kind, entries, isComplete: false }
      key = String(parseText(bytes, { start: at, end: keyEnd }) ?? '')
      at = skipSpace(bytes, colonAt + 1, end)
    }
    const valueEnd = skipValue(bytes, at, end)
    if (valueEnd === undefined || valueEnd === at) return { kind, entries, isComplete: false }
    entries.push({ key, start: at, end: valueEnd })
    at = valueEnd
  }
}

/** The member of an object with this name. */
export function findEntry(bytes: Uint8Array, key: string, slice?: JsonSlice): JsonEntry | undefined {
  return listEntries(bytes, slice).entries.find((entry) => entry.key === key)
}

/** Deeper values could not be serialized or traversed. */
const maxDepth = 500

/** Throws INVALID_ARGUMENT with this path if the value is not valid JSON. */
export function parseSlice(bytes: Uint8Array, slice: JsonSlice, path: readonly PropertyKey[]): unknown {
  const value = parseText(bytes, slice)
  if (value === undefined) throw invalidAt(path, 'is not valid JSON')
  if (isDeeperThan(value, maxDepth)) throw invalidAt(path, `is nested more than ${maxDepth} levels deep`)
  return value
}

const decoder = new TextDecoder()

function parseText(bytes: Uint8Array, { start, end }: JsonSlice): unknown {
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start, end)))
  } catch {
    return undefined
  }
}

function toSlice(bytes: Uint8Array): JsonSlice {
  // Editors on other systems may have added a byte order mark.
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return { start: hasMark ? 3 : 0, end: bytes.length }
}

function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && (bytes[at] ?? 0) <= 0x20) at += 1
  return at
}

/** Returns the position after the closing quote; undefined if it is missing. */
function skipString(bytes: Uint8Array, from: number, end: number): number | undefined {
  let at = from + 1
  while (true) {
    // Native code searches, because most of a file is text.
    const found = bytes.indexOf(quote, at)
    if (found < 0 || found >= end) return undefined
    let slashes = 0
    while (bytes[found - 1 - slashes] === backslash) slashes += 1
    at = found + 1
    if (slashes % 2 === 0) return at
  }
}

/** Returns the position after the value; undefined if the text ends within it. */
function skipValue(bytes: Uint8Array, from: number, end: number): number | undefined {
  let depth = 0
  let at = from
  while (at < end) {
    const byte = bytes[at]
    if (byte === quote) {
      const stringEnd = skipString(bytes, at, end)
      if (stringEnd === undefined || depth === 0) return stringEnd
      at = stringEnd
      continue
    }
    if (byte === openBrace || byte === openBracket) depth += 1
    else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && (byte === comma || (byte ?? 0) <= 0x20)) return at
    at += 1
  }
  return depth === 0 ? at : undefined
}
