// How long a model thought, in words.
import type { Turn } from '#shared/schemas/chat'
import { formatCount, formatDuration } from '../../../components/format'

type Thinker = Pick<Turn, 'state' | 'parts' | 'times' | 'usage'>

/** From the first thought to the first word; an answer that ended in its thoughts thought until then. */
export function describeThinking({ state, parts, times, usage }: Thinker): string {
  const isThinking = state === 'running' && !parts.some((part) => !part.thought && part.text !== '')
  if (isThinking) return 'Thinking…'
  const until = times.firstAnswer ?? times.total
  // What comes in one piece was thought before it came: nobody knows for how long.
  if (times.firstToken !== null && until !== null && until > times.firstToken) {
    return `Thought for ${formatDuration(until - times.firstToken)}`
  }
  const tokens = usage?.thoughtsTokenCount
  return tokens === undefined ? 'Thoughts' : `Thoughts (${formatCount(tokens)} tokens)`
}
