// The figures under an answer: times, speed, tokens.
import type { ConversationTotals, Turn } from '#shared/schemas/chat'
import { formatCount, formatDuration } from '../../../components/format'

export interface Figure {
  readonly name: string
  /** Null where it is not known: a missing count is not 0. */
  readonly value: string | null
}

type Measured = Pick<Turn, 'times' | 'usage' | 'finishReason' | 'modelVersion'>

/** Always the same ones in the same order, so that answers can be compared line by line. */
export function listFigures(turn: Measured): Figure[] {
  const { times, usage } = turn
  const speed = toTokensPerSecond(turn)
  return [
    { name: 'First token', value: toDuration(times.firstToken) },
    { name: 'Total', value: toDuration(times.total) },
    { name: 'Speed', value: speed === null ? null : `${formatCount(speed)} tok/s` },
    { name: 'In', value: toTokens(usage?.promptTokenCount) },
    { name: 'Out', value: toTokens(usage?.candidatesTokenCount) },
    { name: 'Thoughts', value: toTokens(usage?.thoughtsTokenCount) },
    { name: 'Finish', value: turn.finishReason },
    { name: 'Version', value: turn.modelVersion },
  ]
}

/** Only what is known. */
export function toFigures(turn: Measured): (Figure & { readonly value: string })[] {
  return listFigures(turn).flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

/** Seconds: what came faster was there already, and has no speed that would tell of the model. */
const shortest = 0.02

/** All tokens the model wrote, thoughts too, over the time it wrote them in; null where either is unknown. */
export function toTokensPerSecond({ times, usage }: Pick<Turn, 'times' | 'usage'>): number | null {
  if (times.firstToken === null || times.total === null || !usage) return null
  const tokens = (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0)
  const seconds = (times.total - times.firstToken) / 1000
  return tokens > 0 && seconds >= shortest ? tokens / seconds : null
}

/** What a conversation has cost; only what some answer told. */
export function listTotals(totals: ConversationTotals): (Figure & { readonly value: string })[] {
  const figures = [
    ['In', totals.promptTokens],
    ['Out', totals.outputTokens],
    ['Thoughts', totals.thoughtsTokens],
    ['All', totals.totalTokens],
  ] as const
  return figures.flatMap(([name, count]) =>
    count === null ? [] : [{ name, value: `${formatCount(count)} tokens` }],
  )
}

function toDuration(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatDuration(milliseconds)
}

function toTokens(count: number | undefined): string | null {
  return count === undefined ? null : `${formatCount(count)} tok`
}
