// Estimates the tokens of a request before it is sent. Only the provider knows the exact number.
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Attachment, Draft } from '#shared/schemas/draft'
import { readText } from '../../../state/answer-text'

export interface TokenEstimate {
  readonly tokens: number
  /** The chat before this prompt, which `tokens` includes. */
  readonly historyTokens: number
  /** Files of unknown length, which are not included: audio, video, PDFs, and URLs. */
  readonly uncounted: number
}

interface EstimateInputs {
  readonly draft: Pick<Draft, 'text' | 'attachments'>
  readonly parameters: ChatParameters
  /** The turns of the branch that are loaded, in order. */
  readonly history: readonly Turn[]
}

export function estimateRequest({ draft, parameters, history }: EstimateInputs): TokenEstimate {
  const files = draft.attachments.map(estimateFile)
  const prompt = files.reduce<number>((sum, tokens) => sum + (tokens ?? 0), estimateText(draft.text))
  const before = estimateHistory(history)
  const { systemInstruction = '', functions } = parameters
  const declarations = functions?.on ? JSON.stringify(functions.declarations) : ''
  // A reported number includes them.
  const settings = before.isReported ? 0 : estimateText(systemInstruction) + estimateText(declarations)
  return {
    tokens: before.tokens + settings + prompt,
    historyTokens: before.tokens,
    uncounted: files.filter((tokens) => tokens === null).length,
  }
}

/** The number that the last response reported, and an estimate for what follows it. */
function estimateHistory(history: readonly Turn[]): { tokens: number; isReported: boolean } {
  const reported = history.map(({ usage }) => usage?.promptTokenCount !== undefined)
  const at = reported.lastIndexOf(true)
  const { promptTokenCount = 0, candidatesTokenCount = 0 } = history[at]?.usage ?? {}
  const later = history.slice(at + 1).reduce((sum, turn) => sum + estimateTurn(turn), 0)
  return { tokens: promptTokenCount + candidatesTokenCount + later, isReported: at >= 0 }
}

/** The gauge and the notice read them after each pause in typing; a turn that changes is another object. */
const estimates = new WeakMap<Turn, number>()

function estimateTurn(turn: Turn): number {
  const tokens = estimates.get(turn) ?? estimateText(readText(turn))
  estimates.set(turn, tokens)
  return tokens
}

/** About four characters of English, and one of Chinese, Japanese, or Korean. */
export function estimateText(text: string): number {
  let tokens = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const isEastAsian = (code >= 0x30_40 && code <= 0x9f_ff) || (code >= 0xac_00 && code <= 0xd7_af)
    tokens += isEastAsian ? 1 : code < 0x80 ? 0.25 : 0.4
  }
  return Math.ceil(tokens)
}

const tileTokens = 258
const tilePixels = 768
const smallPixels = 384

/** Null if its length is unknown. Gemini reads a large image as tiles. */
function estimateFile(file: Attachment): number | null {
  if (file.kind === 'uri') return null
  const { mimeType, bytes, width = 0, height = 0 } = file
  if (mimeType.startsWith('image/')) {
    const isSmall = width <= smallPixels && height <= smallPixels
    return isSmall ? tileTokens : tileTokens * Math.ceil(width / tilePixels) * Math.ceil(height / tilePixels)
  }
  return /^text\/|[/+](json|xml|javascript|yaml)$/.test(mimeType) ? Math.ceil(bytes / 4) : null
}

/** Two significant digits: more would pretend to be exact. */
export function roundEstimate(tokens: number): number {
  return tokens < 100 ? tokens : Number(tokens.toPrecision(2))
}
