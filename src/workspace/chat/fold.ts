// Folds the chunks of a streamed answer into the answer, in time independent of its length.

import { type ApiError, readErrorBody } from '#shared/schemas/api-error'
import type { Turn, TurnDelta } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import type { Candidate, GenerateContentResponse } from '#shared/schemas/gemini-requests'
import { readFinishReason } from '#shared/wire/finish-reasons'
import { isObject, type JsonObject, toObject } from '#shared/wire/json-objects'
import { asArray, asNumber } from '../read-values'
import { toTurnError } from '../response'

export type AnswerState = Pick<
  Turn,
  'parts' | 'modelVersion' | 'finishReason' | 'blockReason' | 'error' | 'usage' | 'metadata'
>

interface FoldResult<State> {
  readonly state: State
  /** The changes. A part only changes by appending, while it is the last one. */
  readonly deltas: readonly TurnDelta[]
}

/** The unchanged parts of the only candidate that is requested. */
export function partsOf(chunk: GenerateContentResponse): readonly Part[] {
  return candidateOf(chunk)?.content?.parts ?? []
}

function candidateOf(chunk: GenerateContentResponse): Candidate | undefined {
  return chunk.candidates?.find(({ index }) => (index ?? 0) === 0)
}

interface ChunkInput {
  /** The parts of the chunk, with media as references. */
  readonly parts: readonly Part[]
  /** How many parts the continued answer had; 0 for a new answer. */
  readonly initial: number
  /** The chunk is the whole answer, so its parts are not merged. */
  readonly isWhole?: boolean
}

export function foldChunk<State extends AnswerState>(
  state: State,
  chunk: GenerateContentResponse,
  { parts, initial, isWhole = false }: ChunkInput = { parts: partsOf(chunk), initial: 0 },
): FoldResult<State> {
  const appended = isWhole ? appendParts(state.parts, parts) : addParts(state.parts, parts, initial)
  const candidate = candidateOf(chunk)
  const error = errorOf(chunk)
  return {
    deltas: appended.deltas,
    state: {
      ...state,
      parts: appended.parts,
      modelVersion: chunk.modelVersion ?? state.modelVersion,
      finishReason: candidate?.finishReason ? readFinishReason(candidate.finishReason) : state.finishReason,
      blockReason: chunk.promptFeedback?.blockReason ?? state.blockReason,
      usage: chunk.usageMetadata ?? state.usage,
      metadata: addMetadata(state.metadata, candidate),
      // The first error is the cause; later ones only report the closed connection.
      error: state.error ?? (error ? toTurnError(error) : null),
    },
  }
}

/** Later chunks may repeat grounding: the last value of each field wins (wire §2.7). */
function addMetadata(before: Turn['metadata'], candidate: Candidate | undefined): Turn['metadata'] {
  if (!candidate) return before
  const { content: _, finishReason: __, index: ___, ...metadata } = candidate
  return Object.keys(metadata).length > 0 ? { ...before, ...metadata } : before
}

function appendParts(before: Part[], added: readonly Part[]): AppendResult {
  const deltas = added.length > 0 ? [{ index: before.length, parts: [...added] }] : []
  return { parts: [...before, ...added], deltas }
}

function addParts(
  before: Part[],
  added: readonly Part[],
  initial: number,
): { parts: Part[]; deltas: readonly TurnDelta[] } {
  let appended: AppendResult = { parts: before, deltas: [] }
  for (const part of added) {
    if (isPlainText(part) && part.text === '') continue
    appended = addBeforeInitial(appended, part, initial) ?? addPart(appended, part)
  }
  return { parts: appended.parts, deltas: mergeDeltas([], appended.deltas) }
}

interface AppendResult {
  readonly parts: Part[]
  readonly deltas: readonly TurnDelta[]
}

function addPart({ parts, deltas }: AppendResult, part: Part): AppendResult {
  const last = parts.at(-1)
  if (!last || !isPlainText(last) || !isPlainText(part) || isThought(last) !== isThought(part)) {
    return { parts: [...parts, part], deltas: [...deltas, { index: parts.length, parts: [part] }] }
  }
  const delta = { index: parts.length - 1, append: part.text }
  return {
    parts: [...parts.slice(0, -1), { ...last, text: last.text + part.text }],
    deltas: [...deltas, delta],
  }
}

