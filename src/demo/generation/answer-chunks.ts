// Chunks of an answer: what they hold, and how text and thoughts are written into them.

import { Buffer } from 'node:buffer'
import { toNeutralId } from '#shared/models/catalog'
import type { Part } from '#shared/schemas/content'
import type { Candidate } from '#shared/schemas/generation'
import type { Control } from '../control'
import type { VariationNumbers } from '../images/variations'
import { toOpaqueId } from '../seed'
import { quote, wordsOf } from '../text/words'
import { field, numberField, objectField, textsField } from './fields'
import { type Generation, readPositive } from './read-request'
import { countTokens, firstTokens, splitPieces } from './tokens'

export interface AnswerChunk {
  readonly part?: Part
  /** Tokens of the part, counted as the answer's. */
  readonly tokens?: number
  /** Tokens of a thought: counted apart, sent only if thoughts were requested. */
  readonly thoughtTokens?: number
  /** Ends the answer. */
  readonly finishReason?: string
  readonly finishMessage?: string
  /** Further fields of the candidate: groundingMetadata, urlContextMetadata, safetyRatings. */
  readonly candidate?: Partial<Candidate>
  /** The prompt was blocked: no candidate at all. */
  readonly promptFeedback?: Readonly<Record<string, unknown>>
}

/** What is known of a request beside its body. */
export interface GenerationContext {
  readonly signal: AbortSignal
  readonly control: Control
  readonly variations: VariationNumbers
}

export type AnswerChunks = AsyncGenerator<AnswerChunk, void, undefined>

interface Speech {
  readonly text: string
  /** Tokens in one piece. */
  readonly piece: number
  /** Comes with the last piece. */
  readonly candidate?: Partial<Candidate>
}

export function* streamText(request: Generation, speech: Speech): Generator<AnswerChunk> {
  const { text, finishReason } = limit(request, speech.text)
  for (const { text: part, tokens } of splitPieces(text, speech.piece)) yield { part: { text: part }, tokens }
  yield {
    ...(signsText(request) ? { part: { text: '', thoughtSignature: sign(request, text) } } : {}),
    finishReason,
    ...(finishReason === 'SAFETY' ? { candidate: { ...speech.candidate, safetyRatings: unsafe } } : {}),
    ...(speech.candidate && finishReason !== 'SAFETY' ? { candidate: speech.candidate } : {}),
  }
}

export const unsafe = [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true }]

/** Thoughts come first, counted even if they are not shown. */
export function* streamThoughts(request: Generation, piece: number): Generator<AnswerChunk> {
  const { shown, thoughts } = readThinking(request)
  for (const thought of thoughts) {
    if (!shown) yield { thoughtTokens: countTokens(thought) }
    else {
      for (const { text, tokens } of splitPieces(thought, piece * 3)) {
        yield { part: { text, thought: true }, thoughtTokens: tokens }
      }
    }
  }
}

/** Opaque to callers; equal for equal requests. */
export function sign(request: Generation, what: string): string {
  const seal = toOpaqueId(`${request.fingerprint}\n${what}`, 43)
  return Buffer.from(`demo-signature:${request.model}:${seal}:${toOpaqueId(seal, 43)}`).toString('base64')
}

function signsText(request: Generation): boolean {
  const { shown, thoughts } = readThinking(request)
  return thoughts.length > 0 && (shown || request.signs)
}

function limit(request: Generation, text: string): { text: string; finishReason: string } {
  const broken = request.last.text.match(/\[(safety|recitation)\]/i)?.[1]
  if (broken) return { text: firstTokens(text, 12), finishReason: broken.toUpperCase() }
  const stops = textsField(request.config, 'stopSequences').filter((stop) => stop !== '')
  const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0)
  const upToStop = ends.length > 0 ? text.slice(0, Math.min(...ends)) : text
  const most = readPositive(request.config, 'maxOutputTokens') ?? request.entry?.outputTokenLimit
  const cut = most === undefined ? upToStop : firstTokens(upToStop, most)
  return { text: cut, finishReason: cut.length < upToStop.length ? 'MAX_TOKENS' : 'STOP' }
}

interface Thinking {
  /** Sent as parts with `thought: true`; counted either way. */
  readonly shown: boolean
  /** One thought each; none if thinking is off. */
  readonly thoughts: readonly string[]
}

/** Budget 0 turns thinking off; models that cannot think have none. */
function readThinking(request: Generation): Thinking {
  const config = objectField(request.config, 'thinkingConfig')
  const off = numberField(config, 'thinkingBudget') === 0
  if (!request.entry?.thinks || off || request.entry.kind !== 'text') return { shown: false, thoughts: [] }
  return { shown: field(config, 'includeThoughts') === true, thoughts: thinkThrough(request) }
}

/** E5 streams its reasoning unless the request says otherwise (specification E5, decisions §11). */
export function thinkAloud(request: Generation): Generation {
  if (toNeutralId(request.model) !== 'gen-2.5-pro' || field(request.config, 'thinkingConfig')) return request
  return { ...request, config: { ...request.config, thinkingConfig: { includeThoughts: true } } }
}

function thinkThrough({ last, turns, functions, config }: Generation): string[] {
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
