// JSON whose large integers survive: `JSON.parse` rounds integers beyond 2^53, such as IDs in arguments of functions. They
// are kept as marked texts, which `writeExactJson` writes as the integers that they were.

/** The same in all processes, which exchange such values. No text of a client or a provider has it. */
const mark = 'integer-5c0e9d52-7f0b-4b7e-9a61-3f1f2b8f7c44:'
const mayBeLarge = /\d{16}/
/** Outside of strings; no part of another number. */
const largeInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

/** True for every text with an integer beyond 2^53, and for few others. */
export function mayHaveLargeInteger(text: string): boolean {
  return mayBeLarge.test(text)
}

/** Like `JSON.parse`. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(mayHaveLargeInteger(text) ? markIntegers(text) : text)
}

/** Undefined if the text is not JSON. */
export function tryParseExactJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** Like `JSON.stringify` of a value from `parseExactJson`. */
export function writeExactJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent)
  return text.includes(mark) ? text.replace(marked, '$1') : text
}

/** The digits of a value that is a large integer. */
export function readLargeInteger(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined
}

/** The number in a text, such as the limits that Google's SDKs send; also a marked one. */
export function toExactNumber(text: string): unknown {
  if (text.startsWith(mark)) return text
  const isLarge = /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text))
  return isLarge ? mark + text : Number(text)
}

/** Not by one regular expression: a string of many megabytes or escapes would exceed its stack. */
function markIntegers(text: string): string {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const start = indexOrEnd(text, text.indexOf('"', at))
    pieces.push(text.slice(at, start).replace(largeInteger, markInteger))
    at = findStringEnd(text, start)
    pieces.push(text.slice(start, at))
  }
  return pieces.join('')
}

function markInteger(digits: string): string {
  return Number.isSafeInteger(Number(digits)) ? digits : `"${mark}${digits}"`
}

/** The position after the string that starts at `start`. */
function findStringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (quote > 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return indexOrEnd(text, quote + 1 || -1)
}

function isEscaped(text: string, at: number): boolean {
  let backslash = at - 1
  while (text[backslash] === '\\') backslash -= 1
  return (at - backslash) % 2 === 0
}

function indexOrEnd(text: string, index: number): number {
  return index < 0 ? text.length : index
}
