// The plain sentence about a variation that brought no picture, or not a whole one.
import type { Turn } from '#shared/schemas/chat'
import {
  findRetryTime,
  hasOwnAdvice,
  type PlainReason,
  readFinishMessage,
} from '../../../state/answer-problem'
import { readVariation } from './read-variation'
import { toPlainBlock, toPlainEnding } from './withheld-reasons'

export interface DrawingNotice extends PlainReason {
  readonly tone: 'quiet' | 'warn' | 'danger'
  /** The service's own words about it. */
  readonly detail?: string
  /** Milliseconds since 1970: the service has said that it refuses until then. */
  readonly retryAt?: number
  readonly settings?: true
}

/** Null where it is under way or has come as asked. */
export function toDrawingNotice(turn: Turn): DrawingNotice | null {
  switch (turn.state) {
    case 'running':
      return null
    case 'stopped':
      return { tone: 'quiet', title: 'You stopped this picture.' }
    case 'interrupted':
      return { tone: 'warn', title: 'The application closed before this picture was finished.' }
    case 'failed':
      if (turn.blockReason) return { tone: 'warn', ...toPlainBlock(turn.blockReason) }
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
const longestTitle = 110

function toFailure(turn: Turn): DrawingNotice {
  const { code, message } = turn.error ?? { code: 'INTERNAL', message: 'This picture failed.' }
  // Our own sentences: no service has seen the request.
  const [, title, whatToDo] = /^(Nothing was sent[^.]*\.) (.+)$/s.exec(message) ?? []
  if (title && whatToDo) return { tone: 'danger', title, advice: whatToDo, settings: true }
  const advice = adviceOfCode[code]
  const retryAt = findRetryTime(turn)
  const isShort = message.length <= longestTitle
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
    const plain = toPlainEnding(turn.finishReason)
    if (pictures.length === 0) return { tone: 'warn', ...plain, ...detail }
    return { tone: 'quiet', title: `A picture came, and then: ${lowerFirst(plain.title)}`, ...detail }
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

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
