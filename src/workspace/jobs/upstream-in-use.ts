// Who is asked as the settings are now: kept with each job, which is followed only there.
import type { JobUpstream } from '#shared/schemas/job'
import type { Settings } from '#shared/schemas/settings'

export function tellUpstream({ upstream, services }: Pick<Settings, 'upstream' | 'services'>): JobUpstream {
  if (upstream.kind === 'demo') return { kind: 'demo', id: 'demo', label: 'Demo service, embedded' }
  if (upstream.kind === 'vendor') return { kind: 'vendor', id: 'vendor', label: 'Gemini and OpenAI' }
  const profile = services.find(({ id }) => id === upstream.profile)
  const kept = { kind: upstream.kind, id: upstream.profile }
  if (!profile) return { ...kept, label: 'A service that is not kept any more' }
  const { host } = new URL(profile.baseUrl)
  return { ...kept, label: profile.name === host ? host : `${profile.name} (${host})` }
}
