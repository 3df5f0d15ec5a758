// Chunks of an answer, and how text and thoughts are written into them.

import { Buffer } from 'node:buffer'
import { toNeutralId } from '#shared/models/catalog'
import type { Part } from '#shared/schemas/content'
import type { Candidate } from '#shared/schemas/gemini-requests'
import type { RequestSignal } from '#shared/wire/http'
import type { Control } from '../control'
import type { VariationNumbers } from '../images/variations'
import { toOpaqueId } from '../seed'
import { quote, wordsOf } from '../text/words'
import { field, numberField, objectField, textsField } from './fields'
import { type Generation, readPositive } from './read-request'
import { countTokens, firstTokens, splitChunks } from './tokens'

export interface AnswerChunk {
  readonly part?: Part
  /** Tokens of the part, counted as output. */
  readonly tokens?: number
  /** Tokens of a thought: counted separately, sent only if thoughts were requested. */
  readonly thoughtTokens?: number
  /** Ends the answer. */
  readonly finishReason?: string
  readonly finishMessage?: string
  /** Further fields of the candidate: groundingMetadata, urlContextMetadata, safetyRatings. */
  readonly candidate?: Partial<Candidate>
  /** Feedback for a blocked prompt, which has no candidate. */
  readonly promptFeedback?: Readonly<Record<string, unknown>>
}

/** The context of a request besides its body. */
export interface GenerationContext {
  readonly signal: RequestSignal
  readonly control: Control
  readonly variations: VariationNumbers
}

export type AnswerChunks = AsyncGenerator<AnswerChunk, void, undefined>

/** In chunks of `piece` tokens; `candidate` is sent with the last one. */
export function* streamText(
  request: Generation,
  whole: string,
  piece: number,
  candidate?: Partial<Candidate>,
): Generator<AnswerChunk> {
  const { text, finishReason } = limit(request, whole)
  for (const { text: part, tokens } of splitChunks(text, piece)) yield { part: { text: part }, tokens }
  yield {
    ...(signsText(request) ? { part: { text: '', thoughtSignature: createSignature(request, text) } } : {}),
    finishReason,
    ...(finishReason === 'SAFETY'
      ? { candidate: { ...candidate, safetyRatings: unsafeRatings } }
      : candidate && { candidate }),
  }
}

export const unsafeRatings = [
  { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true },
]

/** Thoughts come first, and are counted even if they are not sent. */
export function* streamThoughts(request: Generation, piece: number): Generator<AnswerChunk> {
  const { shown, thoughts } = readThinking(request)
  for (const thought of thoughts) {
    if (!shown) yield { thoughtTokens: countTokens(thought) }
    else {
      for (const { text, tokens } of splitChunks(thought, piece * 3)) {
        yield { part: { text, thought: true }, thoughtTokens: tokens }
      }
    }
  }
}

/** Opaque to clients, and equal for equal requests. */
export function createSignature(request: Generation, what: string): string {
  const seal = toOpaqueId(`${request.fingerprint}\n${what}`, 43)
  return Buffer.from(`demo-signature:${request.model}:${seal}:${toOpaqueId(seal, 43)}`).toString('base64')
}

function signsText(request: Generation): boolean {
  const { shown, thoughts } = readThinking(request)
  return thoughts.length > 0 && (shown || request.requiresSignatures)
}

function limit(request: Generation, text: string): { text: string; finishReason: string } {
  const blocked = request.last.text.match(/\[(safety|recitation)\]/i)?.[1]
  if (blocked) return { text: firstTokens(text, 12), finishReason: blocked.toUpperCase() }
  const stops = textsField(request.config, 'stopSequences').filter((stop) => stop !== '')
  const stopIndices = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0)
  const upToStop = stopIndices.length > 0 ? text.slice(0, Math.min(...stopIndices)) : text
  const maxTokens = readPositive(request.config, 'maxOutputTokens') ?? request.entry?.outputTokenLimit
  const cut = maxTokens === undefined ? upToStop : firstTokens(upToStop, maxTokens)
  return { text: cut, finishReason: cut.length < upToStop.length ? 'MAX_TOKENS' : 'STOP' }
}

interface Thinking {
  /** Whether thoughts are sent as parts with `thought: true`. They are counted either way. */
  readonly shown: boolean
  /** Empty if thinking is off. */
  readonly thoughts: readonly string[]
}

/** Budget 0 turns thinking off. Models without thinking have none, and a continued answer has them already. */
function readThinking(request: Generation): Thinking {
  if (request.continued !== undefined) return { shown: false, thoughts: [] }
  const config = objectField(request.config, 'thinkingConfig')
  const off = numberField(config, 'thinkingBudget') === 0
  if (!request.entry?.thinks || off || request.entry.kind !== 'text') return { shown: false, thoughts: [] }
  return { shown: field(config, 'includeThoughts') === true, thoughts: writeThoughts(request) }
}

/** E5 streams its thoughts unless the request says otherwise (specification E5, decisions §11). */
export function withThoughts(request: Generation): Generation {
  if (toNeutralId(request.model) !== 'gen-2.5-pro' || field(request.config, 'thinkingConfig')) return request
  return { ...request, config: { ...request.config, thinkingConfig: { includeThoughts: true } } }
}

function writeThoughts({ last, turns, functions, config }: Generation): string[] {
  const media = [...last.media, ...last.files].map(({ mimeType }) => mimeType ?? 'a file')
  const names = functions.map(({ name }) => `\`${name}\``)
  const hasSchema = (field(config, 'responseSchema') ?? field(config, 'responseJsonSchema')) !== undefined
  const thoughts = [
    `**Reading the prompt**\n\nMessage ${turns.length} of the chat: “${quote(last.text, 140) || 'no text'}”.`,
    media.length > 0 && `**Reading attachments**\n\nTo read first: ${media.join(', ')}.`,
    names.length > 0 &&
      `**Considering functions**\n\nDeclared: ${names.join(', ')}. Matching the prompt against their names.`,
    hasSchema && '**Checking the schema**\n\nThe response must match the schema.',
    `**Choosing a format**\n\n${wordsOf(last.text).length < 12 ? 'A short question needs a short response.' : 'There’s enough here for headings and a few steps.'}`,
  ]
  return thoughts.flatMap((thought) => (thought ? [`${thought}\n\n`] : []))
}
