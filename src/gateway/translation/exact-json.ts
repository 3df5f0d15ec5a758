// JSON whose large integers survive: `JSON.parse` rounds integers beyond 2^53, such as IDs in arguments of functions. They
// are kept as marked texts, which `writeExactJson` writes as the integers that they were.
import { randomUUID } from 'node:crypto'

/** No text of a client or a provider has it. */
const mark = `integer-${randomUUID()}:`
const mayHaveLargeInteger = /\d{16}/
/** A string, or an integer that is no part of another number. */
const stringOrInteger = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

/** Like `JSON.parse`. */
export function parseExactJson(text: string): unknown {
  if (!mayHaveLargeInteger.test(text)) return JSON.parse(text)
  const kept = text.replace(stringOrInteger, (found) =>
    found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${mark}${found}"`,
  )
  return JSON.parse(kept)
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
export function writeExactJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes(mark) ? text.replace(marked, '$1') : text
}
