// Runs a test and tells a screen reader how it went.
import type { Settings } from '#shared/schemas/settings'
import { announce } from '../../../state/announcement'
import { checkUpstream } from './upstream-checks'
import { summarise } from './verdict-words'

export async function runCheck(upstream: string, settings: Settings): Promise<void> {
  announce('The test is under way.')
  const report = await checkUpstream(upstream, settings)
  announce(report ? summarise(report) : 'The test has ended without a result.')
}
