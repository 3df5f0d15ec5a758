// The thinking settings that the families of models accept, and the signatures of thoughts.
import type { ChatParameters } from '../schemas/chat-parameters'
import { toNeutralId } from './catalog'

export interface ThinkingRange {
  readonly modes: readonly ('budget' | 'level')[]
  /** Tokens of a budget that is neither off (0) nor dynamic (-1). */
  readonly min: number
  readonly max: number
  readonly canBeOff: boolean
}

const ranges: readonly (readonly [family: RegExp, range: ThinkingRange])[] = [
  [/^gen-2\.5-pro/, { modes: ['budget'], min: 128, max: 32_768, canBeOff: false }],
  [/^gen-2\.5-flash-lite/, { modes: ['budget'], min: 512, max: 24_576, canBeOff: true }],
  [/^gen-2\.5-flash/, { modes: ['budget'], min: 1, max: 24_576, canBeOff: true }],
  [/^gen-([3-9]|\d\d)/, { modes: ['level', 'budget'], min: 1, max: 32_768, canBeOff: true }],
]

function findRange(model: string): ThinkingRange | undefined {
  const id = toNeutralId(model)
  return ranges.find(([family]) => family.test(id))?.[1]
}

/** For an unknown model, every setting is allowed. */
const unknown: ThinkingRange = { modes: ['budget', 'level'], min: 1, max: 1_000_000, canBeOff: true }

export function thinkingRangeOf(model: string): ThinkingRange {
  return findRange(model) ?? unknown
}

/** The settings with which the model thinks least. None for an unknown model, which may reject them. */
export function toMinThinking(
  model: string,
): Pick<ChatParameters, 'thinkingBudget'> | Pick<ChatParameters, 'thinkingLevel'> {
  const range = findRange(model)
  if (!range) return {}
  // Not all models with levels have `MINIMAL`.
  if (range.modes.includes('level')) return { thinkingLevel: 'LOW' }
  return { thinkingBudget: range.canBeOff ? 0 : range.min }
}

/** The documented placeholder for calls by another model (wire §2.4). */
export const dummySignature = 'skip_thought_signature_validator'

/** Starting with generation 3, the first function call of each step must be returned with a thought signature (wire §2.4). */
export function requiresSignatures(model: string): boolean {
  const generation = /^gen-(\d+)/.exec(toNeutralId(model))?.[1]
  return generation !== undefined && Number(generation) >= 3
}
