// What adding, editing and removing a service makes of the settings.
import type { Settings } from '#shared/schemas/settings'
import type { ServiceProfile } from '#shared/schemas/upstream'
import { toHost } from './call-address'

export interface ProfileTexts {
  readonly name: string
  readonly baseUrl: string
  readonly apiBaseUrl: string
  /** Makes this a record of texts, as forms hold them. */
  readonly [field: string]: string
}

export const emptyProfile: ProfileTexts = { name: '', baseUrl: '', apiBaseUrl: '' }

export function toTexts({ name, baseUrl, apiBaseUrl }: ServiceProfile): ProfileTexts {
  return { name, baseUrl, apiBaseUrl: apiBaseUrl ?? '' }
}

/** A name that was left blank becomes the host's. */
export function toProfile(id: string, texts: ProfileTexts): ServiceProfile {
  const baseUrl = texts.baseUrl.trim()
  const apiBaseUrl = texts.apiBaseUrl.trim()
  const name = texts.name.trim() || toHost(baseUrl).slice(0, 60)
  return { id, name, baseUrl, ...(apiBaseUrl ? { apiBaseUrl } : {}) }
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** `service` for the first; ids of others are random, so that a removed one never comes back with its old work. */
export function createProfileId(services: readonly ServiceProfile[]): string {
  if (!services.some(({ id }) => id === 'service')) return 'service'
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `service-${[...bytes].map((byte) => letters[byte % letters.length]).join('')}`
}

/** A second profile of the same name could not be told from the first. */
export function findNameProblem(profile: ServiceProfile, services: readonly ServiceProfile[]) {
  const same = services.find(({ id, name }) => id !== profile.id && name === profile.name)
  return same ? 'is the name of another service already' : undefined
}

export function replaceProfile(
  services: readonly ServiceProfile[],
  profile: ServiceProfile,
): Pick<Settings, 'services'> {
  return { services: services.map((each) => (each.id === profile.id ? profile : each)) }
}

/** Without the one in use, the demo answers. */
export function removeProfile(
  { services, upstream }: Pick<Settings, 'services' | 'upstream'>,
  id: string,
): Partial<Settings> {
  const isUsed = upstream.kind === 'service' && upstream.profile === id
  return {
    services: services.filter((each) => each.id !== id),
    ...(isUsed ? { upstream: { kind: 'demo' } } : {}),
  }
}
