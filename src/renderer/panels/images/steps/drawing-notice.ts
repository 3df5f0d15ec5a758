// Explains a variation without a picture, or with an incomplete one.
import type { Turn, TurnError } from '#shared/schemas/chat'
import {
  describeBlock,
  findRetryTime,
  type PlainReason,
  readFinishMessage,
  splitFirstSentence,
} from '../../../state/answer-text'
import { readVariation } from '../state/drawing-steps'

export interface DrawingNotice extends PlainReason {
  readonly tone: 'quiet' | 'warn' | 'danger'
  /** The service's own message. */
  readonly detail?: string
  /** Milliseconds since 1970: until then, the service rejects requests. */
  readonly retryAt?: number
  readonly settings?: true
  /** Offers to edit the prompt, because a retry sends and bills the same one. */
  readonly edit?: 'or retry' | 'only'
}

/** Returns null while it is drawn, and for a complete picture. */
export function toDrawingNotice(turn: Turn): DrawingNotice | null {
  switch (turn.state) {
    case 'running':
      return null
    case 'stopped':
      return { tone: 'quiet', title: 'You stopped this image' }
    case 'interrupted':
      return { tone: 'warn', title: 'Gen Playground closed before this image finished' }
    case 'failed':
      if (turn.blockReason) return { tone: 'warn', ...describeBlockedPrompt(turn.blockReason), edit: 'only' }
      return toFailure(turn)
    case 'complete':
      return toUnusualEnd(turn)
  }
}

const adviceOfCode: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'Check the API key in Settings.',
  PERMISSION_DENIED:
    'This key may not have access to the model. Check the key in Settings, or choose another model.',
  NOT_FOUND: 'Choose another model, or check the base URL in Settings.',
  INVALID_ARGUMENT: 'Check the parameters in the inspector.',
  RESOURCE_EXHAUSTED: 'The provider’s rate limit was reached.',
  UNAVAILABLE: 'Check your connection and the base URL in Settings, or wait a moment.',
  DEADLINE_EXCEEDED: 'Try a smaller size or a faster model.',
}
/** The provider was reached, so neither the connection nor the URL is at fault. */
const overloadedAdvice = 'Wait a moment and retry, or choose another model.'
const inSettings = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED', 'FAILED_PRECONDITION'])
const maxTitleLength = 110

function toFailure(turn: Turn): DrawingNotice {
  const { code, message, reason, source }: TurnError = turn.error ?? {
    code: 'INTERNAL',
    message: 'Couldn’t generate this image.',
  }
  if (reason === 'not-saved') {
    const { first, rest } = splitFirstSentence(message) ?? { first: message, rest: '' }
    return { tone: 'danger', title: first, advice: rest, settings: true }
  }
  const isOverloaded = code === 'UNAVAILABLE' && source === 'provider'
  const advice = isOverloaded ? overloadedAdvice : adviceOfCode[code]
  const retryAt = findRetryTime(turn)
  const isShort = message.length <= maxTitleLength
  return {
    tone: 'danger',
    title: isShort ? message : 'The provider couldn’t generate this image',
    ...(isShort ? {} : { detail: message }),
    ...(advice && reason !== 'connection' ? { advice } : {}),
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(inSettings.has(code) ? { settings: true } : {}),
  }
}

function toUnusualEnd(turn: Turn): DrawingNotice | null {
  const { pictures, text } = readVariation(turn)
  const detail = readFinishMessage(turn)
  if (turn.finishReason && turn.finishReason !== 'STOP') {
    const reason = describeFinishReason(turn.finishReason)
    const edit = causedByPrompt.has(turn.finishReason) && ({ edit: 'or retry' } as const)
    if (pictures.length === 0) return { tone: 'warn', ...reason, ...detail, ...edit }
    const title = reason.title.charAt(0).toLowerCase() + reason.title.slice(1)
    return { tone: 'quiet', title: `Image received, but: ${title}`, ...detail }
  }
  if (pictures.length > 0) return null
  if (text && linkedImage.test(text)) {
    return {
      tone: 'warn',
      title: 'The model returned a link to an image',
      advice:
        'Open the link to see it. To get the image itself, set Output to Image only, or choose another model.',
      edit: 'or retry',
    }
  }
  if (text) {
    return {
      tone: 'warn',
      title: 'The model returned text instead of an image',
      advice: 'Ask for an image explicitly, or set Output to Image only in the inspector.',
      edit: 'or retry',
    }
  }
  return {
    tone: 'warn',
    title: 'The provider returned an empty response',
    advice: retryAdvice,
    ...detail,
  }
}

/** A Markdown image, or the URL of a file with an image's extension. */
const linkedImage =
  /!\[[^\]]*\]\(\s*<?https?:|https?:\/\/[^\s<>"')\]]+\.(?:png|jpe?g|webp|gif|avif|svg)(?![\w.])/i

const rephrase = 'Rephrase the prompt, or choose another model.'
const retryAdvice = 'Retry, or choose another model.'

/** Another image of the same prompt may pass. */
const causedByPrompt: ReadonlySet<string> = new Set([
  'NO_IMAGE',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'SAFETY',
  'PROHIBITED_CONTENT',
  'RECITATION',
  'BLOCKLIST',
  'SPII',
])

/** By `finishReason` (wire §2.5). */
const finishReasons: Readonly<Record<string, PlainReason>> = {
  NO_IMAGE: { title: 'No image was generated', advice: 'Describe what the image should show.' },
  IMAGE_SAFETY: { title: 'Image blocked by safety filters', advice: rephrase },
  IMAGE_PROHIBITED_CONTENT: {
    title: 'Image blocked: prohibited content',
    advice: rephrase,
  },
  IMAGE_RECITATION: {
    title: 'Image blocked: too similar to an existing image',
    advice: 'Ask for something more original, or rephrase the prompt.',
  },
  IMAGE_OTHER: { title: 'Couldn’t generate the image, no reason given', advice: retryAdvice },
  SAFETY: { title: 'Stopped by safety filters before an image was generated', advice: rephrase },
  PROHIBITED_CONTENT: { title: 'Stopped: prohibited content', advice: rephrase },
  RECITATION: { title: 'Stopped: too similar to existing text', advice: rephrase },
  BLOCKLIST: { title: 'Stopped: blocked term', advice: rephrase },
  SPII: {
    title: 'Stopped: sensitive personal information',
    advice: 'Remove personal details from the prompt.',
  },
  MAX_TOKENS: {
    title: 'Output token limit reached',
    advice: 'Choose a smaller size, or set Output to Image only.',
  },
  OTHER: { title: 'The provider ended this response early and gave no reason', advice: retryAdvice },
}

/** An unknown reason is shown unchanged. */
function describeFinishReason(reason: string) {
  return (
    finishReasons[reason] ?? {
      title: `The provider ended this response early (${reason})`,
      advice: retryAdvice,
    }
  )
}

function describeBlockedPrompt(reason: string) {
  return {
    title: `Prompt blocked: ${describeBlock(reason)}`,
    advice: 'Nothing was generated. Edit the prompt or the reference images, then generate again.',
  }
}
