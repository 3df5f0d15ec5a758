// Explains why the next step cannot be drawn yet.
import type { Draft } from '#shared/schemas/draft'
import { isTooLargeHere, type RequestSize } from '../../../attachments/request-size'
import { formatBytes } from '../../../components/format'

interface NextStepState {
  readonly draft: Pick<Draft, 'text' | 'attachments'>
  readonly size: RequestSize
  /** References that are still being uploaded. */
  readonly arriving: number
  /** Undefined if the model has no known limit. */
  readonly maxReferences: number | undefined
  readonly modelName: string
  /** Why the typed aspect ratio is invalid. */
  readonly ratioProblem: string | undefined
}

/** Returns a message, an empty string if it is blocked without a message, or undefined if nothing blocks it. */
export function findDrawBlocker(step: NextStepState): string | undefined {
  const { draft, size, arriving, maxReferences, modelName, ratioProblem } = step
  const count = draft.attachments.length
  if (arriving > 0) {
    return arriving === 1
      ? 'A reference is still on its way.'
      : `${arriving} references are still on their way.`
  }
  if (!draft.text.trim()) return count > 0 ? 'Say what is to be drawn from the references.' : ''
  if (ratioProblem) return `The aspect ratio ${ratioProblem}.`
  if (maxReferences !== undefined && count > maxReferences) {
    return `${modelName} takes ${maxReferences} references at the most, and these are ${count}.`
  }
  if (!size.isTooLarge) return undefined
  const what = isTooLargeHere(size) ? 'With the steps before it, this one' : 'This step'
  return `${what} travels as ${formatBytes(size.bytes)}, and a request holds ${formatBytes(size.limit)} at the most.`
}
