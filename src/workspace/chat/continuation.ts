// What a new answer keeps of the one that broke off.
import { toNeutralId } from '#shared/models/catalogue'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { withoutSignature } from './chat-request-parts'
import { hasCalls } from './function-loop'

/** What the new answer begins with; refused where there is nothing to go on from. */
export function partsToContinue(old: Turn, model: string): Part[] {
  const reason = whyNot(old)
  if (reason) throw new ApiError('FAILED_PRECONDITION', reason, { param: 'turnId' })
  const sameModel = old.model !== null && toNeutralId(old.model) === toNeutralId(model)
  // Signatures bind to the model that made them (wire §2.4); the new answer is the other model's.
  return sameModel ? old.parts : old.parts.map(withoutSignature)
}

function whyNot(old: Turn): string | undefined {
  if (old.role !== 'model') return 'Only an answer can be gone on with.'
  if (hasCalls(old)) return 'This answer waits for the results of its function calls: send those.'
  if (old.state === 'complete' && old.finishReason === 'STOP') return 'This answer is complete.'
  const hasBegun = old.parts.some(({ text, thought }) => thought !== true && text !== '')
  return hasBegun ? undefined : 'Nothing of this answer had come: ask for another one.'
}
