// Explains a variation that has no picture, or not a whole one.
import type { Turn } from '#shared/schemas/chat'
import {
  describeBlock,
  findRetryTime,
  hasOwnAdvice,
  type PlainReason,
  readFinishMessage,
} from '../../../state/answer-problem'
import { readVariation } from '../state/drawing-steps'

export interface DrawingNotice extends PlainReason {
  readonly tone: 'quiet' | 'warn' | 'danger'
  /** The service's own message. */
  readonly detail?: string
  /** Milliseconds since the epoch: the service rejects requests until then. */
  readonly retryAt?: number
  readonly settings?: true
}

/** Returns null while it is drawn, and for a complete picture. */
export function toDrawingNotice(turn: Turn): DrawingNotice | null {
  switch (turn.state) {
    case 'running':
      return null
    case 'stopped':
      return { tone: 'quiet', title: 'You stopped this picture.' }
    case 'interrupted':
      return { tone: 'warn', title: 'The application closed before this picture was finished.' }
    case 'failed':
      if (turn.blockReason) return { tone: 'warn', ...describeBlockedPrompt(turn.blockReason) }
      return toFailure(turn)
    case 'complete':
      return toUnusualEnd(turn)
  }
}

const adviceOfCode: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'Check the API key in Settings.',
  PERMISSION_DENIED:
    'The key may not be allowed to use this model: check it in Settings, or choose another model.',
  NOT_FOUND: 'Choose another model, or check the base URL in Settings.',
  INVALID_ARGUMENT: 'Check the parameters in the inspector.',
  RESOURCE_EXHAUSTED: 'The service limits how much you may ask for.',
  UNAVAILABLE: 'Check the connection and the base URL in Settings, or wait a moment.',
  DEADLINE_EXCEEDED: 'Ask for a smaller size, or choose a faster model.',
}
const inSettings = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED', 'FAILED_PRECONDITION'])
const maxTitleLength = 110

function toFailure(turn: Turn): DrawingNotice {
  const { code, message } = turn.error ?? { code: 'INTERNAL', message: 'This picture failed.' }
  // Our own messages: the request did not reach a service.
  const [, title, ownAdvice] = /^(Nothing was sent[^.]*\.) (.+)$/s.exec(message) ?? []
  if (title && ownAdvice) return { tone: 'danger', title, advice: ownAdvice, settings: true }
  const advice = adviceOfCode[code]
  const retryAt = findRetryTime(turn)
  const isShort = message.length <= maxTitleLength
  return {
    tone: 'danger',
    title: isShort ? message : 'The service could not draw this picture.',
    ...(isShort ? {} : { detail: message }),
    ...(advice && !hasOwnAdvice(message) ? { advice } : {}),
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(inSettings.has(code) ? { settings: true } : {}),
  }
}

function toUnusualEnd(turn: Turn): DrawingNotice | null {
  const { pictures, text } = readVariation(turn)
  const detail = readFinishMessage(turn)
  if (turn.finishReason && turn.finishReason !== 'STOP') {
    const reason = describeFinishReason(turn.finishReason)
    if (pictures.length === 0) return { tone: 'warn', ...reason, ...detail }
    const title = reason.title.charAt(0).toLowerCase() + reason.title.slice(1)
    return { tone: 'quiet', title: `A picture came, and then: ${title}`, ...detail }
  }
  if (pictures.length > 0) return null
  if (text) {
    return {
      tone: 'warn',
      title: 'The model answered in words, without a picture.',
      advice: 'Ask for a picture in plain words, or choose “Image only” in the inspector.',
    }
  }
  return {
    tone: 'warn',
    title: 'The service sent an empty answer.',
    advice: 'Try again, or choose another model.',
    ...detail,
  }
}

const rephrase = 'Word the instruction differently, or choose another model.'
const tryAgain = 'Try again: the next one may come out well.'

/** By `finishReason` (wire §2.5). */
const finishReasons: Readonly<Record<string, PlainReason>> = {
  NO_IMAGE: { title: 'The model made no picture.', advice: 'Say plainly what the picture is to show.' },
  IMAGE_SAFETY: { title: 'Safety filters withheld the picture.', advice: rephrase },
  IMAGE_PROHIBITED_CONTENT: {
    title: 'The picture was withheld: its content is prohibited.',
    advice: rephrase,
  },
  IMAGE_RECITATION: {
    title: 'The picture was withheld: it came too close to an existing one.',
    advice: 'Ask for something of its own, in other words.',
  },
  IMAGE_OTHER: { title: 'The picture could not be made, for no reason given.', advice: tryAgain },
  SAFETY: { title: 'Safety filters ended this answer before its picture.', advice: rephrase },
  PROHIBITED_CONTENT: { title: 'The answer ended: its content is prohibited.', advice: rephrase },
  RECITATION: { title: 'The answer came too close to existing text.', advice: rephrase },
  BLOCKLIST: { title: 'The answer ended at a forbidden term.', advice: rephrase },
  SPII: {
    title: 'The answer held sensitive personal information.',
    advice: 'Leave personal details out of the instruction.',
  },
  MAX_TOKENS: {
    title: 'The answer reached its limit of tokens.',
    advice: 'Ask for a smaller size, or for the image only.',
  },
  OTHER: { title: 'The service ended this answer early and gives no reason.', advice: tryAgain },
}

/** An unknown reason is shown unchanged. */
function describeFinishReason(reason: string) {
  return (
    finishReasons[reason] ?? { title: `The service ended this answer early: ${reason}.`, advice: tryAgain }
  )
}

function describeBlockedPrompt(reason: string) {
  return {
    title: `The instruction was blocked: ${describeBlock(reason)}.`,
    advice: 'Nothing was drawn. Change the instruction, or a reference, and draw again.',
  }
}
