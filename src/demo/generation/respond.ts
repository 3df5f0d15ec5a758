// Answers a generation: streamed at the configured pace, or in one piece after the time it would have taken.
import { ApiError } from '#shared/schemas/api-error'
import type { Part } from '#shared/schemas/content'
import type { Candidate, GenerateContentResponse } from '#shared/schemas/generation'
import type { HttpResponse } from '#shared/wire/http'
import type { Control } from '../control'
import { createYield, wait, waitForAbort } from '../pace'
import { frameEvents, jsonResponse } from '../responses'
import { toOpaqueId } from '../seed'
import type { AnswerChunk, AnswerChunks, GenerationContext } from './answer-chunks'
import { generate } from './generate'
import type { Generation } from './read-request'
import { countMediaTokens, countTokens, type Modality, modalityOf } from './tokens'

/** An error before the first piece has its own HTTP status: the headers wait for that piece. */
export async function streamGeneration(
  request: Generation,
  context: GenerationContext,
): Promise<HttpResponse> {
  const pieces = pace(generate(request, context), context)
  const first = await pieces.next()
  if (context.signal.aborted) throw clientGone()
  const body = frameEvents(chunk(request, rejoin(first, pieces)), { ...context, dialect: 'gemini' })
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body }
}

export async function answerGeneration(
  request: Generation,
  context: GenerationContext,
): Promise<HttpResponse> {
  const { control, signal } = context
  const pieces: AnswerChunk[] = []
  for await (const piece of pace(generate(request, context), context)) pieces.push(piece)
  if (control.fault?.kind === 'stall-after') await waitForAbort(signal)
  if (signal.aborted) throw clientGone()
  if (control.empty) return jsonResponse({ ...toWhole(request, pieces), candidates: undefined })
  const answer = jsonResponse(toWhole(request, pieces))
  return control.fault && control.fault.after < 1 ? breakAnswer(answer, control) : answer
}

export function clientGone(): ApiError {
  return new ApiError('CANCELLED', 'The client disconnected.')
}

/** The faults of a stream, as an answer in one piece shows them. */
function breakAnswer(answer: HttpResponse, { fault }: Control): HttpResponse {
  if (fault?.kind === 'fail-after') {
    throw new ApiError('UNAVAILABLE', 'Simulated failure.', { http: 503 })
  }
  const bytes = answer.body instanceof Uint8Array ? answer.body : new Uint8Array()
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  if (fault?.kind === 'cut-after') return { ...answer, body: breakOff(half) }
  return {
    ...answer,
    body: fault?.kind === 'garbage-after' ? new TextEncoder().encode('<html>this is no JSON</ht') : half,
  }
}

async function* breakOff(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
  throw new ApiError('UNAVAILABLE', 'Simulated disconnect.')
}

/** Keeps a schedule rather than sleeping piece by piece, so that timers' lateness does not add up. Ends when aborted. */
async function* pace(pieces: AnswerChunks, { control, signal }: GenerationContext): AnswerChunks {
  const first = await pieces.next()
  if (first.done) return
  let due = performance.now() + control.firstToken
  const maybeYield = createYield()
  for await (const piece of rejoin(first, pieces)) {
    await maybeYield()
    await wait(due - performance.now(), signal)
    if (signal.aborted) return
    yield piece
    due = Math.max(due, performance.now() - 250) + (countWritten(piece) * 1000) / control.tokensPerSecond
  }
}

/** Tokens that take their time. A picture has taken its own in being drawn. */
function countWritten({ part, tokens = 0, thoughtTokens = 0 }: AnswerChunk): number {
  return part && !part.inlineData ? tokens + thoughtTokens : 0
}

/** Puts the piece that was taken ahead back before the others. */
async function* rejoin(first: IteratorResult<AnswerChunk, void>, others: AnswerChunks): AnswerChunks {
  if (first.done) return
  yield first.value
  yield* others
}

async function* chunk(request: Generation, pieces: AnswerChunks): AsyncGenerator<object> {
  const tally = startTally(request)
  for await (const piece of pieces) {
    countPiece(tally, piece)
    if (piece.part || piece.finishReason || piece.candidate || piece.promptFeedback)
      yield toChunk(request, tally, piece)
  }
}

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

function countPiece(tally: Tally, piece: AnswerChunk): void {
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

function toChunk(request: Generation, tally: Tally, piece: AnswerChunk): GenerateContentResponse {
  const about = describeAnswer(request, tally)
  if (piece.promptFeedback) return { promptFeedback: piece.promptFeedback, ...about }
  const parts = piece.part ? { parts: [piece.part] } : {}
  return { candidates: [{ content: { ...parts, role: 'model' }, ...toEnding(piece), index: 0 }], ...about }
}

function toEnding(piece: AnswerChunk): Partial<Candidate> {
  return {
    ...(piece.finishReason ? { finishReason: piece.finishReason } : {}),
    ...(piece.finishMessage ? { finishMessage: piece.finishMessage } : {}),
    ...piece.candidate,
  }
}

/** The whole answer at once; `pieces` are all of them. */
function toWhole(request: Generation, pieces: readonly AnswerChunk[]): GenerateContentResponse {
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

/** Joins neighboring texts of one kind; a signature that comes alone is added to the text before it. */
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
