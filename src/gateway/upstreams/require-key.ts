// Gets the key that a request to an upstream needs, or throws an error that says where to enter it.
import { ApiError } from '#shared/schemas/api-error'
import { UpstreamKey } from '#shared/schemas/key-status'

/** A saved key, which is sent only to `origins`. `secret` is null if it cannot be decrypted. */
export interface BoundKey {
  readonly secret: string | null
  readonly origins: readonly string[]
}

/** Null if no key is set. A plain string was entered together with the upstream's URLs. */
export type ProviderKey = string | BoundKey | null

export function getSecret(key: ProviderKey): string | null {
  return typeof key === 'object' ? (key?.secret ?? null) : key
}

/** Errors name the `owner`. The returned function throws FAILED_PRECONDITION if `origin` must not get the key. */
export function requireKey(owner: string, key: ProviderKey): (origin?: string) => string {
  const secret = getSecret(key)
  const problem = findProblem(owner, key)
  return (origin = '') => {
    if (secret === null || problem !== undefined)
      throw new ApiError('FAILED_PRECONDITION', problem?.message ?? '', { param: problem?.param ?? 'key' })
    if (typeof key === 'object' && !key?.origins.includes(origin)) throw enteredElsewhere(owner)
    return secret
  }
}

function findProblem(owner: string, key: ProviderKey): { message: string; param: string } | undefined {
  const secret = getSecret(key)
  if (key !== null && secret === null)
    return {
      message: `The API key for the ${owner} is saved but can't be read. Unlock the keyring and restart, or enter the key again in Settings > Provider.`,
      param: 'key.secret',
    }
  const message = describeInvalidKey(owner, secret)
  return message === undefined ? undefined : { message, param: 'key' }
}

/** The message names no host, because clients may see it. */
function enteredElsewhere(owner: string): ApiError {
  return new ApiError(
    'FAILED_PRECONDITION',
    `The API key for the ${owner} was entered for another URL and isn't sent to this one. Enter it again in Settings > Provider.`,
    { param: 'key.origins' },
  )
}

function describeInvalidKey(owner: string, key: string | null): string | undefined {
  if (key === null || key === '') return `No API key for the ${owner}. Enter one in Settings > Provider.`
  const checked = UpstreamKey.safeParse(key)
  if (checked.success && checked.data === key) return undefined
  const reason = checked.error?.issues[0]?.message ?? 'must not begin or end with a space'
  return `The API key for the ${owner} is invalid: it ${reason}. Enter it again in Settings > Provider.`
}
