// Adding, editing and removing a service: changes of the settings.
import type { Settings } from '#shared/schemas/settings'
import type { ServiceProfile } from '#shared/schemas/upstream'
import { findUrlProblem, toHost } from './UrlField'

export type ProfileTexts = Readonly<Record<'name' | 'baseUrl' | 'apiBaseUrl', string>>

export const emptyProfile: ProfileTexts = { name: '', baseUrl: '', apiBaseUrl: '' }

export function toProfileTexts({ name, baseUrl, apiBaseUrl }: ServiceProfile): ProfileTexts {
  return { name, baseUrl, apiBaseUrl: apiBaseUrl ?? '' }
}

/** A blank name becomes the host. */
export function toProfile(id: string, texts: ProfileTexts): ServiceProfile {
  const baseUrl = texts.baseUrl.trim()
  const apiBaseUrl = texts.apiBaseUrl.trim()
  const name = texts.name.trim() || toHost(baseUrl).slice(0, 60)
  return { id, name, baseUrl, ...(apiBaseUrl ? { apiBaseUrl } : {}) }
}

export function findProfileProblems(id: string, texts: ProfileTexts, services: readonly ServiceProfile[]) {
  return {
    name: findNameProblem(toProfile(id, texts), services),
    baseUrl: findUrlProblem(texts.baseUrl, 'required'),
    apiBaseUrl: findUrlProblem(texts.apiBaseUrl, 'optional'),
  }
}

/** Two profiles of the same name would look the same. */
export function findNameProblem(profile: ServiceProfile, services: readonly ServiceProfile[]) {
  const same = services.find(({ id, name }) => id !== profile.id && name === profile.name)
  return same ? 'is already used by another service' : undefined
}

const idCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** `service` for the first; other ids are random, so that the work of a removed profile never appears under a new one. */
export function createProfileId(services: readonly ServiceProfile[]): string {
  if (!services.some(({ id }) => id === 'service')) return 'service'
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return `service-${[...bytes].map((byte) => idCharacters[byte % idCharacters.length]).join('')}`
}

/** If the removed profile is in use, the demo takes over. */
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
