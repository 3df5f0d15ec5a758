// Turns pieces of an answer into responses of the API: one by one for a stream, or folded into a single one.
import type { Part } from '#shared/schemas/content'
import type { Candidate, GenerateContentResponse } from '#shared/schemas/generation'
import { toOpaqueId } from '../seed'
import type { Piece } from './piece'
import type { Generation } from './read-request'
import { countMediaTokens, countTokens, type Modality, modalityOf } from './tokens'

/** Counts up while the pieces go by; every chunk of a stream carries the sums so far (wire §3.1). */
interface Tally {
  readonly prompt: number
  readonly promptDetails: readonly { modality: Modality; tokenCount: number }[]
  candidates: number
  thoughts: number
}

export function startTally(request: Generation): Tally {
  const byModality = new Map<Modality, number>([['TEXT', countTokens(request.system)]])
  const add = (modality: Modality, count: number) =>
    byModality.set(modality, (byModality.get(modality) ?? 0) + count)
  for (const { name, description, parameters } of request.functions) {
    add('TEXT', countTokens(`${name} ${description} ${parameters ? JSON.stringify(parameters) : ''}`))
  }
  for (const turn of request.turns) {
    add('TEXT', countTokens(turn.text) + Math.ceil(turn.unread / 4))
    for (const call of turn.calls) add('TEXT', countTokens(JSON.stringify(call.args)) + 4)
    for (const result of turn.results) add('TEXT', countTokens(JSON.stringify(result.response)) + 4)
    for (const { mimeType, size } of turn.media) {
      const modality = modalityOf(mimeType)
      add(modality, countMediaTokens(modality, size))
    }
    for (const { mimeType } of turn.files) add(modalityOf(mimeType ?? 'video/mp4'), 258)
  }
  const promptDetails = [...byModality]
    .filter(([, tokenCount]) => tokenCount > 0)
    .map(([modality, tokenCount]) => ({ modality, tokenCount }))
  const prompt = promptDetails.reduce((sum, { tokenCount }) => sum + tokenCount, 0)
  return { prompt, promptDetails, candidates: 0, thoughts: 0 }
}

export function countPiece(tally: Tally, piece: Piece): void {
  tally.candidates += piece.tokens ?? 0
  tally.thoughts += piece.thoughtTokens ?? 0
}

function toUsage(tally: Tally) {
  return {
    promptTokenCount: tally.prompt,
    ...(tally.candidates > 0 ? { candidatesTokenCount: tally.candidates } : {}),
    totalTokenCount: tally.prompt + tally.candidates + tally.thoughts,
    promptTokensDetails: tally.promptDetails,
    ...(tally.thoughts > 0 ? { thoughtsTokenCount: tally.thoughts } : {}),
  }
}

/** The same request gets the same id. */
function describeAnswer(request: Generation, tally: Tally) {
  return {
    usageMetadata: toUsage(tally),
    modelVersion: request.model,
    responseId: toOpaqueId(request.fingerprint, 23),
  }
}

export function toChunk(request: Generation, tally: Tally, piece: Piece): GenerateContentResponse {
  const about = describeAnswer(request, tally)
  if (piece.promptFeedback) return { promptFeedback: piece.promptFeedback, ...about }
  const parts = piece.part ? { parts: [piece.part] } : {}
  return { candidates: [{ content: { ...parts, role: 'model' }, ...toEnding(piece), index: 0 }], ...about }
}

function toEnding(piece: Piece): Partial<Candidate> {
  return {
    ...(piece.finishReason ? { finishReason: piece.finishReason } : {}),
    ...(piece.finishMessage ? { finishMessage: piece.finishMessage } : {}),
    ...piece.candidate,
  }
}

/** The whole answer at once; `pieces` are all of them. */
export function toWhole(request: Generation, pieces: readonly Piece[]): GenerateContentResponse {
  const tally = startTally(request)
  const parts: Part[] = []
  let ending: Partial<Candidate> = {}
  for (const piece of pieces) {
    countPiece(tally, piece)
    if (piece.promptFeedback) return toChunk(request, tally, piece)
    if (piece.part) foldPart(parts, piece.part)
    ending = { ...ending, ...toEnding(piece) }
  }
  const content = parts.length > 0 ? { parts, role: 'model' } : { role: 'model' }
  return { candidates: [{ content, ...ending, index: 0 }], ...describeAnswer(request, tally) }
}

/** Joins neighbouring texts of one kind; a signature that comes alone stands on the text it follows. */
function foldPart(parts: Part[], part: Part): void {
  const before = parts.at(-1)
  if (before?.text === undefined || part.text === undefined || before.thoughtSignature !== undefined) {
    parts.push(part)
  } else if (before.thought === part.thought && part.thoughtSignature === undefined) {
    parts[parts.length - 1] = { ...before, text: before.text + part.text }
  } else if (part.text === '' && !before.thought) {
    parts[parts.length - 1] = { ...before, ...part, text: before.text }
  } else {
    parts.push(part)
  }
}
