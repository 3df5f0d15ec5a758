// Converts a chat completion of an OpenAI client to a request for `generateContent`: its parameters and tools.

import { ignoredByGemini, parameters } from '#shared/dialects/fields'
import { thinkingRangeOf } from '#shared/models/thinking'
import type { ChatCompletionRequest } from '#shared/schemas/openai-requests'
import { isUnset, type JsonObject, toCamelCase, toObject, toText } from '#shared/wire/json-objects'
import type { FieldReport } from '../translation/field-report'
import { toContents } from './chat-contents'

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
  ...parameters.map(({ openai }) => openai),
  'model',
  'messages',
  'stream',
  'stream_options',
  'parallel_tool_calls',
  'tools',
  'tool_choice',
  'max_tokens',
  'logprobs',
  'top_logprobs',
  'modalities',
  'response_format',
  'reasoning_effort',
  'extra_body',
])

/** Throws INVALID_ARGUMENT for a field that Google's API has no equivalent of. */
export function toGenerateRequest(request: ChatCompletionRequest, report: FieldReport): JsonObject {
  for (const [name, value] of Object.entries(request)) {
    if (isUnset(value) || translated.has(name)) continue
    if (ignoredByGemini.includes(name)) report.ignore(name)
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

function toGenerationConfig(request: ChatCompletionRequest, report: FieldReport): JsonObject {
  const config: Record<string, unknown> = {}
  for (const { gemini, openai, usual } of parameters)
    if (!isUnset(request[openai]) && request[openai] !== usual) config[gemini] = request[openai]
  const { stop, max_tokens: maxTokens, max_completion_tokens: maxCompletionTokens } = request
  if (typeof stop === 'string') config.stopSequences = [stop]
  if (!isUnset(maxTokens)) config.maxOutputTokens ??= maxTokens
  if (!isUnset(maxTokens) && !isUnset(maxCompletionTokens) && maxTokens !== maxCompletionTokens)
    report.ignore('max_tokens')
  if (request.logprobs === true) config.responseLogprobs = true
  if (!isUnset(request.top_logprobs)) config.logprobs = request.top_logprobs
  const thinkingConfig = toThinkingConfig(request, report)
  return {
    ...config,
    ...toModalities(request.modalities, report),
    ...toResponseFormat(request.response_format, report),
    ...(thinkingConfig ? { thinkingConfig } : {}),
  }
}

function toModalities(modalities: readonly string[] | null | undefined, report: FieldReport): JsonObject {
  if (isUnset(modalities)) return {}
  const names = (modalities ?? []).map((name) => name.toUpperCase())
  const other = names.findIndex((name) => name !== 'TEXT' && name !== 'IMAGE')
  if (other >= 0) report.reject(`modalities[${other}]`, 'returns only text and images')
  return names.includes('IMAGE') ? { responseModalities: names } : {}
}

function toResponseFormat(value: unknown, report: FieldReport): JsonObject {
  const { type, json_schema: format } = toObject(value)
  if (type === undefined || type === 'text') return {}
  if (type === 'json_object') return { responseMimeType: 'application/json' }
  if (type !== 'json_schema')
    report.reject('response_format.type', 'returns only text, json_object, and json_schema')
  report.checkMembers(toObject(value), 'response_format', ['type', 'json_schema'])
  report.checkMembers(toObject(format), 'response_format.json_schema', formatMembers)
  const { schema, description, strict } = toObject(format)
  // The response always has the form of the schema.
  if (strict === true) report.ignore('response_format.json_schema.strict')
  if (!isUnset(description)) report.ignore('response_format.json_schema.description')
  const json = { responseMimeType: 'application/json' }
  return isUnset(schema) ? json : { ...json, responseJsonSchema: schema }
}

const formatMembers = ['name', 'description', 'schema', 'strict']

/** The budgets that Google's own API for OpenAI clients sends for each effort. */
const budgets: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['minimal', 1024],
  ['low', 1024],
  ['medium', 8192],
  ['high', 24_576],
  ['xhigh', 32_768],
])

