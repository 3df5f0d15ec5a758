// Adding, editing and removing the profiles of services: changes of the settings.
import type { Settings } from '#shared/schemas/settings'
import type { ProfileKind, ServiceProfile } from '#shared/schemas/upstream'
import { findUrlProblem, toBaseUrl, toHost } from './UrlField'

/** The fields of profiles of all kinds. */
export interface Profile {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
}

/** For labels and messages. */
export const profileNouns: Readonly<Record<ProfileKind, string>> = { service: 'service', openai: 'server' }

/** The ID under which the form that adds a profile is expanded. */
export const newProfile: Readonly<Record<ProfileKind, string>> = { service: 'new', openai: 'new-server' }

export type ProfileTexts = Readonly<Record<'name' | 'baseUrl' | 'apiBaseUrl', string>>

export const emptyProfile: ProfileTexts = { name: '', baseUrl: '', apiBaseUrl: '' }

export function toProfileTexts({ name, baseUrl, apiBaseUrl }: ServiceProfile): ProfileTexts {
  return { name, baseUrl, apiBaseUrl: apiBaseUrl ?? '' }
}

/** A blank name becomes the host. */
export function toProfile(id: string, texts: ProfileTexts): ServiceProfile {
  const baseUrl = toBaseUrl(texts.baseUrl)
  const apiBaseUrl = toBaseUrl(texts.apiBaseUrl)
  const name = texts.name.trim() || toHost(baseUrl).slice(0, 60)
  return { id, name, baseUrl, ...(apiBaseUrl ? { apiBaseUrl } : {}) }
}

export function findProfileProblems(id: string, texts: ProfileTexts, services: readonly ServiceProfile[]) {
  return {
    name: findNameProblem(toProfile(id, texts), services, 'service'),
    baseUrl: findUrlProblem(texts.baseUrl, 'required'),
    apiBaseUrl: findUrlProblem(texts.apiBaseUrl, 'optional'),
  }
}

/** Two profiles of the same name would look the same. */
export function findNameProblem(
  profile: Pick<Profile, 'id' | 'name'>,
  profiles: readonly Profile[],
  kind: ProfileKind,
): string | undefined {
  const same = profiles.find(({ id, name }) => id !== profile.id && name === profile.name)
  return same ? `is already used by another ${profileNouns[kind]}` : undefined
}

/** `service` for the first service. */
export function createProfileId(services: readonly ServiceProfile[]): string {
  return services.some(({ id }) => id === 'service') ? `service-${createSuffix()}` : 'service'
}

const idCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Random, so that the work of a removed profile never appears under a new one. */
export function createSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  return [...bytes].map((byte) => idCharacters[byte % idCharacters.length]).join('')
}

/** If the removed profile is in use, the demo takes over. */
export function removeProfile(
  { services, openAiProfiles, upstream }: Pick<Settings, 'services' | 'openAiProfiles' | 'upstream'>,
  id: string,
): Partial<Settings> {
  const isService = services.some((each) => each.id === id)
  return {
    ...(isService
      ? { services: services.filter((each) => each.id !== id) }
      : { openAiProfiles: openAiProfiles.filter((each) => each.id !== id) }),
    ...(isUsed({ upstream }, id) ? { upstream: { kind: 'demo' } } : {}),
  }
}

export function isUsed({ upstream }: Pick<Settings, 'upstream'>, id: string): boolean {
  return 'profile' in upstream && upstream.profile === id
}
