// The message about an answer that ended in an unusual way.
import { splitQuote } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import {
  describeBlock,
  findRetryTime,
  type PlainReason,
  readFinishMessage,
  splitFirstSentence,
} from '../../../state/answer-text'

export interface AnswerNotice extends PlainReason {
  readonly tone: 'quiet' | 'warn' | 'danger'
  /** The provider's own message. */
  readonly detail?: string
  /** The rest of the application's message, after its first sentence. */
  readonly explanation?: string
  readonly action?: 'retry' | 'settings'
  /** Milliseconds since 1970: until then, the service rejects requests. */
  readonly retryAt?: number
}

/** Returns null if the answer is running or ended normally. */
export function toAnswerNotice(turn: Turn): AnswerNotice | null {
  switch (turn.state) {
    case 'running':
      return null
    case 'stopped':
      return { tone: 'quiet', title: 'You stopped this response', action: 'retry' }
    case 'interrupted':
      return {
        tone: 'warn',
        title: 'Gen Playground closed before this response finished',
        advice: 'The partial response was saved. Retry to send the prompt again.',
        action: 'retry',
      }
    case 'failed':
      if (turn.blockReason) return { tone: 'warn', ...describeBlockReason(turn.blockReason) }
      return withRetryTime(
        toFailure(turn.error ?? { code: 'INTERNAL', message: 'The response failed.' }),
        turn,
      )
    case 'complete':
      return toUnusualEnd(turn)
  }
}

const adviceByCode: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'Check the API key in Settings.',
  PERMISSION_DENIED:
    'This key may not have access to the model. Check the key in Settings, or choose another model.',
  NOT_FOUND: 'Choose another model, or check the base URL in Settings.',
  INVALID_ARGUMENT: 'Check the parameters in the inspector.',
  RESOURCE_EXHAUSTED: 'The provider’s rate limit was reached. Wait a moment, then retry.',
  ABORTED: 'Retry to send the prompt again.',
  UNAVAILABLE: 'Check your connection and the base URL in Settings, then retry.',
  DEADLINE_EXCEEDED: 'The provider took too long to respond. Retry, or choose a faster model.',
}

/** The provider's own message names the limit. */
const saysLimit = /\b(?:rate|limit|quota|too many)/i

const settingsCodes = new Set(['UNAUTHENTICATED', 'FAILED_PRECONDITION', 'PERMISSION_DENIED', 'UNAVAILABLE'])

/** Shown above a message that is too long for a bold title. */
const titleByCode: Readonly<Record<string, string>> = {
  RESOURCE_EXHAUSTED: 'Rate limit or quota exceeded',
  INVALID_ARGUMENT: 'The provider rejected this request',
}
const maxTitleLength = 160

function toFailure(error: NonNullable<Turn['error']>): AnswerNotice {
  const { code, message, reason } = error
  const base = { tone: 'danger', ...splitMessage(error) } as const
  // Its sentence names the setting.
  if (reason === 'rejected-key') return { ...base, action: 'settings' }
  if (code === 'RESOURCE_EXHAUSTED' && saysLimit.test(message))
    return { ...base, advice: 'Wait a moment, then retry.', action: 'retry' }
  if (code === 'UNAVAILABLE' && /overloaded|try again later|high demand/i.test(message))
    return { ...base, advice: 'Wait a moment and retry, or choose another model.', action: 'retry' }
  const advice = adviceByCode[code]
  return {
    ...base,
    ...(advice && reason !== 'connection' ? { advice } : {}),
    action: settingsCodes.has(code) ? 'settings' : 'retry',
  }
}

function withRetryTime(notice: AnswerNotice, turn: Turn): AnswerNotice {
  const retryAt = findRetryTime(turn)
  if (retryAt === undefined || notice.action !== 'retry') return notice
  if (turn.error?.code !== 'RESOURCE_EXHAUSTED') return { ...notice, retryAt }
  // The notice counts down to the time, so “wait a moment” is left out.
  const { advice: _, ...timed } = notice
  if (saysLimit.test(turn.error.message)) return { ...timed, retryAt }
  return { ...timed, advice: 'The provider’s rate limit was reached.', retryAt }
}

function splitMessage({
  code,
  message,
  source,
}: NonNullable<Turn['error']>): Pick<AnswerNotice, 'title' | 'detail' | 'explanation'> {
  const quote = source === 'provider' ? undefined : splitQuote(message)
  if (quote && quote.sentence.length <= maxTitleLength)
    return { title: quote.sentence, detail: quote.providerMessage }
  if (message.length <= maxTitleLength) return { title: message }
  const title = titleByCode[code] ?? 'The request failed'
  if (source === 'provider') return { title, detail: message }
  const { first, rest } = splitFirstSentence(message) ?? { first: title, rest: message }
  return first.length <= maxTitleLength
    ? { title: first, explanation: rest }
    : { title, explanation: message }
}

