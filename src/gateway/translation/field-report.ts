// Collects the fields of a request that cannot be translated: harmless ones are listed, all others reject it.
import { ApiError } from '#shared/schemas/api-error'
import { type HttpHeaders, ignoredFieldsHeader } from '#shared/wire/http'
import { isObject, isUnset, type JsonObject } from '#shared/wire/json-objects'

const usualAdvice = 'Remove this field, or choose another provider in Settings > Provider.'

export class FieldReport {
  readonly #server: string
  readonly #advice: string
  readonly #ignored = new Set<string>()

  /** `server` is its name in messages, which end with `advice`. */
  constructor(server: string, advice = usualAdvice) {
    this.#server = server
    this.#advice = advice
  }

  /** Indexes are left out, so that a field that every part has is listed once. */
  ignore(path: string): void {
    this.#ignored.add(path.replace(/\[\d+\]/g, '[]'))
  }

  /** Throws INVALID_ARGUMENT. `reason` completes the sentence that starts with the server's name. */
  reject(path: string, reason = 'has no such option'): never {
    throw new ApiError('INVALID_ARGUMENT', `${path}: ${this.#server} ${reason}. ${this.#advice}`, {
      param: path,
    })
  }

  /**
   * Throws INVALID_ARGUMENT for members that are neither known (translated or checked elsewhere) nor harmless (listed as
   * ignored), so that none is dropped silently.
   */
  checkMembers(
    object: JsonObject,
    path: string,
    known: readonly string[] = [],
    harmless: readonly string[] = [],
  ): void {
    for (const [name, value] of Object.entries(object)) {
      if (isUnset(value) || known.includes(name)) continue
      if (harmless.includes(name)) this.ignore(`${path}.${name}`)
      else this.reject(`${path}.${name}`)
    }
  }

  /** Returns an empty object if the field is not set. Throws INVALID_ARGUMENT for any other value. */
  readObject(value: unknown, path: string): JsonObject {
    if (value === undefined || value === null) return {}
    return isObject(value) ? value : rejectType(path, 'an object')
  }

  readObjects(value: unknown, path: string): readonly JsonObject[] {
    return this.#readArray(value, path).map((one, index) => this.readObject(one, `${path}[${index}]`))
  }

  /** Returns an empty text if the field is not set. */
  readText(value: unknown, path: string): string {
    if (value === undefined || value === null) return ''
    return typeof value === 'string' ? value : rejectType(path, 'a string')
  }

  readTexts(value: unknown, path: string): readonly string[] {
    return this.#readArray(value, path).map((one, index) => this.readText(one, `${path}[${index}]`))
  }

  /** Returns undefined if the field is not set. */
  readNumber(value: unknown, path: string): number | undefined {
    if (value === undefined || value === null) return undefined
    return typeof value === 'number' ? value : rejectType(path, 'a number')
  }

  /** Returns false if the field is not set. */
  readBoolean(value: unknown, path: string): boolean {
    if (value === undefined || value === null) return false
    return typeof value === 'boolean' ? value : rejectType(path, 'a boolean')
  }

  #readArray(value: unknown, path: string): readonly unknown[] {
    if (value === undefined || value === null) return []
    return Array.isArray(value) ? value : rejectType(path, 'an array')
  }

  get ignored(): readonly string[] {
    return [...this.#ignored]
  }
}

export function rejectType(path: string, type: string): never {
  throw new ApiError('INVALID_ARGUMENT', `${path}: must be ${type}.`, { param: path })
}

/** Characters of the header; many servers and clients limit all headers to 8 KB. */
const maxHeaderLength = 1000

/** The names are a client's, and a header has only printable ASCII characters. */
export function toIgnoredHeaders(ignored: readonly string[]): HttpHeaders {
  if (ignored.length === 0) return {}
  const names = ignored.join(', ').replace(/[^ -~]/g, '?')
  return { [ignoredFieldsHeader]: names.slice(0, maxHeaderLength) }
}
