// How the whole list stands, in a few words.
import type { TranscriptionList } from '../state/transcription-list'
import { countFiles } from './describe-job'

/** `2 under way · 10 queued · 3 ended`; what there is none of is left out. */
export function describeQueue({ open, total }: TranscriptionList): string {
  const count = (...states: readonly string[]) => open.filter(({ state }) => states.includes(state)).length
  const parts = [
    [count('preparing', 'sending'), 'under way'],
    [count('queued'), 'queued'],
    [count('paused'), 'paused'],
    [Math.max(0, total - open.length), 'ended'],
  ] as const
  const told = parts.filter(([number]) => number > 0)
  if (told.length === 0) return countFiles(0)
  return told.map(([number, word]) => `${new Intl.NumberFormat('en').format(number)} ${word}`).join(' · ')
}
