// How each model family lets its thinking be set: a budget of tokens, a level, or either (wire §2.4).
import { toNeutralId } from '#shared/models/catalogue'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { NumberRule } from '../../../components/read-parameter'

export type ThinkingMode = 'choice' | 'budget' | 'level'

interface ThinkingRange {
  readonly ways: readonly Exclude<ThinkingMode, 'choice'>[]
  /** Tokens of a budget that is neither off (0) nor the model's own (-1). */
  readonly least: number
  readonly most: number
  readonly canBeOff: boolean
}

const ranges: readonly (readonly [family: RegExp, range: ThinkingRange])[] = [
  [/^gen-2\.5-pro/, { ways: ['budget'], least: 128, most: 32_768, canBeOff: false }],
  [/^gen-2\.5-flash-lite/, { ways: ['budget'], least: 512, most: 24_576, canBeOff: true }],
  [/^gen-2\.5-flash/, { ways: ['budget'], least: 1, most: 24_576, canBeOff: true }],
  [/^gen-([3-9]|\d\d)/, { ways: ['level', 'budget'], least: 1, most: 32_768, canBeOff: true }],
]

/** Of a model that nothing is known of, everything may be asked. */
const unknown: ThinkingRange = { ways: ['budget', 'level'], least: 1, most: 1_000_000, canBeOff: true }

export function rangeOf(model: string): ThinkingRange {
  const id = toNeutralId(model)
  return ranges.find(([family]) => family.test(id))?.[1] ?? unknown
}

export function thinkingModeOf({ thinkingBudget, thinkingLevel }: ChatParameters): ThinkingMode {
  if (thinkingLevel !== undefined) return 'level'
  return thinkingBudget === undefined ? 'choice' : 'budget'
}

/** Both -1 and 0 are read where they mean something; the numbers between 0 and the least do not. */
export function toBudgetRule({ least, most, canBeOff }: ThinkingRange): NumberRule {
  const also = canBeOff ? [-1, 0] : [-1]
  const words = `${canBeOff ? '0 (off), ' : ''}-1 (the model decides) or a whole number from ${least} to ${most}`
  return { least, most, whole: true, words, also, required: true }
}

/** What is wrong with the thinking that is set, for this model; undefined where nothing is. */
export function findThinkingFault(parameters: ChatParameters): string | undefined {
  const range = rangeOf(parameters.model)
  const way = thinkingModeOf(parameters)
  const { thinkingBudget: budget } = parameters
  if (way === 'level' && !range.ways.includes('level')) return 'This model takes a budget, not a level.'
  if (way !== 'budget' || budget === undefined || budget === -1) return undefined
  if (budget === 0) return range.canBeOff ? undefined : 'This model cannot stop thinking.'
  if (budget < range.least || budget > range.most)
    return `This model takes a budget from ${range.least} to ${range.most} tokens.`
  return undefined
}

/** The change that chooses a way; what another way had set is taken back, since both together are refused. */
export function setThinkingMode(way: ThinkingMode): {
  readonly thinkingBudget: number | undefined
  readonly thinkingLevel: ChatParameters['thinkingLevel']
} {
  return {
    thinkingBudget: way === 'budget' ? -1 : undefined,
    thinkingLevel: way === 'level' ? 'HIGH' : undefined,
  }
}
