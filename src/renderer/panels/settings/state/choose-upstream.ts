// Chooses who answers, from wherever the user asks for it.
import type { UpstreamChoice } from '#shared/schemas/upstream'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { announce } from '../../../state/announcement'
import { changeSettingsView } from '../../../state/settings-view'
import { tellChoice } from './upstream-choice'

/** Counts from the next call on; resolves to a sentence that says so. */
export async function chooseUpstream(upstream: UpstreamChoice): Promise<string> {
  const settings = await desktop.settings.update({ upstream })
  queryClient.setQueryData(queries.settings.read.queryKey(), settings)
  noteChoice(upstream)
  const told = tellChoice(upstream, settings)
  announce(told)
  return told
}

export function noteChoice(upstream: UpstreamChoice) {
  const profile = upstream.kind === 'service' ? { lastProfile: upstream.profile } : {}
  changeSettingsView({ wantsService: false, ...profile })
}
