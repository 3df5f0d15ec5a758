// What choosing an upstream by its kind means, and what the chosen one is called.
import type { Settings } from '#shared/schemas/settings'
import { toUpstreamId, type UpstreamChoice, type UpstreamKind } from '#shared/schemas/upstream'

/** What choosing a kind means: of several services the one used last. Null where there is none to choose. */
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

function nameChoice(upstream: UpstreamChoice, { services }: Pick<Settings, 'services'>): string {
  if (upstream.kind === 'demo') return 'The demo'
  if (upstream.kind === 'vendor') return 'The vendor APIs'
  return services.find(({ id }) => id === toUpstreamId(upstream))?.name ?? 'The service'
}

/** For a toast and a screen reader. */
export function tellChoice(upstream: UpstreamChoice, settings: Pick<Settings, 'services'>): string {
  return `${nameChoice(upstream, settings)} ${upstream.kind === 'vendor' ? 'answer' : 'answers'} from now on.`
}
