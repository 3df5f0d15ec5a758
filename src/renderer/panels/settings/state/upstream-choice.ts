// Choosing the upstream: resolving a kind to a choice, saving it, and describing it.
import type { Settings } from '#shared/schemas/settings'
import { toUpstreamId, type UpstreamChoice, type UpstreamKind } from '#shared/schemas/upstream'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { announce } from '../../../state/announcement'
import { changeSettingsView } from '../../../state/settings-view'

/** Choosing “Service” means the service used last. Null without services. */
export function toChoice(
  kind: UpstreamKind,
  { services, upstream }: Pick<Settings, 'services' | 'upstream'>,
  lastProfile: string | null,
): UpstreamChoice | null {
  if (kind !== 'service') return { kind }
  if (upstream.kind === 'service') return upstream
  const profile = services.find(({ id }) => id === lastProfile) ?? services[0]
  return profile ? { kind, profile: profile.id } : null
}

/** Takes effect with the next request; resolves to a confirmation. */
export async function chooseUpstream(upstream: UpstreamChoice): Promise<string> {
  const settings = await desktop.settings.update({ upstream })
  queryClient.setQueryData(queries.settings.read.queryKey(), settings)
  recordUpstream(upstream)
  const description = describeUpstreamChoice(upstream, settings)
  announce(description)
  return description
}

export function recordUpstream(upstream: UpstreamChoice) {
  const profile = upstream.kind === 'service' ? { lastProfile: upstream.profile } : {}
  changeSettingsView({ isServicePending: false, ...profile })
}

/** For a toast and a screen reader. */
export function describeUpstreamChoice(
  upstream: UpstreamChoice,
  { services }: Pick<Settings, 'services'>,
): string {
  if (upstream.kind === 'demo') return 'Now using the demo'
  if (upstream.kind === 'vendor') return 'Now using Gemini and OpenAI'
  const name = services.find(({ id }) => id === toUpstreamId(upstream))?.name ?? 'Custom service'
  return `Now using ${name}`
}
