// The thought signatures that models require with the function calls of a conversation (wire §2.4).
import { toNeutralId } from './catalog'

/** The documented placeholder for calls by another model. */
export const dummySignature = 'skip_thought_signature_validator'

/** Starting with generation 3, the first call of each step must be returned with a signature. */
export function requiresSignatures(model: string): boolean {
  const generation = /^gen-(\d+)/.exec(toNeutralId(model))?.[1]
  return generation !== undefined && Number(generation) >= 3
}
