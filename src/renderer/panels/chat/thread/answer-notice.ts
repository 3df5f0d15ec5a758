// The plain sentence about an answer that did not end as usual.
import type { Turn } from '#shared/schemas/chat'
import {
  findRetryTime,
  hasOwnAdvice,
  type PlainReason,
  readFinishMessage,
} from '../../../state/answer-problem'
import { toPlainBlock, toPlainEnding } from './finish-reasons'

export interface AnswerNotice extends PlainReason {
  readonly tone: 'quiet' | 'warn' | 'danger'
  /** The provider's own message. */
  readonly detail?: string
  /** Ours, after its first sentence. */
  readonly explanation?: string
  readonly action?: 'retry' | 'settings'
  /** Milliseconds since 1970: the service has said that it refuses until then. */
  readonly retryAt?: number
}

/** Null where the answer is under way or ended well. */
export function toAnswerNotice(turn: Turn): AnswerNotice | null {
  switch (turn.state) {
    case 'running':
      return null
    case 'stopped':
      return { tone: 'quiet', title: 'You stopped this answer.', action: 'retry' }
    case 'interrupted':
      return {
        tone: 'warn',
        title: 'The application closed before this answer was finished.',
        advice: 'What had arrived is kept. Retry sends the prompt again.',
        action: 'retry',
      }
    case 'failed':
      if (turn.blockReason) return { tone: 'warn', ...toPlainBlock(turn.blockReason) }
      return withRetryTime(toFailure(turn.error ?? { code: 'INTERNAL', message: 'The answer failed.' }), turn)
    case 'complete':
      return toUnusualEnd(turn)
  }
}

/** Left out where the service says for how long. */
const untilWhenever = ' Wait a moment, then retry.'

const adviceOfCode: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'Check the API key in Settings.',
  PERMISSION_DENIED:
    'The key may not be allowed to use this model. Check it in Settings, or choose another model.',
  NOT_FOUND: 'Choose another model, or check the base URL in Settings.',
  INVALID_ARGUMENT: 'Check the parameters in the inspector.',
  RESOURCE_EXHAUSTED: `The service limits how much you may send.${untilWhenever}`,
  ABORTED: 'Retry sends the prompt again.',
  UNAVAILABLE: 'Check the connection, and the base URL in Settings, then retry.',
  DEADLINE_EXCEEDED: 'The service took too long. Retry, or choose a faster model.',
}

const settled = new Set(['UNAUTHENTICATED', 'FAILED_PRECONDITION', 'PERMISSION_DENIED', 'UNAVAILABLE'])

/** Above a message that is too long to stand in bold. */
const titleOfCode: Readonly<Record<string, string>> = {
  RESOURCE_EXHAUSTED: 'Too much was sent for now, or the quota is used up.',
  INVALID_ARGUMENT: 'The request was refused.',
}
const maxTitle = 160

function toFailure(error: NonNullable<Turn['error']>): AnswerNotice {
  const { code, message } = error
  const words = { tone: 'danger', ...splitMessage(error) } as const
  if (isRefusedKey(message))
    return { ...words, advice: adviceOfCode.UNAUTHENTICATED ?? '', action: 'settings' }
  if (code === 'UNAVAILABLE' && /overloaded|try again later|high demand/i.test(message))
    return { ...words, advice: 'Wait a moment, then retry, or choose another model.', action: 'retry' }
  const advice = adviceOfCode[code]
  return {
    ...words,
    ...(advice && !hasOwnAdvice(message) ? { advice } : {}),
    action: settled.has(code) ? 'settings' : 'retry',
  }
}

function withRetryTime(notice: AnswerNotice, turn: Turn): AnswerNotice {
  const retryAt = findRetryTime(turn)
  if (retryAt === undefined || notice.action !== 'retry') return notice
  const { advice, ...others } = notice
  const told = advice?.replace(untilWhenever, '')
  return { ...others, ...(told ? { advice: told } : {}), retryAt }
}

/** The vendor calls a wrong key an invalid argument (wire §4.2). */
function isRefusedKey(message: string): boolean {
  return /^The upstream does not accept the key|\bAPI key not valid\b/i.test(message)
}

function splitMessage({
  code,
  message,
  source,
}: NonNullable<Turn['error']>): Pick<AnswerNotice, 'title' | 'detail' | 'explanation'> {
  const [own, theirs] = message.split(' It says: ', 2)
  if (own && theirs && own.length <= maxTitle) return { title: own, detail: theirs }
  if (message.length <= maxTitle) return { title: message }
  const title = titleOfCode[code] ?? 'The request failed.'
  if (source === 'provider') return { title, detail: message }
  const [, first = '', rest = ''] = /^(.*?[.!?])\s+(.*)$/s.exec(message) ?? []
  return first !== '' && first.length <= maxTitle
    ? { title: first, explanation: rest }
    : { title, explanation: message }
}

function toUnusualEnd(turn: Turn): AnswerNotice | null {
  const detail = readFinishMessage(turn)
  if (turn.finishReason && turn.finishReason !== 'STOP') {
    return { tone: 'warn', ...toPlainEnding(turn.finishReason), ...detail, action: 'retry' }
  }
  if (turn.parts.some((part) => !part.thought && part.text !== '' && !isLoneSignature(part))) return null
  return {
    tone: 'warn',
    title: 'The service sent an empty response.',
    advice: 'Send the prompt again, or choose another model.',
    ...detail,
    action: 'retry',
  }
}

function isLoneSignature(part: Turn['parts'][number]): boolean {
  return Object.keys(part).every((name) => name === 'thoughtSignature')
}
