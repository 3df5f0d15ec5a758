// Converts a whole response of `generateContent` to a chat completion, and its parts to those of a message.
import { randomUUID } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import { writeExactJson } from '#shared/wire/exact-json'
import { readFinishReason } from '#shared/wire/finish-reasons'
import {
  isObject,
  type JsonObject,
  listObjects,
  toCamelCase,
  toNumber,
  toObject,
  toText,
} from '#shared/wire/json-objects'
import { toOpenAiUsage } from '../translation/usage'
import { toClientCallId } from './call-ids'
import type { ChatOptions } from './chat-request'

export interface CompletionOptions extends Pick<ChatOptions, 'allowsParallelCalls'> {
  /** As the client named it. */
  readonly model: string
}

/** Throws UNAVAILABLE if the response has neither candidates nor says why. */
export function toChatCompletion(response: JsonObject, options: CompletionOptions): JsonObject {
  const blocked = toBlockedChoice(response.promptFeedback)
  const choices = listObjects(response.candidates).map((candidate, index) =>
    toChoice(candidate, index, options),
  )
  if (choices.length === 0 && !blocked) throw emptyResponse()
  const usage = toOpenAiUsage(response.usageMetadata)
  return {
    ...toHead(response, options.model, 'chat.completion'),
    choices: choices.length > 0 ? choices : [blocked],
    ...(usage ? { usage } : {}),
  }
}

/** The members that the response and all chunks of a stream begin with. */
export function toHead(response: JsonObject, model: string, object: string): JsonObject {
  return {
    id: `chatcmpl-${toText(response.responseId) || randomUUID()}`,
    object,
    created: Math.floor(Date.now() / 1000),
    model: toText(response.modelVersion) || model,
  }
}

function toChoice(candidate: JsonObject, position: number, options: CompletionOptions): JsonObject {
  const { text, thoughts, images, calls: all } = readParts(candidate.content, options.model)
  const calls = options.allowsParallelCalls ? all : all.slice(0, 1)
  const finishReason = candidate.finishReason ?? 'STOP'
  return {
    index: toNumber(candidate.index) ?? position,
    message: {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      refusal: toRefusal({ ...candidate, finishReason }),
      ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
      ...(images.length === 0 ? {} : { images }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
    logprobs: toLogprobs(candidate.logprobsResult),
    finish_reason: toFinishReason(finishReason, calls.length > 0),
    native_finish_reason: finishReason,
  }
}

/** Returns undefined if the prompt is not blocked. */
function toBlockedChoice(promptFeedback: unknown): JsonObject | undefined {
  const refusal = describeBlock(promptFeedback)
  if (refusal === undefined) return undefined
  const message = { role: 'assistant', content: null, refusal }
  return { index: 0, message, logprobs: null, finish_reason: 'content_filter' }
}

export function describeBlock(promptFeedback: unknown): string | undefined {
  const { blockReason, blockReasonMessage } = toObject(promptFeedback)
  if (blockReason === undefined) return undefined
  return toText(blockReasonMessage) || `The prompt was blocked: ${toText(blockReason)}.`
}

export function emptyResponse(): ApiError {
  return new ApiError('UNAVAILABLE', 'The provider returned an empty response.')
}

interface AnswerParts {
  readonly text: string
  readonly thoughts: string
  readonly images: readonly JsonObject[]
  readonly calls: readonly JsonObject[]
}

/** `model` is the one that answered, as the client named it. */
export function readParts(content: unknown, model: string): AnswerParts {
  let text = ''
  let thoughts = ''
  const images: JsonObject[] = []
  const calls: JsonObject[] = []
  for (const part of listObjects(toObject(content).parts).map(toCamelCase)) {
    if (isObject(part.functionCall)) calls.push(toToolCall(part, model))
    else if (isObject(part.inlineData)) {
      // Drafts of an image are thoughts.
      if (part.thought !== true) images.push(toImage(part.inlineData))
    } else if (part.thought === true) thoughts += toText(part.text)
    else text += toText(part.text)
  }
  return { text, thoughts, images, calls }
}

function toToolCall({ functionCall, thoughtSignature }: JsonObject, model: string): JsonObject {
  const { id, name, args } = toObject(functionCall)
  const signature = toText(thoughtSignature) || undefined
  return {
    id: toClientCallId(toText(id) || undefined, signature, model),
    type: 'function',
    function: { name, arguments: writeExactJson(args ?? {}) },
    // As in Google's own API for OpenAI clients, for those who know it.
    ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
  }
}

/** The form that other gateways return images in. */
function toImage(inlineData: unknown): JsonObject {
  const { mimeType, data } = toCamelCase(toObject(inlineData))
  return { type: 'image_url', image_url: { url: `data:${toText(mimeType)};base64,${toText(data)}` } }
}

/** `tool_calls` takes the place of `stop` if there are calls. Any other end is not a normal one, as with a filter. */
export function toFinishReason(finishReason: unknown, hasCalls: boolean): string {
  const reason = readFinishReason(toText(finishReason))
  if (reason === 'STOP') return hasCalls ? 'tool_calls' : 'stop'
  return reason === 'MAX_TOKENS' ? 'length' : 'content_filter'
}

/** Says why a response did not end normally; null if it did. */
export function toRefusal({ finishReason, finishMessage }: JsonObject): string | null {
  const reason = readFinishReason(toText(finishReason))
  if (reason === 'STOP' || reason === 'MAX_TOKENS') return null
  return toText(finishMessage) || `The provider ended the response: ${toText(finishReason)}.`
}

/** Returns null without log probabilities. */
export function toLogprobs(logprobsResult: unknown): JsonObject | null {
  if (!isObject(logprobsResult)) return null
  const top = listObjects(logprobsResult.topCandidates)
  const content = listObjects(logprobsResult.chosenCandidates).map((selected, index) => ({
    ...toTokenLogprob(selected),
    top_logprobs: listObjects(toObject(top[index]).candidates).map(toTokenLogprob),
  }))
  return { content, refusal: null }
}

function toTokenLogprob({ token, logProbability }: JsonObject): JsonObject {
  const text = toText(token)
  return { token: text, logprob: toNumber(logProbability) ?? 0, bytes: [...Buffer.from(text)] }
}
