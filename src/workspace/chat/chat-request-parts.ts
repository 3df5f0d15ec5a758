// What of a turn's parts goes back to a model, and with which signatures (wire §2.4).
import { toNeutralId } from '#shared/models/catalogue'
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { innerParts, withInnerParts } from '../conversations/part-media'

interface Receiver {
  readonly model: string
  /** It is to go on, or its calls have results: sent whatever became of it. */
  readonly isNeeded: boolean
}

/** A failed answer is left out; a stopped or interrupted one is sent as far as it came. */
export function partsToSend(turn: Turn, { model, isNeeded }: Receiver): readonly Part[] {
  if (turn.role === 'user') return turn.parts.map(correctTypes).filter(isWorthSending)
  if (!isNeeded && (turn.state === 'failed' || turn.state === 'running')) return []
  const isSameModel = turn.model !== null && toNeutralId(turn.model) === toNeutralId(model)
  // Signatures bind to the model that made them: another one refuses them (wire §2.4).
  const parts = isSameModel ? turn.parts : turn.parts.map(withoutSignature)
  return parts.map(correctTypes).filter(isWorthSending)
}

export function withoutSignature({ thoughtSignature: _, thought_signature: __, ...part }: Part): Part {
  return part
}

function signatureOf(part: Part): unknown {
  return part.thoughtSignature ?? part.thought_signature
}

/** Thoughts go back only where they are signed (wire §2.4); a text that is empty only with something beside it. */
function isWorthSending(part: Part): boolean {
  const members = Object.keys(part).length
  if (signatureOf(part) !== undefined) return true
  if (part.thought === true || members === 0) return false
  return part.text !== '' || members > 1
}

/** What the vendor documents for a history that another model made. */
const dummySignature = 'skip_thought_signature_validator'

/** From generation 3 on, each step's first call must come back signed (wire §2.4). */
export function bindsCalls(model: string): boolean {
  const generation = /^gen-(\d+)/.exec(toNeutralId(model))?.[1]
  return generation !== undefined && Number(generation) >= 3
}

/** Of parallel calls only the first is signed. */
export function signFirstCall(parts: readonly Part[]): readonly Part[] {
  const first = parts.find((part) => part.functionCall)
  if (!first || signatureOf(first) !== undefined) return parts
  return parts.map((part) => (part === first ? { ...part, thoughtSignature: dummySignature } : part))
}

const mediaFields = ['inlineData', 'inline_data', 'fileData', 'file_data'] as const
const typeFields = ['mimeType', 'mime_type'] as const

/** `image/jpg` is refused everywhere (wire §4.3). */
function correctTypes(part: Part): Part {
  const corrected = mediaFields.flatMap((field) => {
    const media = part[field]
    const wrong = typeFields.find((name) => media?.[name]?.toLowerCase() === 'image/jpg')
    return media && wrong ? [[field, { ...media, [wrong]: 'image/jpeg' }] as const] : []
  })
  const own = corrected.length > 0 ? { ...part, ...Object.fromEntries(corrected) } : part
  const inner = innerParts(part)
  return inner ? withInnerParts(own, inner.map(correctTypes)) : own
}
