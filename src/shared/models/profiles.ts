// The services and OpenAI-compatible servers of the settings: all of them, and the selected one.
import type { OpenAiProfile, SelectedUpstream, ServiceProfile } from '../schemas/upstream'
import type { ModelEntry } from './catalog'

/** Returns the profiles of all kinds. */
export function listProfiles({
  services,
  openAiProfiles,
}: Pick<SelectedUpstream, 'services' | 'openAiProfiles'>): readonly (ServiceProfile | OpenAiProfile)[] {
  return [...services, ...openAiProfiles]
}

/** Returns the selected profile; undefined for the demo and the vendor APIs, and for a profile that was removed. */
export function findProfile({
  upstream,
  services,
  openAiProfiles,
}: Omit<SelectedUpstream, 'vendor'>): ServiceProfile | OpenAiProfile | undefined {
  if (!('profile' in upstream)) return undefined
  const profiles = upstream.kind === 'service' ? services : openAiProfiles
  return profiles.find(({ id }) => id === upstream.profile)
}

/** Returns the selected OpenAI-compatible server; null for every other upstream. */
export function findServer({
  upstream,
  openAiProfiles,
}: Pick<SelectedUpstream, 'upstream' | 'openAiProfiles'>): OpenAiProfile | null {
  if (upstream.kind !== 'openai') return null
  return openAiProfiles.find(({ id }) => id === upstream.profile) ?? null
}

/** The models of a server that the user has added, because it does not list them. */
export function listAddedModels(
  kinds: OpenAiProfile['kinds'],
  listed: readonly ModelEntry[],
): readonly ModelEntry[] {
  return Object.entries(kinds).flatMap(([id, kind]) =>
    listed.some((model) => model.id === id)
      ? []
      : [{ id, displayName: id, description: 'Added by you.', kind, isAdded: true }],
  )
}
