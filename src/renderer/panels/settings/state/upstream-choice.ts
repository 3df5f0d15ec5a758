// Choosing the upstream: resolving a kind to a choice, saving it, and describing it.
import { findProfile } from '#shared/models/profiles'
import type { Settings } from '#shared/schemas/settings'
import type { ProfileKind, UpstreamChoice } from '#shared/schemas/upstream'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { announce } from '../../../state/announcement'
import { changePreference } from '../../../state/preferences'
import { changeSettingsView } from '../../../state/settings-view'
import { saveSettings } from '../settings-form'

/** Choosing a kind with profiles means the profile used last. Null without profiles. */
export function toChoice(
  kind: UpstreamChoice['kind'],
  { services, openAiProfiles, upstream }: Pick<Settings, 'services' | 'openAiProfiles' | 'upstream'>,
  lastProfiles: Readonly<Record<ProfileKind, string | null>>,
): UpstreamChoice | null {
  if (kind === 'demo' || kind === 'vendor') return { kind }
  if (upstream.kind === kind) return upstream
  const profiles = kind === 'service' ? services : openAiProfiles
  const profile = profiles.find(({ id }) => id === lastProfiles[kind]) ?? profiles[0]
  return profile ? { kind, profile: profile.id } : null
}

/** Takes effect with the next request; resolves to a confirmation. */
export async function chooseUpstream(upstream: UpstreamChoice): Promise<string> {
  const before = queryClient.getQueryData(queries.settings.read.queryKey())
  const settings = await saveSettings(() => ({ upstream }))
  if (before) rememberProfile(before.upstream)
  recordUpstream(upstream)
  const description = describeUpstreamChoice(upstream, settings)
  announce(description)
  return description
}

export function recordUpstream(upstream: UpstreamChoice) {
  rememberProfile(upstream)
  changeSettingsView({ pendingKind: null })
}

function rememberProfile(upstream: UpstreamChoice) {
  if ('profile' in upstream) changePreference('lastProfiles', { [upstream.kind]: upstream.profile })
}

/** For a toast and a screen reader. */
function describeUpstreamChoice(
  upstream: UpstreamChoice,
  settings: Pick<Settings, 'services' | 'openAiProfiles'>,
): string {
  if (upstream.kind === 'demo') return 'Now using the demo'
  if (upstream.kind === 'vendor') return 'Now using Gemini and OpenAI'
  const name = findProfile({ ...settings, upstream })?.name
  return `Now using ${name ?? (upstream.kind === 'service' ? 'Custom service' : 'OpenAI-compatible server')}`
}
