// How each model family lets its thinking be set: a budget of tokens, a level, or either (wire §2.4).
import { toNeutralId } from '#shared/models/catalogue'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { NumberRule } from '../../../components/read-parameter'

export type ThinkingMode = 'choice' | 'budget' | 'level'

interface ThinkingRange {
  readonly modes: readonly Exclude<ThinkingMode, 'choice'>[]
  /** Tokens of a budget that is neither off (0) nor the model's own (-1). */
  readonly least: number
  readonly most: number
  readonly canBeOff: boolean
}

const ranges: readonly (readonly [family: RegExp, range: ThinkingRange])[] = [
  [/^gen-2\.5-pro/, { modes: ['budget'], least: 128, most: 32_768, canBeOff: false }],
  [/^gen-2\.5-flash-lite/, { modes: ['budget'], least: 512, most: 24_576, canBeOff: true }],
  [/^gen-2\.5-flash/, { modes: ['budget'], least: 1, most: 24_576, canBeOff: true }],
  [/^gen-([3-9]|\d\d)/, { modes: ['level', 'budget'], least: 1, most: 32_768, canBeOff: true }],
]

/** For an unknown model everything may be requested. */
const unknown: ThinkingRange = { modes: ['budget', 'level'], least: 1, most: 1_000_000, canBeOff: true }

export function rangeOf(model: string): ThinkingRange {
  const id = toNeutralId(model)
  return ranges.find(([family]) => family.test(id))?.[1] ?? unknown
}

export function thinkingModeOf({ thinkingBudget, thinkingLevel }: ChatParameters): ThinkingMode {
  if (thinkingLevel !== undefined) return 'level'
  return thinkingBudget === undefined ? 'choice' : 'budget'
}

/** -1 and 0 are accepted if they have a meaning; numbers between 0 and the minimum are not. */
export function toBudgetRule({ least, most, canBeOff }: ThinkingRange): NumberRule {
  const also = canBeOff ? [-1, 0] : [-1]
  const words = `${canBeOff ? '0 (off), ' : ''}-1 (the model decides) or a whole number from ${least} to ${most}`
  return { least, most, whole: true, words, also, required: true }
}

/** What is wrong with the thinking settings for this model; undefined if nothing is. */
export function findThinkingFault(parameters: ChatParameters): string | undefined {
  const range = rangeOf(parameters.model)
  const mode = thinkingModeOf(parameters)
  const { thinkingBudget: budget } = parameters
  if (mode === 'level' && !range.modes.includes('level')) return 'This model takes a budget, not a level.'
  if (mode !== 'budget' || budget === undefined || budget === -1) return undefined
  if (budget === 0) return range.canBeOff ? undefined : 'This model cannot stop thinking.'
  if (budget < range.least || budget > range.most)
    return `This model takes a budget from ${range.least} to ${range.most} tokens.`
  return undefined
}

/** The change that selects a mode; what another mode had set is unset, since both together are rejected. */
export function setThinkingMode(mode: ThinkingMode): {
  readonly thinkingBudget: number | undefined
  readonly thinkingLevel: ChatParameters['thinkingLevel']
} {
  return {
    thinkingBudget: mode === 'budget' ? -1 : undefined,
    thinkingLevel: mode === 'level' ? 'HIGH' : undefined,
  }
}
