// Converts chat completions, whole or streamed, to responses of `generateContent`.

import { ApiError } from '#shared/schemas/api-error'
import { tryParseExactJson, writeExactJson } from '#shared/wire/exact-json'
import {
  isObject,
  type JsonObject,
  listObjects,
  toNumber,
  toObject,
  toText,
  tryParseJson,
} from '#shared/wire/json-objects'
import { readEvents } from '#shared/wire/read-events'
import { toUsageMetadata } from '../translation/usage'
import { ChatCandidate } from './chat-candidate'
import { readServerError, toGoogleError } from './server-errors'

export interface ChatResponseOptions {
  /** Drops the model's thoughts otherwise, as Google's API does. */
  readonly includesThoughts: boolean
}

/** Returns undefined if the body is not a chat completion. */
export function toContentResponse(body: unknown, options: ChatResponseOptions): JsonObject | undefined {
  if (!isObject(body) || !Array.isArray(body.choices)) return undefined
  const candidates = listObjects(body.choices).map((choice, position) => {
    const candidate = new ChatCandidate(toNumber(choice.index) ?? position, options.includesThoughts)
    const parts = candidate.addMessage(choice)
    const last = candidate.end()
    const held = listObjects(toObject(last.content).parts).filter(({ text }) => text !== '')
    return { ...last, ...candidate.toCandidate([...parts, ...held]) }
  })
  return { candidates, ...toCommonMembers(body), ...toUsage(body.usage) }
}

function toCommonMembers({ model, id }: JsonObject): JsonObject {
  return {
    ...(toText(model) ? { modelVersion: model } : {}),
    ...(toText(id) ? { responseId: id } : {}),
  }
}

function toUsage(usage: unknown): JsonObject {
  const usageMetadata = toUsageMetadata(usage)
  return usageMetadata ? { usageMetadata } : {}
}

class ChatStream {
  readonly #options: ChatResponseOptions
  readonly #candidates = new Map<number, ChatCandidate>()
  #common: JsonObject = {}
  #usage: JsonObject = {}

  constructor(options: ChatResponseOptions) {
    this.#options = options
  }

  /** Returns undefined if the chunk has nothing that a client can use yet. */
  add(chunk: JsonObject): JsonObject | undefined {
    this.#common = { ...this.#common, ...toCommonMembers(chunk) }
    // Servers send usage with every chunk, with the last one, in a chunk without choices after it, or never.
    this.#usage = { ...this.#usage, ...toUsage(chunk.usage) }
    const candidates = listObjects(chunk.choices).flatMap((choice) => {
      const candidate = this.#getCandidate(toNumber(choice.index) ?? 0)
      const parts = candidate.addDelta(choice)
      return parts.length === 0 ? [] : [candidate.toCandidate(parts)]
    })
    return candidates.length === 0 ? undefined : { candidates, ...this.#common }
  }

  /** Every candidate has said why it ended. */
  get isFinished(): boolean {
    const candidates = [...this.#candidates.values()]
    return candidates.length > 0 && candidates.every(({ isFinished }) => isFinished)
  }

  /** `isComplete`: the server ended the stream properly, so that a missing reason is the usual one. */
  end(isComplete: boolean): JsonObject | undefined {
    const ended = [...this.#candidates.values()].filter(({ isFinished }) => isFinished || isComplete)
    const candidates = ended.map((candidate) => candidate.end())
    if (candidates.length === 0 && Object.keys(this.#usage).length === 0) return undefined
    return { ...(candidates.length === 0 ? {} : { candidates }), ...this.#usage, ...this.#common }
  }

  #getCandidate(index: number): ChatCandidate {
    const known = this.#candidates.get(index)
    if (known) return known
    const candidate = new ChatCandidate(index, this.#options.includesThoughts)
    this.#candidates.set(index, candidate)
    return candidate
  }
}

/**
 * Yields Google's server-sent events. The reason why a response ended comes with the last event, after the usage. An error
 * of the server becomes an error event.
 */
export async function* translateChatStream(
  bytes: AsyncIterable<Uint8Array>,
  options: ChatResponseOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = new ChatStream(options)
  let rest = ''
  let isComplete = false
  const onRest = (text: string): void => {
    rest = text
  }
  for await (const text of readEvents(bytes, onRest)) {
    if (text === '') continue
    isComplete = text.trim() === '[DONE]'
    if (isComplete) break
    const value = tryParseExactJson(text)
    const chunk = Array.isArray(value) && value.length === 1 ? value[0] : value
    const error = readServerError(chunk)
    if (error) return yield toEvent(toGoogleError(200, chunk))
    if (!isObject(chunk)) throw invalidStream()
    const document = stream.add(chunk)
    if (document) yield toEvent(document)
  }
  const error = readErrorLines(rest)
  if (error) return yield toEvent(error)
  const last = stream.end(isComplete)
  if (last) yield toEvent(last)
  else if (rest.trim() !== '') throw invalidStream()
  if (!isComplete && !stream.isFinished) throw cutOff()
}

/** Earlier versions of llama.cpp sent errors in a field `error:` of the stream; others send a bare error object. */
function readErrorLines(rest: string): unknown {
  const fields = rest.split('\n').filter((line) => line.startsWith('error:'))
  const values = fields.map((line) => ({ error: tryParseJson(line.slice('error:'.length)) }))
  for (const value of [...values, tryParseJson(rest)]) {
    const error = toGoogleError(200, value)
    if (error) return error
  }
  return undefined
}

function toEvent(document: unknown): Uint8Array {
  return Buffer.from(`data: ${writeExactJson(document)}\n\n`)
}

function cutOff(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider ended the stream before the response was complete.')
}

function invalidStream(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider sent invalid stream data.')
}
