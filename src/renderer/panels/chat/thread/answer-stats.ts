// The stats of an answer: times, speed, tokens.
import { findModel, toNeutralId } from '#shared/models/catalog'
import type { ConversationCost, ConversationTotals, Turn } from '#shared/schemas/chat'
import { formatCount, formatDuration, formatPlural, formatShortDuration } from '../../../components/format'
import { formatCost } from '../../../models/prices'

export interface Stat {
  readonly name: string
  /** Null if unknown: a missing count is not 0. */
  readonly value: string | null
}

type Measured = Pick<Turn, 'times' | 'usage' | 'finishReason' | 'modelVersion'>

/**
 * Always the same stats in the same order, so that answers can be compared line by line. `cost`: null if it is unknown,
 * undefined if it is not listed.
 */
export function listStats(turn: Measured, cost?: string | null): Stat[] {
  const { times, usage } = turn
  const speed = toTokensPerSecond(turn)
  return [
    { name: 'Time to first token', value: toDuration(times.firstToken) },
    { name: 'Total', value: toDuration(times.total) },
    { name: 'Speed', value: speed === null ? null : `${formatCount(speed)} tokens/s` },
    { name: 'Input', value: toTokens(usage?.promptTokenCount) },
    { name: 'Output', value: toTokens(usage?.candidatesTokenCount) },
    { name: 'Thoughts', value: toTokens(usage?.thoughtsTokenCount) },
    ...(cost === undefined ? [] : [{ name: 'Cost', value: cost }]),
    { name: 'Finish reason', value: turn.finishReason },
    { name: 'Model version', value: turn.modelVersion },
  ]
}

/** Only the known stats, and the cost, because its price can be entered. */
export function listKnownStats(turn: Measured, cost?: string | null): Stat[] {
  const stats = listStats(turn, cost)
  const known = stats.filter(({ value }) => value !== null)
  return known.length === 0 ? [] : stats.filter(({ name, value }) => value !== null || name === 'Cost')
}

/** Duration, speed, all generated tokens, which the speed refers to, and the cost; omits those that are unknown. */
export function summarizeStats(turn: Pick<Turn, 'times' | 'usage'>, cost?: string | null): string[] {
  const { total } = turn.times
  const speed = toTokensPerSecond(turn)
  const { candidatesTokenCount: output, thoughtsTokenCount: thoughts } = turn.usage ?? {}
  const hasTokens = output !== undefined || thoughts !== undefined
  return [
    total === null ? '' : formatShortDuration(total),
    speed === null ? '' : `${formatCount(speed)} tok/s`,
    hasTokens ? formatPlural((output ?? 0) + (thoughts ?? 0), 'token') : '',
    cost ?? '',
  ].filter(Boolean)
}

/** Differences from a normal response: another finish reason than STOP, another model than requested. */
export function listSurprises(turn: Pick<Turn, 'model' | 'modelVersion' | 'finishReason' | 'upstream'>): {
  readonly name: string
  readonly value: string
}[] {
  const { modelVersion, finishReason } = turn
  return [
    ...(finishReason !== null && finishReason !== 'STOP'
      ? [{ name: 'Finish reason', value: finishReason }]
      : []),
    ...(modelVersion !== null && isOtherModel(turn) ? [{ name: 'Model version', value: modelVersion }] : []),
  ]
}

/** OpenAI-compatible servers have equivalents of the catalog's models, and return dated versions of their own. */
function isOtherModel({ model, modelVersion, upstream }: Pick<Turn, 'model' | 'modelVersion' | 'upstream'>) {
  if (model === null || modelVersion === null || toNeutralId(modelVersion) === toNeutralId(model))
    return false
  if (upstream !== 'openai') return true
  const isDated = modelVersion.startsWith(model) && /^[-@]\d{4}/.test(modelVersion.slice(model.length))
  return !isDated && findModel(model) === undefined
}

/** In seconds: a faster answer was cached or not streamed, and does not show the model's speed. */
const minDuration = 0.02

/** All generated tokens, including thoughts, divided by the time of generation; null if either is unknown. */
export function toTokensPerSecond({ times, usage }: Pick<Turn, 'times' | 'usage'>): number | null {
  if (times.firstToken === null || times.total === null || !usage) return null
  const tokens = (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0)
  const seconds = (times.total - times.firstToken) / 1000
  return tokens > 0 && seconds >= minDuration ? tokens / seconds : null
}

/** `$0.0123`, `at least $0.0123 (2 responses without a known cost)`; null if none is known. */
export function describeTotalCost({ nanos, unknown }: ConversationCost, currency: string): string | null {
  if (nanos === null) return null
  const known = formatCost(nanos, currency)
  if (unknown === 0) return known
  return `at least ${known} (${formatPlural(unknown, 'response')} without a known cost)`
}

/** The totals of a conversation, as far as its answers report them. */
export function listTotals(totals: ConversationTotals): (Stat & { readonly value: string })[] {
  const stats = [
    ['Input', totals.promptTokens],
    ['Output', totals.outputTokens],
    ['Thoughts', totals.thoughtsTokens],
    ['Total', totals.totalTokens],
  ] as const
  return stats.flatMap(([name, count]) =>
    count === null ? [] : [{ name, value: `${formatCount(count)} tokens` }],
  )
}

function toDuration(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatDuration(milliseconds)
}

function toTokens(count: number | undefined): string | null {
  return count === undefined ? null : `${formatCount(count)} tokens`
}

type ThinkingInput = Pick<Turn, 'state' | 'parts' | 'times' | 'usage'>

/** The time from the first thought to the first word, or to the end if there are only thoughts. */
export function describeThinking({ state, parts, times, usage }: ThinkingInput): string {
  const isThinking = state === 'running' && !parts.some((part) => !part.thought && part.text !== '')
  if (isThinking) return 'Thinking…'
  const until = times.firstAnswer ?? times.total
  // If the answer was not streamed, the time of thinking is unknown.
  if (times.firstToken !== null && until !== null && until > times.firstToken) {
    return `Thought for ${formatDuration(until - times.firstToken)}`
  }
  const tokens = usage?.thoughtsTokenCount
  return tokens === undefined ? 'Thoughts' : `Thoughts (${formatCount(tokens)} tokens)`
}
