// Converts a chat completion of an OpenAI client to a request for `generateContent`.
import type { ChatCompletionRequest } from '#shared/schemas/openai-requests'
import type { FieldReport } from '../translation/field-report'
import { isUnset, type JsonObject, toObject } from '../translation/json-objects'
import { toGenerationConfig } from './chat-config'
import { toContents } from './chat-contents'
import { toGoogleTools } from './chat-tools'

/** How the client wants the response. */
export interface ChatOptions {
  readonly isStream: boolean
  /** A stream ends with a chunk that has only the usage. */
  readonly includesUsage: boolean
  /** False: at most one function call, because the client carries out one after the other. */
  readonly allowsParallelCalls: boolean
}

/** Has its own translation. */
const translated = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'parallel_tool_calls',
  'tools',
  'tool_choice',
  'temperature',
  'top_p',
  'top_k',
  'seed',
  'n',
  'presence_penalty',
  'frequency_penalty',
  'stop',
  'max_tokens',
  'max_completion_tokens',
  'logprobs',
  'top_logprobs',
  'modalities',
  'response_format',
  'reasoning_effort',
  'extra_body',
])

/** How OpenAI bills, stores, or speeds up a request, but not what it means. */
const harmless = new Set([
  'metadata',
  'prediction',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'store',
  'user',
  'verbosity',
])

/** Throws INVALID_ARGUMENT for a field that Google's API has no equivalent of. */
export function toGenerateRequest(request: ChatCompletionRequest, report: FieldReport): JsonObject {
  for (const [name, value] of Object.entries(request)) {
    if (isUnset(value) || translated.has(name)) continue
    if (harmless.has(name)) report.ignore(name)
    else report.reject(name, describeField(name))
  }
  for (const [name, value] of Object.entries(toObject(request.stream_options)))
    if (name !== 'include_usage' && !isUnset(value)) report.ignore(`stream_options.${name}`)
  const config = toGenerationConfig(request, report)
  return {
    ...toContents(request.messages, request.model, report),
    ...(isUnset(config) ? {} : { generationConfig: config }),
    ...toGoogleTools(request, report),
  }
}

function describeField(name: string): string | undefined {
  if (name === 'functions' || name === 'function_call') return 'accepts only tools'
  if (name === 'audio') return "can't return audio"
  return undefined
}

export function readChatOptions(request: ChatCompletionRequest): ChatOptions {
  return {
    isStream: request.stream === true,
    includesUsage: request.stream_options?.include_usage === true,
    allowsParallelCalls: request.parallel_tool_calls !== false,
  }
}
