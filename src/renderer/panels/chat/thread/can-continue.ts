// Whether an answer broke off and can be gone on with.
import type { Turn } from '#shared/schemas/chat'

export function canContinue({ role, state, finishReason, parts }: Turn): boolean {
  if (role !== 'model' || state === 'running') return false
  if (state === 'complete' && finishReason !== 'MAX_TOKENS') return false
  if (parts.some((part) => part.functionCall)) return false
  return parts.some((part) => !part.thought && part.text !== undefined && part.text !== '')
}
