// What an address is read as, shown while it is typed.
import { BaseUrl, findEntryProblem } from '#shared/schemas/upstream'
import { readBaseUrl } from '#shared/wire/base-url'

/** `https://host/v1beta/` is read as `https://host`, and calls go to `https://host` + `path`; null where it is no address. */
export function toCallAddress(pasted: string, path: string): string | null {
  const address = BaseUrl.safeParse(pasted)
  if (!address.success) return null
  const base = readBaseUrl(address.data)
  return `${base.origin}${base.path}${path}`
}

/** The error of a field that holds an address, in the words of the schema; blank counts as `blank` says. */
export function findAddressProblem(text: string, blank: 'required' | 'optional'): string | undefined {
  if (text.trim() === '') return blank === 'required' ? 'must not be empty' : undefined
  return BaseUrl.safeParse(text).error?.issues[0]?.message ?? findEntryProblem(text)
}

/** As a list shows it. */
export function toHost(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}
