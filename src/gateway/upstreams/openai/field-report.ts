// Collects the fields of a request that cannot be translated: harmless ones are listed, all others reject it.
import { ApiError } from '#shared/schemas/api-error'
import type { HttpHeaders } from '#shared/wire/http'
import { ignoredFieldsHeader } from '../header-filters'

/** Characters of the header; many servers and clients limit all headers to 8 KB. */
const maxHeaderLength = 1000

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

  get ignored(): readonly string[] {
    return [...this.#ignored]
  }
}

/** The names are a client's, and a header has only printable ASCII characters. */
export function toIgnoredHeaders(ignored: readonly string[]): HttpHeaders {
  if (ignored.length === 0) return {}
  const names = ignored.join(', ').replace(/[^ -~]/g, '?')
  return { [ignoredFieldsHeader]: names.slice(0, maxHeaderLength) }
}
