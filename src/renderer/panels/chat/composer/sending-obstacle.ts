// Why a draft cannot be sent now.
import type { Draft } from '#shared/schemas/draft'
import { isTooLargeHere, type TravelSize } from '../../../attachments/travel-size'
import { formatBytes } from '../../../components/format'

interface ToSend {
  readonly draft: Pick<Draft, 'text' | 'attachments' | 'columns'>
  readonly size: TravelSize
  /** Files that are still on their way into the draft. */
  readonly arriving: number
  /** An answer is under way: the prompt would wait for its end. */
  readonly running: boolean
}

/** A sentence; empty where there is nothing to send yet, undefined where nothing is in the way. */
export function findObstacle({ draft, size, arriving, running }: ToSend): string | undefined {
  if (arriving > 0)
    return arriving === 1 ? 'A file is still being attached.' : `${arriving} files are still being attached.`
  if (!draft.text.trim() && draft.attachments.length === 0) return ''
  if (size.isTooLarge) {
    const what = isTooLargeHere(size) ? 'With the conversation before it, this prompt' : 'This prompt'
    return `${what} travels as ${formatBytes(size.bytes)}, and a request holds ${formatBytes(size.limit)} at the most.`
  }
  if (draft.columns && draft.columns.length < 2) return 'A comparison needs two models or more.'
  if (draft.columns && running) return 'A comparison can be sent once the answer under way has ended.'
  return undefined
}
