// Converts the stream of `streamGenerateContent` to the chunks of a chat completion.
import { ApiError } from '#shared/schemas/api-error'
import { parseExactJson, writeExactJson } from '#shared/wire/exact-json'
import { isUnset, type JsonObject, listObjects, toNumber, toObject } from '#shared/wire/json-objects'
import { EventBatch } from '../scan-events'
import { toOpenAiUsage } from '../translation/usage'
import type { ChatOptions } from './chat-request'
import {
  type CompletionOptions,
  describeBlock,
  emptyResponse,
  readParts,
  toFinishReason,
  toHead,
  toLogprobs,
  toRefusal,
} from './chat-response'

type ChunkOptions = CompletionOptions & Pick<ChatOptions, 'includesUsage'>

interface ChunkSource {
  readonly events: AsyncIterable<EventBatch>
  /** Called with each usage, as Google's API counts it, so that it is known whenever the stream ends. */
  readonly onUsage: (usageMetadata: unknown) => void
}

/** Throws UNAVAILABLE if the provider ends the stream without a reason, because the response is incomplete then. */
export async function* toChatChunks(
  { events, onUsage }: ChunkSource,
  options: ChunkOptions,
): AsyncGenerator<EventBatch, void, undefined> {
  const stream = new ChunkStream(options)
  for await (const batch of events) {
    // The reader has checked that these are objects.
    const chunks = batch.documents.flatMap((text) => stream.add(parseExactJson(text) as JsonObject))
    if (batch.hasUsage) onUsage(stream.usageMetadata)
    if (chunks.length > 0) yield toBatch(chunks)
  }
  yield toBatch([...stream.end(), '[DONE]'])
}

function toBatch(chunks: readonly (JsonObject | string)[]): EventBatch {
  const texts = chunks.map((chunk) => (typeof chunk === 'string' ? chunk : writeExactJson(chunk)))
  const frames = Buffer.from(texts.map((text) => `data: ${text}\n\n`).join(''))
  return new EventBatch(frames, { bytes: frames.length - 8 * texts.length, hasUsage: false })
}

class ChunkStream {
  readonly #options: ChunkOptions
  readonly #choices = new Map<number, ChunkChoice>()
  /** The same in all chunks. */
  #head: JsonObject | undefined
  #block: string | undefined
  usageMetadata: unknown

  constructor(options: ChunkOptions) {
    this.#options = options
  }

  add(response: JsonObject): readonly JsonObject[] {
    this.#head ??= toHead(response, this.#options.model, 'chat.completion.chunk')
    this.usageMetadata = response.usageMetadata ?? this.usageMetadata
    this.#block = describeBlock(response.promptFeedback) ?? this.#block
    return listObjects(response.candidates).flatMap((candidate, position) => {
      const index = toNumber(candidate.index) ?? position
      const choice = this.#getChoice(index)
      return choice.add(candidate).map((added) => this.#toChunk([{ ...toChoice(index), ...added }]))
    })
  }

  end(): readonly JsonObject[] {
    if (this.#choices.size === 0 && this.#block === undefined) throw emptyResponse()
    const blocked = this.#choices.size === 0 ? this.#toBlockedChunks() : []
    const ends = [...this.#choices].map(([index, choice]) =>
      this.#toChunk([{ ...toChoice(index, choice.toLastDelta()), ...choice.toEnd() }]),
    )
    if (!this.#options.includesUsage) return [...blocked, ...ends]
    const usage = toOpenAiUsage(this.usageMetadata) ?? null
    return [...blocked, ...ends, { ...this.#toChunk([]), usage }]
  }

  #toBlockedChunks(): readonly JsonObject[] {
    const delta = { role: 'assistant', content: null, refusal: this.#block }
    return [
      this.#toChunk([toChoice(0, delta)]),
      this.#toChunk([{ ...toChoice(0, {}), finish_reason: 'content_filter' }]),
    ]
  }

  #toChunk(choices: readonly JsonObject[]): JsonObject {
    return { ...this.#head, choices, ...(this.#options.includesUsage ? { usage: null } : {}) }
  }

  #getChoice(index: number): ChunkChoice {
    const known = this.#choices.get(index)
    if (known) return known
    const choice = new ChunkChoice(this.#options)
    this.#choices.set(index, choice)
    return choice
  }
}

function toChoice(index: number, delta: JsonObject = {}): JsonObject {
  return { index, delta, logprobs: null, finish_reason: null }
}

class ChunkChoice {
  readonly #options: ChunkOptions
  #hasStarted = false
  #calls = 0
  /** The candidate that says why it ended. */
  #end: JsonObject | undefined

  constructor(options: ChunkOptions) {
    this.#options = options
  }

  /** Returns members of choices: deltas, of which the first one has the role. Clients join log probabilities like texts. */
  add(candidate: JsonObject): readonly JsonObject[] {
    const { text, thoughts, images, calls } = readParts(candidate.content, this.#options.model)
    const logprobs = toLogprobs(candidate.logprobsResult)
    if (!isUnset(candidate.finishReason)) this.#end = candidate
    const start = this.#hasStarted ? [] : [{ delta: { role: 'assistant', content: '' } }]
    this.#hasStarted = true
    return [
      ...start,
      ...(thoughts === '' ? [] : [{ delta: { reasoning_content: thoughts } }]),
      ...(text === '' && !logprobs ? [] : [{ delta: { content: text }, logprobs }]),
      ...(images.length === 0 ? [] : [{ delta: { images } }]),
      ...calls.flatMap((call) => this.#toCallDelta(call)),
    ]
  }

  #toCallDelta(call: JsonObject): readonly JsonObject[] {
    if (!this.#options.allowsParallelCalls && this.#calls > 0) return []
    this.#calls += 1
    return [{ delta: { tool_calls: [{ index: this.#calls - 1, ...call }] } }]
  }

  toLastDelta(): JsonObject {
    const refusal = toRefusal(this.#readEnd())
    return refusal === null ? {} : { refusal }
  }

  toEnd(): JsonObject {
    const { finishReason } = this.#readEnd()
    return {
      finish_reason: toFinishReason(finishReason, this.#calls > 0),
      native_finish_reason: finishReason,
    }
  }

  #readEnd(): JsonObject {
    if (!this.#end)
      throw new ApiError('UNAVAILABLE', 'The provider ended the stream before the response was complete.')
    return toObject(this.#end)
  }
}
