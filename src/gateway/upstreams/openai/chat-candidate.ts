// Collects one choice of a chat completion as a candidate of Google's API: thoughts, text, images, and function calls.
import { isObject, type JsonObject, listObjects, toObject, toText } from '../../translation/json-objects'
import { type FinishReason, LogProbabilities, toFinishReason } from './candidate-details'
import { FunctionCalls } from './function-calls'
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