/** A client that asks for thinking gets the thoughts, too, because the API has no other switch for them. */
function toThinkingConfig(request: ChatCompletionRequest, report: FieldReport): JsonObject | undefined {
  const own = readOwnConfig(request.extra_body, report)
  const effort = toText(request.reasoning_effort)
  if (effort === '') return own
  const budget = budgets.get(effort)
  if (budget === undefined)
    return report.reject('reasoning_effort', `accepts only ${[...budgets.keys()].join(', ')}`)
  const { modes, min, max, canBeOff } = thinkingRangeOf(request.model)
  if (budget === 0 && !canBeOff)
    return report.reject('reasoning_effort', `can't turn off the thoughts of ${request.model}`)
  const includeThoughts = budget !== 0
  if (modes[0] === 'level' && budget !== 0) {
    // Not all models with levels have `MINIMAL`.
    const thinkingLevel = budget <= 1024 ? 'LOW' : budget <= 8192 ? 'MEDIUM' : 'HIGH'
    return { includeThoughts, thinkingLevel, ...own }
  }
  const thinkingBudget = budget === 0 ? 0 : Math.min(max, Math.max(min, budget))
  return { includeThoughts, thinkingBudget, ...own }
}

/** `extra_body.google.thinking_config`, as Google's own API for OpenAI clients has it. */
function readOwnConfig(value: unknown, report: FieldReport): JsonObject | undefined {
  const extra = report.readObject(value, 'extra_body')
  const google = report.readObject(extra.google, 'extra_body.google')
  report.checkMembers(extra, 'extra_body', ['google'])
  report.checkMembers(google, 'extra_body.google', ['thinking_config'])
  const thinking = report.readObject(google.thinking_config, 'extra_body.google.thinking_config')
  return isUnset(thinking) ? undefined : toCamelCase(thinking)
}

/** Returns the members `tools` and `toolConfig`, as far as they are needed. */
function toGoogleTools(
  { tools, tool_choice: choice }: ChatCompletionRequest,
  report: FieldReport,
): JsonObject {
  const functionDeclarations = (tools ?? []).map((tool, index) =>
    toDeclaration(tool, `tools[${index}]`, report),
  )
  if (functionDeclarations.length === 0) {
    if (!isUnset(choice) && choice !== 'auto' && choice !== 'none')
      report.reject('tool_choice', 'needs tools to choose from')
    return {}
  }
  const functionCallingConfig = toCallingConfig(choice, report)
  return {
    tools: [{ functionDeclarations }],
    ...(functionCallingConfig ? { toolConfig: { functionCallingConfig } } : {}),
  }
}

function toDeclaration(tool: JsonObject, path: string, report: FieldReport): JsonObject {
  if (tool.type !== 'function') report.reject(`${path}.type`, `has no tools of the type ${toText(tool.type)}`)
  report.checkMembers(tool, path, ['type', 'function'], ['cache_control'])
  const declared = toObject(tool.function)
  const { name, description, parameters, strict } = declared
  if (toText(name) === '') report.reject(`${path}.function.name`, 'needs a name')
  if (strict === true) report.ignore(`${path}.function.strict`)
  report.checkMembers(declared, `${path}.function`, declarationMembers)
  return {
    name,
    ...(toText(description) === '' ? {} : { description }),
    ...(isUnset(parameters) ? {} : { parametersJsonSchema: parameters }),
  }
}

const declarationMembers = ['name', 'description', 'parameters', 'strict']

const modes: ReadonlyMap<string, string> = new Map([
  ['none', 'NONE'],
  ['required', 'ANY'],
])

/** Returns undefined if the model decides. */
function toCallingConfig(choice: unknown, report: FieldReport): JsonObject | undefined {
  if (isUnset(choice) || choice === 'auto') return undefined
  if (typeof choice === 'string') {
    const mode = modes.get(choice)
    return mode === undefined
      ? report.reject('tool_choice', 'accepts only auto, none, required, and a function')
      : { mode }
  }
  const { type, function: named } = toObject(choice)
  const selected = toObject(named)
  const name = toText(selected.name)
  if (type !== 'function') report.reject('tool_choice.type', `has no choice of the type ${toText(type)}`)
  if (name === '') report.reject('tool_choice.function.name', 'needs a name')
  report.checkMembers(toObject(choice), 'tool_choice', ['type', 'function'])
  report.checkMembers(selected, 'tool_choice.function', ['name'])
  return { mode: 'ANY', allowedFunctionNames: [name] }
}
