// Converts a whole response of `generateContent` to a chat completion.
import { randomUUID } from 'node:crypto'
import { ApiError } from '#shared/schemas/api-error'
import { type JsonObject, listObjects, toNumber, toObject, toText } from '../translation/json-objects'
import { toOpenAiUsage } from '../translation/usage'
import { readParts } from './answer-parts'
import { toFinishReason, toLogprobs, toRefusal } from './candidate-details'
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
