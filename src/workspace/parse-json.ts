// Parses untrusted JSON: returns undefined if it is damaged, never throws.
import type { z } from 'zod'
import { mayHaveLargeInteger, parseExactJson, readLargeInteger } from '#shared/wire/exact-json'

export function parseJson(text: string): unknown {
  return tryParse(text, JSON.parse)
}

/** Like `parseJson`, but large integers in the arguments and results of functions are kept. */
export function parseCalls(text: string): unknown {
  return tryParse(text, parseExactCalls)
}

/** Like `JSON.parse`, which throws, but large integers in the arguments and results of functions are kept. */
export function parseExactCalls(text: string): unknown {
  return mayHaveLargeInteger(text) ? roundIntegers(parseExactJson(text)) : JSON.parse(text)
}

/** Also in mocks of results. */
const exactMembers = new Set(['args', 'response'])

/** Elsewhere, integers are numbers, such as counts of tokens. */
function roundIntegers(value: unknown): unknown {
  const digits = readLargeInteger(value)
  if (digits !== undefined) return Number(digits)
  if (Array.isArray(value)) return value.map(roundIntegers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      exactMembers.has(name) ? member : roundIntegers(member),
    ]),
  )
}

/** Keeps what `parseCalls` keeps. Returns undefined also if the value does not match the schema. */
export function parseStored<Schema extends z.ZodType>(
  schema: Schema,
  stored: string,
): z.infer<Schema> | undefined {
  const value = parseCalls(stored)
  // The schema has accepted this value. Its own copy would have another order of fields.
  return schema.safeParse(value).success ? (value as z.infer<Schema>) : undefined
}

function tryParse(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
