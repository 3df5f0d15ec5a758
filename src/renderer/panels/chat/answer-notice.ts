// The plain sentence about an answer that did not end as usual.
import type { Turn } from '#shared/schemas/chat'

export interface AnswerNotice {
  readonly tone: 'quiet' | 'warn' | 'danger'
  readonly title: string
  /** What to do about it. */
  readonly advice?: string
  readonly action?: 'retry' | 'settings'
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
      if (turn.blockReason) return toBlock(turn.blockReason)
      return toFailure(turn.error ?? { code: 'INTERNAL', message: 'The answer failed.' })
    case 'complete':
      return toUnusualEnd(turn)
  }
}

const adviceOfCode: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'Check the API key in Settings.',
  PERMISSION_DENIED:
    'The key may not be allowed to use this model. Check it in Settings, or choose another model.',
  NOT_FOUND: 'Choose another model, or check the base URL in Settings.',
  INVALID_ARGUMENT: 'Check the parameters in the inspector.',
  RESOURCE_EXHAUSTED: 'The service limits how much you may send. Wait a moment, then retry.',
  ABORTED: 'Retry sends the prompt again.',
  UNAVAILABLE: 'Check the connection, and the base URL in Settings, then retry.',
  DEADLINE_EXCEEDED: 'The service took too long. Retry, or choose a faster model.',
}

const settled = new Set(['UNAUTHENTICATED', 'FAILED_PRECONDITION', 'PERMISSION_DENIED', 'UNAVAILABLE'])

function toFailure({ code, message }: NonNullable<Turn['error']>): AnswerNotice {
  const advice = adviceOfCode[code]
  return {
    tone: 'danger',
    title: message,
    // Many messages say themselves what to check.
    ...(advice && !/\bcheck\b/i.test(message) ? { advice } : {}),
    action: settled.has(code) ? 'settings' : 'retry',
  }
}

function toBlock(reason: string): AnswerNotice {
  return {
    tone: 'warn',
    title: `The prompt was blocked: ${describeReason(reason)}.`,
    advice: 'No answer was made. Change the prompt and send it again.',
  }
}

function toUnusualEnd(turn: Turn): AnswerNotice | null {
  if (turn.finishReason && turn.finishReason !== 'STOP') return toEarlyEnd(turn.finishReason)
  const isEmpty = !turn.parts.some((part) => !part.thought && part.text !== '' && !isLoneSignature(part))
  if (isEmpty) {
    return {
      tone: 'warn',
      title: 'The service sent an empty response.',
      advice: 'Send the prompt again, or choose another model.',
      action: 'retry',
    }
  }
  return null
}

function isLoneSignature(part: Turn['parts'][number]): boolean {
  return Object.keys(part).every((name) => name === 'thoughtSignature')
}

function toEarlyEnd(reason: string): AnswerNotice {
  if (reason !== 'MAX_TOKENS')
    return { tone: 'warn', title: `The service ended this answer early: ${describeReason(reason)}.` }
  return {
    tone: 'warn',
    title: 'This answer reached its limit of output tokens.',
    advice: 'Raise “Max output tokens” in the inspector, then ask it to go on.',
  }
}

/** Names of finishReason and blockReason (wire §2.5); others are shown as they came. */
const reasons: Readonly<Record<string, string>> = {
  SAFETY: 'safety filters',
  RECITATION: 'it came too close to existing text',
  LANGUAGE: 'the language is not supported',
  BLOCKLIST: 'it holds a forbidden term',
  PROHIBITED_CONTENT: 'prohibited content',
  SPII: 'sensitive personal information',
  MALFORMED_FUNCTION_CALL: 'the model wrote a function call that cannot be read',
  UNEXPECTED_TOOL_CALL: 'the model called a tool that is not there',
  TOO_MANY_TOOL_CALLS: 'the model called too many tools in a row',
  IMAGE_SAFETY: 'safety filters for images',
  IMAGE_PROHIBITED_CONTENT: 'prohibited content in an image',
  IMAGE_RECITATION: 'an image came too close to an existing one',
  IMAGE_OTHER: 'the image could not be made',
  NO_IMAGE: 'no image was made',
  OTHER: 'the service gives no reason',
}

function describeReason(reason: string): string {
  return reasons[reason] ?? reason
}