function toUnusualEnd(turn: Turn): AnswerNotice | null {
  const detail = readFinishMessage(turn)
  if (turn.finishReason && turn.finishReason !== 'STOP') {
    const reason = describeFinishReason(turn.finishReason)
    const isLimited = turn.finishReason === 'MAX_TOKENS' && !canContinue(turn)
    return { tone: 'warn', ...reason, ...(isLimited && { advice: limitAdvice }), ...detail, action: 'retry' }
  }
  if (turn.parts.some((part) => !part.thought && part.text !== '' && !isLoneSignature(part))) return null
  return {
    tone: 'warn',
    title: 'The provider returned an empty response',
    advice: retryAdvice,
    ...detail,
    action: 'retry',
  }
}

function isLoneSignature(part: Turn['parts'][number]): boolean {
  return Object.keys(part).every((name) => name === 'thoughtSignature')
}

const rephraseAdvice = 'Rephrase the prompt, or choose another model.'
const limitAdvice = 'Raise Max output tokens in the inspector, then edit the prompt and send it again.'
const retryAdvice = 'Retry, or choose another model.'
const noReason = { title: 'The provider ended this response early and gave no reason', advice: retryAdvice }

/** Descriptions by `finishReason` (wire §2.5), except STOP, the normal one. */
const endings: Readonly<Record<string, PlainReason>> = {
  MAX_TOKENS: {
    title: 'Output token limit reached',
    advice: 'Choose Continue to get the rest, or raise Max output tokens in the inspector.',
  },
  SAFETY: {
    title: 'Stopped by safety filters',
    advice: 'Adjust the safety settings in the inspector, or rephrase the prompt.',
  },
  RECITATION: {
    title: 'Stopped: too similar to existing text',
    advice: 'Ask for different wording or a summary.',
  },
  LANGUAGE: {
    title: 'Stopped: language not supported by this model',
    advice: 'Use another language, or choose another model.',
  },
  BLOCKLIST: { title: 'Stopped: blocked term', advice: rephraseAdvice },
  PROHIBITED_CONTENT: {
    title: 'Stopped: prohibited content',
    advice: rephraseAdvice,
  },
  SPII: {
    title: 'Stopped: sensitive personal information',
    advice: 'Remove personal details from the prompt.',
  },
  MALFORMED_FUNCTION_CALL: {
    title: 'The model returned an invalid function call',
    advice: `${retryAdvice} Simpler declarations can help.`,
  },
  UNEXPECTED_TOOL_CALL: {
    title: 'The model called a tool that isn’t available',
    advice: 'Declare the function, or turn on the tool in the inspector.',
  },
  TOO_MANY_TOOL_CALLS: {
    title: 'Too many tool calls in a row',
    advice: 'Break the task into smaller prompts.',
  },
  IMAGE_SAFETY: { title: 'Image blocked by safety filters', advice: rephraseAdvice },
  IMAGE_PROHIBITED_CONTENT: {
    title: 'Image blocked: prohibited content',
    advice: rephraseAdvice,
  },
  IMAGE_RECITATION: {
    title: 'Image blocked: too similar to an existing image',
    advice: rephraseAdvice,
  },
  IMAGE_OTHER: { title: 'Couldn’t generate the image', advice: retryAdvice },
  NO_IMAGE: { title: 'No image was generated', advice: 'Ask for an image explicitly.' },
  OTHER: noReason,
  FINISH_REASON_UNSPECIFIED: noReason,
}

/** An unknown reason is shown unchanged. */
function describeFinishReason(reason: string): PlainReason {
  return endings[reason] ?? { title: `The provider ended this response early (${reason})` }
}

function describeBlockReason(reason: string): PlainReason {
  return {
    title: `Prompt blocked: ${describeBlock(reason)}`,
    advice: 'Nothing was generated. Edit the prompt and send it again.',
  }
}

/** Whether an answer is incomplete and can be continued. */
export function canContinue({ role, state, finishReason, parts, parameters }: Turn): boolean {
  // A service that must follow a schema starts a new document instead.
  if (parameters?.structured?.on) return false
  if (role !== 'model' || state === 'running') return false
  if (state === 'complete' && finishReason !== 'MAX_TOKENS') return false
  if (parts.some((part) => part.functionCall)) return false
  return parts.some((part) => !part.thought && part.text !== undefined && part.text !== '')
}
