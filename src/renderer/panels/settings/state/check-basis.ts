// Whether the result of an upstream's test still holds.
import type { Settings } from '#shared/schemas/settings'

/** How often the secret of each slot was set or removed; the secrets themselves are unknown here. */
export type KeyChanges = Readonly<Record<string, number>>

/** Everything a test's result rests on: as long as this text stays the same, the result holds. */
export function toCheckBasis(upstream: string, settings: Settings, keyChanges: KeyChanges): string {
  if (upstream === 'demo') return 'demo'
  const slots = upstream === 'vendor' ? ['gemini', 'openai', 'proxy'] : [upstream, 'proxy']
  const own = settings.services.find(({ id }) => id === upstream)
  const parts =
    upstream === 'vendor'
      ? [settings.vendor, settings.aliases]
      : [own?.baseUrl ?? null, own?.apiBaseUrl ?? null]
  return JSON.stringify([
    parts,
    settings.models,
    settings.network,
    slots.map((slot) => keyChanges[slot] ?? 0),
  ])
}
