// The upstream a job was sent to, compared with the one in the settings.
import { findProfile } from '#shared/models/profiles'
import type { JobUpstream } from '#shared/schemas/job'
import type { Settings } from '#shared/schemas/settings'
import { defaultVendorAddresses, type SelectedUpstream, toUpstreamId } from '#shared/schemas/upstream'

export function toJobUpstream(
  settings: Pick<Settings, 'upstream' | 'services' | 'openAiProfiles'>,
): JobUpstream {
  const { upstream } = settings
  if (upstream.kind === 'demo') return { kind: 'demo', id: 'demo', label: 'Demo' }
  if (upstream.kind === 'vendor') return { kind: 'vendor', id: 'vendor', label: 'Gemini and OpenAI' }
  const profile = findProfile(settings)
  const known = { kind: upstream.kind, id: upstream.profile }
  if (!profile) return { ...known, label: upstream.kind === 'service' ? 'Removed service' : 'Removed server' }
  const { host } = new URL(profile.baseUrl)
  return { ...known, label: profile.name === host ? host : `${profile.name} (${host})` }
}

export function isSameUpstream(one: JobUpstream, other: JobUpstream): boolean {
  return one.kind === other.kind && one.id === other.id
}

/** Identifies the provider by its id and URL: a request to it goes nowhere else as long as this is the same. */
export function identifyProvider(selected: SelectedUpstream): string {
  return `${toUpstreamId(selected.upstream)} ${findUpstreamUrl(selected) ?? ''}`
}

/** Also true if the job has not been sent yet. */
export function canContinueOn(upstream: JobUpstream | null, current: JobUpstream): boolean {
  return upstream === null || isSameUpstream(upstream, current)
}

/** Explains why a job that was sent to another upstream waits. */
export function describeUpstreamWait({ label }: JobUpstream): string {
  return `Paused: this job was sent to ${label}. It continues when you switch back to that provider.`
}

/** Returns the selected upstream's URL; undefined for the demo, and for the vendor APIs at their default URLs. */
export function findUpstreamUrl(selected: SelectedUpstream): string | undefined {
  const { upstream, vendor } = selected
  if ('profile' in upstream) return findProfile(selected)?.baseUrl
  const { geminiUrl, openAiUrl } = defaultVendorAddresses
  const isUsual = vendor.geminiUrl === geminiUrl && vendor.openAiUrl === openAiUrl
  return upstream.kind === 'demo' || isUsual ? undefined : `${vendor.geminiUrl} ${vendor.openAiUrl}`
}
