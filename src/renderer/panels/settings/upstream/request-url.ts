// What a typed base URL means: the URL that requests go to, and what is wrong with it.
import { BaseUrl, findEntryProblem } from '#shared/schemas/upstream'
import { readBaseUrl } from '#shared/wire/base-url'

/** `https://host/v1beta/` is parsed as `https://host`, and requests go to `https://host` + `path`; null if it is not a URL. */
export function toRequestUrl(typed: string, path: string): string | null {
  const url = BaseUrl.safeParse(typed)
  if (!url.success) return null
  const base = readBaseUrl(url.data)
  return `${base.origin}${base.path}${path}`
}

/** The error of a field for a URL, in the words of the schema. */
export function findUrlProblem(text: string, blank: 'required' | 'optional'): string | undefined {
  if (text.trim() === '') return blank === 'required' ? 'must not be empty' : undefined
  return BaseUrl.safeParse(text).error?.issues[0]?.message ?? findEntryProblem(text)
}

/** As a list shows it. */
export function toHost(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
