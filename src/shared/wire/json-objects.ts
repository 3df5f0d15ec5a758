// Reads values of parsed JSON whose shape is not known.
import { parseExactJson } from './exact-json'

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns an empty object for any other value. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns an empty array for any other value. */
export function listObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(toObject) : []
}

/** Renames `snake_case` members, which Google's JSON accepts as well (wire §2.8). Nested objects are unchanged. */
export function toCamelCase(object: JsonObject): JsonObject {
  const pairs = Object.entries(object).map(([name, value]) => [
    // The lookbehind keeps a long run of underscores from being reread from each of them.
    name.replace(/(?<!_)_+([a-z\d])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(pairs)
}

/** True for what SDKs send for a field that is not set: null, `[]`, `{}`. */
export function isUnset(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Without parameters, such as `; codecs=1`; empty if it is not a media type. */
export function readMediaType(value: unknown): string {
  return /^\s*([a-z]+\/[\w.+-]+)\s*(?:;|$)/.exec(toText(value).toLowerCase())?.[1] ?? ''
}

/** Google's JSON accepts the alphabet for URLs as well, which its Python SDK sends; most servers do not. */
export function toStandardBase64(base64: string): string {
  return /[-_]/.test(base64) ? base64.replaceAll('-', '+').replaceAll('_', '/') : base64
}

/** Returns undefined for anything but a finite number. */
export function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Returns undefined for anything but the JSON of an object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value = parseExactJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
