// Says a text piece by piece: within the token limit, up to a stop sequence, or broken off by a trigger.
import { Buffer } from 'node:buffer'
import type { Candidate } from '#shared/schemas/generation'
import { toOpaqueId } from '../seed'
import { textsField } from './fields'
import type { Piece } from './piece'
import { type Generation, readPositive } from './read-request'
import { readThinking } from './thinking'
import { countTokens, splitPieces, takeTokens } from './tokens'

interface Speech {
  readonly text: string
  /** Tokens in one piece. */
  readonly piece: number
  /** Comes with the last piece. */
  readonly candidate?: Partial<Candidate>
}

export function* say(request: Generation, speech: Speech): Generator<Piece> {
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

/** Thoughts come first, counted even where they are not shown. */
export function* think(request: Generation, piece: number): Generator<Piece> {
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
  if (broken) return { text: takeTokens(text, 12), finishReason: broken.toUpperCase() }
  const stops = textsField(request.config, 'stopSequences').filter((stop) => stop !== '')
  const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0)
  const upToStop = ends.length > 0 ? text.slice(0, Math.min(...ends)) : text
  const most = readPositive(request.config, 'maxOutputTokens') ?? request.entry?.outputTokenLimit
  const cut = most === undefined ? upToStop : takeTokens(upToStop, most)
  return { text: cut, finishReason: cut.length < upToStop.length ? 'MAX_TOKENS' : 'STOP' }
}