/** Inserts thoughts of a continuation before the unfinished text, which must stay last to be continued. */
function addBeforeInitial(
  { parts, deltas }: AppendResult,
  part: Part,
  initial: number,
): AppendResult | undefined {
  const unfinished = parts.at(-1)
  if (initial === 0 || !unfinished || !isPlainText(unfinished) || isThought(unfinished)) return undefined
  if (!isPlainText(part) || !isThought(part)) return undefined
  const earlier = parts.slice(initial - 1, -1)
  if (!earlier.every(isThought)) return undefined
  const thoughts = addPart({ parts: earlier, deltas: [] }, part).parts
  return {
    parts: [...parts.slice(0, initial - 1), ...thoughts, unfinished],
    deltas: [...deltas, { index: initial - 1, parts: [...thoughts, unfinished] }],
  }
}

/** Returns one list with the effect of both. */
export function mergeDeltas(
  earlier: readonly TurnDelta[],
  later: readonly TurnDelta[],
): readonly TurnDelta[] {
  if (earlier.length === 0 && later.length < 2) return later
  const merged = [...earlier]
  for (const delta of later) {
    const last = merged.at(-1)
    const one = last && mergeTwo(last, delta)
    if (one) merged[merged.length - 1] = one
    else merged.push(delta)
  }
  return merged
}

function mergeTwo(earlier: TurnDelta, later: TurnDelta): TurnDelta | undefined {
  const { index, append, parts } = earlier
  if (append !== undefined && later.append !== undefined && later.index === index) {
    return { index, append: append + later.append }
  }
  if (later.parts && later.index <= index) return later
  if (!parts) return undefined
  if (later.parts && later.index === index + parts.length) {
    return { index, parts: [...parts, ...later.parts] }
  }
  const last = parts.at(-1)
  if (last?.text !== undefined && later.append !== undefined && later.index === index + parts.length - 1) {
    return { index, parts: [...parts.slice(0, -1), { ...last, text: last.text + later.append }] }
  }
  return undefined
}

/** Parts with signatures or unknown fields are never merged. */
function isPlainText(part: Part): part is Part & { text: string } {
  return (
    typeof part.text === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought')
  )
}

function isThought(part: Part): boolean {
  return part.thought === true
}

/** `{"error": …}` instead of a chunk (wire §3.4). */
function errorOf(chunk: GenerateContentResponse): ApiError | undefined {
  if (!('error' in chunk)) return undefined
  const { error } = chunk
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return readErrorBody(typeof code === 'number' ? code : 502, chunk)
}

export type AnswerOutcome = Pick<Turn, 'state' | 'error'>

export const cutOffError = {
  code: 'ABORTED',
  message:
    'The response was cut off: the provider ended it without a finish reason. The partial response was saved.',
} as const

const emptyResponseError = {
  code: 'ABORTED',
  message: 'Empty response: the provider accepted the prompt but returned nothing.',
} as const

/** `chunks` is the number of received chunks (decisions §5, §6; wire §3.1). */
export function concludeAnswer(answer: AnswerState, chunks: number): AnswerOutcome {
  if (answer.error) return { state: 'failed', error: answer.error }
  if (answer.finishReason !== null) return { state: 'complete', error: null }
  if (answer.blockReason !== null) {
    const message = `The provider blocked the prompt (${answer.blockReason}).`
    return { state: 'failed', error: { code: 'FAILED_PRECONDITION', message } }
  }
  const isEmpty = chunks === 0 || answer.parts.length === 0
  return { state: 'failed', error: isEmpty ? emptyResponseError : cutOffError }
}

type Metadata = Turn['metadata']

interface JoinInput {
  /** The continued answer. */
  readonly initial: Pick<Turn, 'parts' | 'metadata'>
  /** The metadata of the continuation, whose offsets start at its own text (wire §2.7). */
  readonly continuation: Metadata
  /** All parts of the joined answer. */
  readonly parts: readonly Part[]
}

