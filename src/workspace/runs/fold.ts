// Folds the chunks of a streamed answer into the answer: pure, and in time that does not grow with what has come.
import { type ApiError, readErrorBody } from '#shared/schemas/api-error'
import type { Turn, TurnDelta } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import type { GenerateContentResponse } from '#shared/schemas/generation'

export type AnswerState = Pick<
  Turn,
  'parts' | 'modelVersion' | 'finishReason' | 'blockReason' | 'error' | 'usage'
>

export interface Folded<State> {
  readonly state: State
  /** What was added; a part that has been added is only ever lengthened while it is the last one. */
  readonly deltas: readonly TurnDelta[]
}

/** The parts of the one candidate that is asked for, as they came. */
export function partsOf(chunk: GenerateContentResponse): readonly Part[] {
  const candidate = chunk.candidates?.find(({ index }) => (index ?? 0) === 0)
  return candidate?.content?.parts ?? []
}

/** `parts` stand for those of the chunk: media have left them for the media folder. */
export function foldChunk<State extends AnswerState>(
  state: State,
  chunk: GenerateContentResponse,
  parts: readonly Part[] = partsOf(chunk),
): Folded<State> {
  const grown = addParts(state.parts, parts)
  const candidate = chunk.candidates?.find(({ index }) => (index ?? 0) === 0)
  const error = errorOf(chunk)
  return {
    deltas: grown.deltas,
    state: {
      ...state,
      parts: grown.parts,
      modelVersion: chunk.modelVersion ?? state.modelVersion,
      finishReason: candidate?.finishReason ?? state.finishReason,
      blockReason: chunk.promptFeedback?.blockReason ?? state.blockReason,
      usage: chunk.usageMetadata ?? state.usage,
      error: error ? { code: error.code, message: error.message } : state.error,
    },
  }
}

function addParts(before: Part[], added: readonly Part[]): { parts: Part[]; deltas: readonly TurnDelta[] } {
  const deltas: TurnDelta[] = []
  let parts = before
  for (const part of added) {
    if (isPlainText(part) && part.text === '') continue
    const last = parts.at(-1)
    const index = parts.length - 1
    if (last && isPlainText(last) && isPlainText(part) && isThought(last) === isThought(part)) {
      parts = [...parts.slice(0, -1), { ...last, text: last.text + part.text }]
      deltas.push({ index, append: part.text })
    } else {
      parts = [...parts, part]
      deltas.push({ index: index + 1, parts: [part] })
    }
  }
  return { parts, deltas: mergeDeltas([], deltas) }
}

/** One list that does what the two do one after the other. */
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

/** Signed parts, and those with a field that nobody here has heard of, are never merged. */
function isPlainText(part: Part): part is Part & { text: string } {
  return (
    typeof part.text === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought')
  )
}

function isThought(part: Part): boolean {
  return part.thought === true
}

/** `{"error": …}` in the place of a chunk (wire §3.4). */
function errorOf(chunk: GenerateContentResponse): ApiError | undefined {
  if (!('error' in chunk)) return undefined
  const { error } = chunk
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return readErrorBody(typeof code === 'number' ? code : 502, chunk)
}
