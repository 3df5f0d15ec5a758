// Why a step cannot be drawn now.
import type { Draft } from '#shared/schemas/draft'
import { isTooLargeHere, type RequestSize } from '../../../attachments/request-size'
import { formatBytes } from '../../../components/format'

interface ToDraw {
  readonly draft: Pick<Draft, 'text' | 'attachments'>
  readonly size: RequestSize
  /** References that are still on their way into the draft. */
  readonly arriving: number
  /** Of the model; undefined where nothing is known of an end. */
  readonly mostReferences: number | undefined
  readonly modelName: string
  /** What is typed as an aspect ratio is none. */
  readonly ratioProblem: string | undefined
}

/** A sentence; empty where nothing is said yet, undefined where nothing is in the way. */
export function findDrawingObstacle(toDraw: ToDraw): string | undefined {
  const { draft, size, arriving, mostReferences, modelName, ratioProblem } = toDraw
  const count = draft.attachments.length
  if (arriving > 0) {
    return arriving === 1
      ? 'A reference is still on its way.'
      : `${arriving} references are still on their way.`
  }
  if (!draft.text.trim()) return count > 0 ? 'Say what is to be drawn from the references.' : ''
  if (ratioProblem) return `The aspect ratio ${ratioProblem}.`
  if (mostReferences !== undefined && count > mostReferences) {
    return `${modelName} takes ${mostReferences} references at the most, and these are ${count}.`
  }
  if (!size.isTooLarge) return undefined
  const what = isTooLargeHere(size) ? 'With the steps before it, this one' : 'This step'
  return `${what} travels as ${formatBytes(size.bytes)}, and a request holds ${formatBytes(size.limit)} at the most.`
}