/** Returns only the sources of a continued answer: the service sends everything else again. */
export function pickSources(metadata: Metadata): Metadata {
  const { groundingMetadata, urlContextMetadata } = metadata ?? {}
  const sources = {
    ...(groundingMetadata === undefined ? {} : { groundingMetadata }),
    ...(urlContextMetadata === undefined ? {} : { urlContextMetadata }),
  }
  return Object.keys(sources).length > 0 ? sources : null
}

export function joinMetadata({ initial, continuation, parts }: JoinInput): Metadata {
  const before = pickSources(initial.metadata)
  if (continuation === null) return before
  const joined: Record<string, unknown> = { ...before, ...continuation }
  if (isObject(continuation.groundingMetadata)) {
    const position = findContinuation(initial.parts, parts)
    joined.groundingMetadata = joinGrounding(
      toObject(before?.groundingMetadata),
      continuation.groundingMetadata,
      position,
    )
  }
  if (isObject(continuation.urlContextMetadata)) {
    const earlier = toObject(before?.urlContextMetadata)
    const urlMetadata = joinLists(earlier.urlMetadata, continuation.urlContextMetadata.urlMetadata)
    joined.urlContextMetadata = { ...earlier, ...continuation.urlContextMetadata, urlMetadata }
  }
  return joined
}

interface ContinuationPosition {
  readonly part: number
  /** UTF-8 bytes of the part before the continuation. */
  readonly bytes: number
}

/** Finds the part that the continuation was appended to. Thoughts may have moved it. */
function findContinuation(initial: readonly Part[], parts: readonly Part[]): ContinuationPosition {
  const unfinished = initial.at(-1)
  const first = Math.max(0, initial.length - 1)
  const at = parts.findIndex((part, index) => index >= first && part.text !== undefined && !part.thought)
  const text = unfinished?.thought ? undefined : unfinished?.text
  if (text === undefined || at < 0) return { part: Math.max(at, initial.length), bytes: 0 }
  if (parts[at]?.text !== text) return { part: at, bytes: new TextEncoder().encode(text).length }
  const next = parts.findIndex((part, index) => index > at && part.text !== undefined && !part.thought)
  return { part: Math.max(next, at + 1), bytes: 0 }
}

function joinGrounding(earlier: JsonObject, later: JsonObject, position: ContinuationPosition): JsonObject {
  const chunks = asArray(earlier.groundingChunks)
  const supports = asArray(later.groundingSupports).map((support) =>
    moveSupport(support, position, chunks.length),
  )
  const joined = {
    groundingChunks: joinLists(chunks, later.groundingChunks),
    groundingSupports: joinLists(earlier.groundingSupports, supports),
    webSearchQueries: [...new Set(joinLists(earlier.webSearchQueries, later.webSearchQueries))],
  }
  // Omit fields that neither of the two has.
  const present = Object.entries(joined).filter(([name]) => name in earlier || name in later)
  return { ...earlier, ...later, ...Object.fromEntries(present) }
}

function moveSupport(support: unknown, { part, bytes }: ContinuationPosition, chunksBefore: number): unknown {
  if (!isObject(support)) return support
  const { segment, groundingChunkIndices } = support
  return {
    ...support,
    ...(isObject(segment) ? { segment: moveSegment(segment, part, bytes) } : {}),
    ...(Array.isArray(groundingChunkIndices)
      ? { groundingChunkIndices: groundingChunkIndices.map((index) => (asNumber(index) ?? 0) + chunksBefore) }
      : {}),
  }
}

/** The wire format omits zero. */
function moveSegment(segment: JsonObject, partIndex: number, bytes: number): JsonObject {
  const { startIndex, endIndex } = segment
  const end = endIndex === undefined ? {} : { endIndex: (asNumber(endIndex) ?? 0) + bytes }
  return { ...segment, partIndex, startIndex: (asNumber(startIndex) ?? 0) + bytes, ...end }
}

function joinLists(earlier: unknown, later: unknown): unknown[] {
  return [...asArray(earlier), ...asArray(later)]
}
