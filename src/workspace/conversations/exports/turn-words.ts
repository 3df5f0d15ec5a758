// What an exported conversation says about a turn beside its own words.
import type { Turn } from '#shared/schemas/chat'

export function toHeading({ role, model, modelVersion }: Turn): string {
  if (role === 'user') return 'User'
  const name = modelVersion ?? model
  return name === null ? 'Model' : `Model · ${name}`
}

/** Undefined where there is nothing to say: it is complete. */
export function toNotice(turn: Turn): string | undefined {
  if (turn.blockReason !== null) return `The prompt was blocked: ${turn.blockReason}.`
  if (turn.error) return `The answer failed: ${turn.error.message}`
  if (turn.state === 'running') return 'The answer was still under way.'
  if (turn.state === 'stopped') return 'The answer was stopped here.'
  if (turn.state === 'interrupted') return 'The answer was interrupted here.'
  if (turn.finishReason !== null && turn.finishReason !== 'STOP')
    return `It ended early: ${turn.finishReason}.`
  return turn.edited ? 'Edited.' : undefined
}
