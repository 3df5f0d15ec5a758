// Converts the parameters of a chat completion to `generationConfig`.
import { thinkingRangeOf } from '#shared/models/thinking'
import type { ChatCompletionRequest } from '#shared/schemas/openai-requests'
import type { FieldReport } from '../translation/field-report'
import { isUnset, type JsonObject, toCamelCase, toObject, toText } from '../translation/json-objects'

/** Same meaning, other name. */
const renamed = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  seed: 'seed',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
} as const satisfies Partial<Record<keyof ChatCompletionRequest, string>>

export function toGenerationConfig(request: ChatCompletionRequest, report: FieldReport): JsonObject {
  const config: Record<string, unknown> = {}
  for (const [name, googleName] of Object.entries(renamed))
    if (!isUnset(request[name])) config[googleName] = request[name]
  const { n, stop, max_tokens: maxTokens, max_completion_tokens: maxCompletionTokens } = request
  // Clients send the default, which not all models accept as a number.
  if (!isUnset(n) && n !== 1) config.candidateCount = n
  if (!isUnset(stop)) config.stopSequences = typeof stop === 'string' ? [stop] : stop
  const limit = maxCompletionTokens ?? maxTokens
  if (!isUnset(limit)) config.maxOutputTokens = limit
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
  report.checkMembers(toObject(value), 'response_format', { known: ['type', 'json_schema'] })
  report.checkMembers(toObject(format), 'response_format.json_schema', { known: formatMembers })
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
  report.checkMembers(extra, 'extra_body', { known: ['google'] })
  report.checkMembers(google, 'extra_body.google', { known: ['thinking_config'] })
  const thinking = report.readObject(google.thinking_config, 'extra_body.google.thinking_config')
  return isUnset(thinking) ? undefined : toCamelCase(thinking)
}
