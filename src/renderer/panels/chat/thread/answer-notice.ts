// The plain message about an answer that did not end as usual.
import type { Turn } from '#shared/schemas/chat'
import {
  describeBlock,
  findRetryTime,
  hasOwnAdvice,
  type PlainReason,
  readFinishMessage,
} from '../../../state/answer-problem'

export interface AnswerNotice extends PlainReason {
  readonly tone: 'quiet' | 'warn' | 'danger'
  /** The provider's own message. */
  readonly detail?: string
  /** The rest of the application's message, after its first sentence. */
  readonly explanation?: string
  readonly action?: 'retry' | 'settings'
  /** Milliseconds since 1970: the service rejects requests until then. */
  readonly retryAt?: number
}

/** Returns null if the answer is running or ended well. */
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
      if (turn.blockReason) return { tone: 'warn', ...describeBlockReason(turn.blockReason) }
      return withRetryTime(toFailure(turn.error ?? { code: 'INTERNAL', message: 'The answer failed.' }), turn)
    case 'complete':
      return toUnusualEnd(turn)
  }
}

/** Omitted if the service says for how long. */
const vagueDelay = ' Wait a moment, then retry.'

const adviceByCode: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'Check the API key in Settings.',
  PERMISSION_DENIED:
    'The key may not be allowed to use this model. Check it in Settings, or choose another model.',
  NOT_FOUND: 'Choose another model, or check the base URL in Settings.',
  INVALID_ARGUMENT: 'Check the parameters in the inspector.',
  RESOURCE_EXHAUSTED: `The service limits how much you may send.${vagueDelay}`,
  ABORTED: 'Retry sends the prompt again.',
  UNAVAILABLE: 'Check the connection, and the base URL in Settings, then retry.',
  DEADLINE_EXCEEDED: 'The service took too long. Retry, or choose a faster model.',
}

const settingsCodes = new Set(['UNAUTHENTICATED', 'FAILED_PRECONDITION', 'PERMISSION_DENIED', 'UNAVAILABLE'])

/** Above a message that is too long for a bold title. */
const titleByCode: Readonly<Record<string, string>> = {
  RESOURCE_EXHAUSTED: 'Too much was sent for now, or the quota is used up.',
  INVALID_ARGUMENT: 'The request was refused.',
}
const maxTitleLength = 160

function toFailure(error: NonNullable<Turn['error']>): AnswerNotice {
  const { code, message } = error
  const base = { tone: 'danger', ...splitMessage(error) } as const
  if (isRejectedKey(message))
    return { ...base, advice: adviceByCode.UNAUTHENTICATED ?? '', action: 'settings' }
  if (code === 'UNAVAILABLE' && /overloaded|try again later|high demand/i.test(message))
    return { ...base, advice: 'Wait a moment, then retry, or choose another model.', action: 'retry' }
  const advice = adviceByCode[code]
  return {
    ...base,
    ...(advice && !hasOwnAdvice(message) ? { advice } : {}),
    action: settingsCodes.has(code) ? 'settings' : 'retry',
  }
}

function withRetryTime(notice: AnswerNotice, turn: Turn): AnswerNotice {
  const retryAt = findRetryTime(turn)
  if (retryAt === undefined || notice.action !== 'retry') return notice
  const { advice, ...others } = notice
  const rest = advice?.replace(vagueDelay, '')
  return { ...others, ...(rest ? { advice: rest } : {}), retryAt }
}

/** The vendor reports a wrong key as an invalid argument (wire §4.2). */
function isRejectedKey(message: string): boolean {
  return /^The upstream does not accept the key|\bAPI key not valid\b/i.test(message)
}

function splitMessage({
  code,
  message,
  source,
}: NonNullable<Turn['error']>): Pick<AnswerNotice, 'title' | 'detail' | 'explanation'> {
  const [own, theirs] = message.split(' It says: ', 2)
  if (own && theirs && own.length <= maxTitleLength) return { title: own, detail: theirs }
  if (message.length <= maxTitleLength) return { title: message }
  const title = titleByCode[code] ?? 'The request failed.'
  if (source === 'provider') return { title, detail: message }
  const [, first = '', rest = ''] = /^(.*?[.!?])\s+(.*)$/s.exec(message) ?? []
  return first !== '' && first.length <= maxTitleLength
    ? { title: first, explanation: rest }
    : { title, explanation: message }
}

