// Responds with a generation: streamed at the configured speed, or whole after the equivalent time.
import type { Part } from '#shared/schemas/content'
import type { Candidate, GenerateContentResponse } from '#shared/schemas/gemini-requests'
import type { HttpResponse } from '#shared/wire/http'
import type { Control } from '../control'
import { createYield, wait, waitForAbort } from '../pace'
import {
  clientDisconnected,
  frameEvents,
  jsonResponse,
  simulatedDisconnect,
  simulatedFailure,
} from '../responses'
import { toOpaqueId } from '../seed'
import type { AnswerChunk, AnswerChunks, GenerationContext } from './answer-chunks'
import { generate } from './generate'
import type { Generation } from './read-request'
import { countMediaTokens, countTokens, type Modality, modalityOf } from './tokens'

/** Waits for the first chunk, so that an error before it has its own HTTP status. */
export async function streamGeneration(
  request: Generation,
  context: GenerationContext,
): Promise<HttpResponse> {
  const chunks = pace(generate(request, context), context)
  const first = await chunks.next()
  if (context.signal.aborted) throw clientDisconnected()
  const body = frameEvents(toResponses(request, prepend(first, chunks)), { ...context, dialect: 'gemini' })
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body }
}

export async function answerGeneration(
  request: Generation,
  context: GenerationContext,
): Promise<HttpResponse> {
  const { control, signal } = context
  const chunks: AnswerChunk[] = []
  for await (const chunk of pace(generate(request, context), context)) chunks.push(chunk)
  if (control.fault?.kind === 'stall-after') await waitForAbort(signal)
  if (signal.aborted) throw clientDisconnected()
  if (control.empty) return jsonResponse({ ...toWholeResponse(request, chunks), candidates: undefined })
  const response = jsonResponse(toWholeResponse(request, chunks))
  return control.fault && control.fault.after < 1 ? applyFault(response, control) : response
}

/** Applies the faults of a stream to a whole response. */
function applyFault(response: HttpResponse, { fault }: Control): HttpResponse {
  if (fault?.kind === 'fail-after') throw simulatedFailure()
  const bytes = response.body instanceof Uint8Array ? response.body : new Uint8Array()
  const half = bytes.subarray(0, Math.floor(bytes.length / 2))
  if (fault?.kind === 'cut-after') return { ...response, body: disconnectAfter(half) }
  return {
    ...response,
    body: fault?.kind === 'garbage-after' ? new TextEncoder().encode('<html>not JSON</ht') : half,
  }
}

async function* disconnectAfter(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
  throw simulatedDisconnect()
}

/**
 * Follows a schedule instead of sleeping per chunk, so that timer delays do not add up. Ends when aborted.
 */
async function* pace(chunks: AnswerChunks, { control, signal }: GenerationContext): AnswerChunks {
  const first = await chunks.next()
  if (first.done) return
  let due = performance.now() + control.firstToken
  const maybeYield = createYield()
  for await (const chunk of prepend(first, chunks)) {
    await maybeYield()
    await wait(due - performance.now(), signal)
    if (signal.aborted) return
    yield chunk
    due = Math.max(due, performance.now() - 250) + (countPacedTokens(chunk) * 1000) / control.tokensPerSecond
  }
}

/** Tokens that are paced. A picture is not, since drawing it has taken its own time. */
function countPacedTokens({ part, tokens = 0, thoughtTokens = 0 }: AnswerChunk): number {
  return part && !part.inlineData ? tokens + thoughtTokens : 0
}

/** Puts the first chunk back in front of the others. */
async function* prepend(first: IteratorResult<AnswerChunk, void>, others: AnswerChunks): AnswerChunks {
  if (first.done) return
  yield first.value
  yield* others
}

async function* toResponses(request: Generation, chunks: AnswerChunks): AsyncGenerator<object> {
  const tally = startTally(request)
  for await (const chunk of chunks) {
    addTokens(tally, chunk)
    if (chunk.part || chunk.finishReason || chunk.candidate || chunk.promptFeedback)
      yield toResponseChunk(request, tally, chunk)
  }
}

/** Cumulative token counts, which every chunk of a stream contains (wire §3.1). */
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

function addTokens(tally: Tally, chunk: AnswerChunk): void {
  tally.candidates += chunk.tokens ?? 0
  tally.thoughts += chunk.thoughtTokens ?? 0
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

/** Equal requests get the same id. */
function toResponseFields(request: Generation, tally: Tally) {
  return {
    usageMetadata: toUsage(tally),
    modelVersion: request.model,
    responseId: toOpaqueId(request.fingerprint + (request.continued ?? ''), 23),
  }
}

function toResponseChunk(request: Generation, tally: Tally, chunk: AnswerChunk): GenerateContentResponse {
  const common = toResponseFields(request, tally)
  if (chunk.promptFeedback) return { promptFeedback: chunk.promptFeedback, ...common }
  const parts = chunk.part ? { parts: [chunk.part] } : {}
  return { candidates: [{ content: { ...parts, role: 'model' }, ...toEnding(chunk), index: 0 }], ...common }
}

function toEnding(chunk: AnswerChunk): Partial<Candidate> {
  return {
    ...(chunk.finishReason ? { finishReason: chunk.finishReason } : {}),
    ...(chunk.finishMessage ? { finishMessage: chunk.finishMessage } : {}),
    ...chunk.candidate,
  }
}

/** The whole response. `chunks` are all chunks of the answer. */
function toWholeResponse(request: Generation, chunks: readonly AnswerChunk[]): GenerateContentResponse {
  const tally = startTally(request)
  const parts: Part[] = []
  let ending: Partial<Candidate> = {}
  for (const chunk of chunks) {
    addTokens(tally, chunk)
    if (chunk.promptFeedback) return toResponseChunk(request, tally, chunk)
    if (chunk.part) foldPart(parts, chunk.part)
    ending = { ...ending, ...toEnding(chunk) }
  }
  const content = parts.length > 0 ? { parts, role: 'model' } : { role: 'model' }
  return { candidates: [{ content, ...ending, index: 0 }], ...toResponseFields(request, tally) }
}

/** Joins adjacent texts of one kind. A separate signature is added to the text before it. */
function foldPart(parts: Part[], part: Part): void {
  const previous = parts.at(-1)
  if (previous?.text === undefined || part.text === undefined || previous.thoughtSignature !== undefined) {
    parts.push(part)
  } else if (previous.thought === part.thought && part.thoughtSignature === undefined) {
    parts[parts.length - 1] = { ...previous, text: previous.text + part.text }
  } else if (part.text === '' && !previous.thought) {
    parts[parts.length - 1] = { ...previous, ...part, text: previous.text }
  } else {
    parts.push(part)
  }
}
