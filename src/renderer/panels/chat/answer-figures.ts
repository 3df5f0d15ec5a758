// The figures under an answer: times, speed, tokens.
import type { Turn } from '#shared/schemas/chat'
import { formatCount, formatDuration } from '../../kit/format'

export interface Figure {
  readonly name: string
  readonly value: string
}

/** Only what is known: a missing count is not 0. */
export function toFigures(turn: Pick<Turn, 'times' | 'usage' | 'finishReason'>): Figure[] {
  const { times, usage } = turn
  const speed = toTokensPerSecond(turn)
  const figures: (readonly [string, string | null])[] = [
    ['First token', times.firstToken === null ? null : formatDuration(times.firstToken)],
    ['Total', times.total === null ? null : formatDuration(times.total)],
    ['Speed', speed === null ? null : `${formatCount(speed)} tok/s`],
    ['In', toTokens(usage?.promptTokenCount)],
    ['Out', toTokens(usage?.candidatesTokenCount)],
    ['Thoughts', toTokens(usage?.thoughtsTokenCount)],
    ['Finish', turn.finishReason],
  ]
  return figures.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}

/** All tokens the model wrote, thoughts too, over the time it wrote them in; null where either is unknown. */
export function toTokensPerSecond({ times, usage }: Pick<Turn, 'times' | 'usage'>): number | null {
  if (times.firstToken === null || times.total === null || !usage) return null
  const tokens = (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0)
  const seconds = (times.total - times.firstToken) / 1000
  return tokens > 0 && seconds > 0 ? tokens / seconds : null
}

/** Tokens of all turns together; null where none told. */
export function sumTokens(turns: Iterable<Pick<Turn, 'usage'>>): number | null {
  let sum: number | null = null
  for (const { usage } of turns) {
    if (usage?.totalTokenCount !== undefined) sum = (sum ?? 0) + usage.totalTokenCount
  }
  return sum
}

function toTokens(count: number | undefined): string | null {
  return count === undefined ? null : `${formatCount(count)} tok`
}