function toUnusualEnd(turn: Turn): AnswerNotice | null {
  const detail = readFinishMessage(turn)
  if (turn.finishReason && turn.finishReason !== 'STOP') {
    return { tone: 'warn', ...describeFinishReason(turn.finishReason), ...detail, action: 'retry' }
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

const rephraseAdvice = 'Word the prompt differently, or choose another model.'
const retryAdvice = 'Ask for another answer: the next one may come out well.'
const noReason = { title: 'The service ended this answer early and gives no reason.', advice: retryAdvice }

/** Names of `finishReason` (wire §2.5), without STOP, the usual one. */
const endings: Readonly<Record<string, PlainReason>> = {
  MAX_TOKENS: {
    title: 'This answer reached its limit of output tokens.',
    advice: 'Continue goes on from here. “Max output tokens” in the inspector raises the limit.',
  },
  SAFETY: {
    title: 'Safety filters ended this answer.',
    advice: 'Set the filters in the inspector, or word the prompt differently.',
  },
  RECITATION: {
    title: 'This answer ended because it came too close to existing text.',
    advice: 'Ask for it in other words, or for a summary.',
  },
  LANGUAGE: {
    title: 'This answer ended because the model does not support its language.',
    advice: 'Ask in another language, or choose another model.',
  },
  BLOCKLIST: { title: 'This answer ended at a forbidden term.', advice: rephraseAdvice },
  PROHIBITED_CONTENT: {
    title: 'This answer ended because its content is prohibited.',
    advice: rephraseAdvice,
  },
  SPII: {
    title: 'This answer ended because it held sensitive personal information.',
    advice: 'Leave personal details out of the prompt.',
  },
  MALFORMED_FUNCTION_CALL: {
    title: 'The model wrote a function call that cannot be read.',
    advice: `${retryAdvice} Simpler declarations help.`,
  },
  UNEXPECTED_TOOL_CALL: {
    title: 'The model called a tool that it was not given.',
    advice: 'Declare the function, or switch the tool on in the inspector.',
  },
  TOO_MANY_TOOL_CALLS: {
    title: 'The model called too many tools in a row.',
    advice: 'Ask for less at once.',
  },
  IMAGE_SAFETY: { title: 'Safety filters withheld the picture.', advice: rephraseAdvice },
  IMAGE_PROHIBITED_CONTENT: {
    title: 'The picture was withheld because its content is prohibited.',
    advice: rephraseAdvice,
  },
  IMAGE_RECITATION: {
    title: 'The picture was withheld because it came too close to an existing one.',
    advice: rephraseAdvice,
  },
  IMAGE_OTHER: { title: 'The picture could not be made.', advice: retryAdvice },
  NO_IMAGE: { title: 'The model made no picture.', advice: 'Ask for one in plain words.' },
  OTHER: noReason,
  FINISH_REASON_UNSPECIFIED: noReason,
}

/** An unknown reason is shown as it is. */
function describeFinishReason(reason: string): PlainReason {
  return endings[reason] ?? { title: `The service ended this answer early: ${reason}.` }
}

function describeBlockReason(reason: string): PlainReason {
  return {
    title: `The prompt was blocked: ${describeBlock(reason)}.`,
    advice: 'No answer was made. Change the prompt and send it again.',
  }
}

/** Whether an answer is incomplete and can be continued. */
export function canContinue({ role, state, finishReason, parts }: Turn): boolean {
  if (role !== 'model' || state === 'running') return false
  if (state === 'complete' && finishReason !== 'MAX_TOKENS') return false
  if (parts.some((part) => part.functionCall)) return false
  return parts.some((part) => !part.thought && part.text !== undefined && part.text !== '')
}
