// Converts `generationConfig` to the parameters of a chat completion.
import type { ServerFeatures } from '#shared/models/server-features'
import type { ModelKind } from '#shared/schemas/model'
import type { FieldReport } from '../../translation/field-report'
import { isUnset, type JsonObject, toCamelCase, toObject } from '../../translation/json-objects'
import { toJsonSchema, toStrictSchema } from './json-schema'

export interface ChatParameters {
  readonly parameters: JsonObject
  /** Without it, Google's API returns no thoughts. */
  readonly includesThoughts: boolean
}

/** Same meaning, other name. */
const renamed = new Map([
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['stopSequences', 'stop'],
  ['presencePenalty', 'presence_penalty'],
  ['frequencyPenalty', 'frequency_penalty'],
])

const harmless = new Set(['mediaResolution', 'enableEnhancedCivicAnswers', 'responseJsonSchemaOrdered'])

/** Converted together with another field. */
const combined = new Set([
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'logprobs',
])

export interface ChatTarget {
  /** As the server names it. */
  readonly model: string
  readonly kind: ModelKind
  readonly server: ServerFeatures
  readonly report: FieldReport
}

export function toChatParameters(value: unknown, target: ChatTarget): ChatParameters {
  const { server, report } = target
  const config = toCamelCase(toObject(value))
  const parameters: Record<string, unknown> = {}
  if (!isUnset(config.logprobs) && config.responseLogprobs !== true)
    report.ignore('generationConfig.logprobs')
  for (const [name, field] of Object.entries(config)) {
    const path = `generationConfig.${name}`
    if (isUnset(field) || combined.has(name)) continue
    const sameName = renamed.get(name)
    if (sameName) parameters[sameName] = field
    else if (harmless.has(name)) report.ignore(path)
    else Object.assign(parameters, convertField(name, { field, server, report, config }))
  }
  return {
    parameters: {
      ...parameters,
      ...toModalities(config, target),
      ...toResponseFormat(config, server, report),
    },
    includesThoughts: readThinking(config, report).includesThoughts,
  }
}

interface FieldContext {
  readonly field: unknown
  readonly config: JsonObject
  readonly server: ServerFeatures
  readonly report: FieldReport
}

function convertField(name: string, { field, config, server, report }: FieldContext): JsonObject {
  const path = `generationConfig.${name}`
  switch (name) {
    case 'maxOutputTokens':
      return { [server.tokenLimit]: field }
    case 'seed':
      return { [server.seed]: field }
    case 'candidateCount':
      if (field !== 1 && !server.hasChoices) report.reject(path, 'returns only one candidate')
      return field === 1 ? {} : { n: field }
    case 'topK':
      if (server.hasTopK) return { top_k: field }
      report.ignore(path)
      return {}
    case 'responseLogprobs':
      if (!report.readBoolean(field, path)) return {}
      if (!server.hasLogprobs) report.reject(path, 'returns no log probabilities')
      // Without a number, the API returns no alternatives; with 0, llama.cpp returns no probabilities at all.
      return { logprobs: true, ...(config.logprobs ? { top_logprobs: config.logprobs } : {}) }
    case 'imageConfig':
      return server.images === 'chat' ? toImageConfig(field, path, report) : report.reject(path)
    case 'thinkingConfig':
      return toReasoningEffort(config, server, report)
    default:
      return report.reject(path)
  }
}

/** Without `modalities`, models return only text. */
function toModalities(
  { responseModalities }: JsonObject,
  { model, kind, server, report }: ChatTarget,
): JsonObject {
  const path = 'generationConfig.responseModalities'
  const known = server.images === 'chat' ? ['text', 'image'] : ['text']
  const names = report.readTexts(responseModalities, path).map((name) => name.toLowerCase())
  if (names.some((name) => !known.includes(name)))
    report.reject(path, `returns only ${known.join(' and ')} with this model`)
  if (!names.includes('image') && (names.length > 0 || kind !== 'image')) return {}
  const hasText = names.length === 0 || names.includes('text')
  return { modalities: hasText && (kind !== 'image' || writesText(model)) ? ['image', 'text'] : ['image'] }
}

/** Other image models reject `text`, which Google's clients request from all: github.com/openclaw/openclaw/issues/120530 */
function writesText(imageModel: string): boolean {
  return /gemini|gpt-\d/.test(imageModel)
}

function toImageConfig(value: unknown, path: string, report: FieldReport): JsonObject {
  const { aspectRatio, imageSize, ...others } = toCamelCase(report.readObject(value, path))
  for (const [name, field] of Object.entries(others)) if (!isUnset(field)) report.reject(`${path}.${name}`)
  const ratio = report.readText(aspectRatio, `${path}.aspectRatio`)
  const size = report.readText(imageSize, `${path}.imageSize`)
  if (ratio === '' && size === '') return {}
  return {
    image_config: { ...(ratio ? { aspect_ratio: ratio } : {}), ...(size ? { image_size: size } : {}) },
  }
}

/** The largest budgets for low and medium effort, as in the documentation of Google's own OpenAI-compatible API. */
const lowBudget = 1024
const mediumBudget = 8192

const thinkingPath = 'generationConfig.thinkingConfig'

interface Thinking {
  readonly includesThoughts: boolean
  readonly level: string
  readonly budget: number | undefined
}

function readThinking({ thinkingConfig }: JsonObject, report: FieldReport): Thinking {
  const config = toCamelCase(report.readObject(thinkingConfig, thinkingPath))
  const { includeThoughts, thinkingLevel, thinkingBudget, ...others } = config
  for (const [name, value] of Object.entries(others))
    if (!isUnset(value)) report.reject(`${thinkingPath}.${name}`)
  return {
    includesThoughts: report.readBoolean(includeThoughts, `${thinkingPath}.includeThoughts`),
    level: report.readText(thinkingLevel, `${thinkingPath}.thinkingLevel`).toLowerCase(),
    budget: report.readNumber(thinkingBudget, `${thinkingPath}.thinkingBudget`),
  }
}

function toReasoningEffort(config: JsonObject, server: ServerFeatures, report: FieldReport): JsonObject {
  const { includesThoughts, level, budget } = readThinking(config, report)
  if (includesThoughts && server.hidesThoughts) report.ignore(`${thinkingPath}.includeThoughts`)
  const hasLevel = level !== '' && level !== 'thinking_level_unspecified'
  if (hasLevel && budget !== undefined) report.ignore(`${thinkingPath}.thinkingBudget`)
  if (level === 'minimal') return { reasoning_effort: server.hasEffortMinimal ? level : 'low' }
  if (hasLevel) return { reasoning_effort: level }
  // A negative budget lets the model decide.
  if (budget === undefined || budget < 0) return {}
  if (budget === 0) {
    if (server.hasEffortNone) return { reasoning_effort: 'none' }
    report.ignore(`${thinkingPath}.thinkingBudget`)
    return {}
  }
  if (budget <= lowBudget) return { reasoning_effort: 'low' }
  return { reasoning_effort: budget <= mediumBudget ? 'medium' : 'high' }
}

function toResponseFormat(config: JsonObject, server: ServerFeatures, report: FieldReport): JsonObject {
  const { responseMimeType, responseSchema, responseJsonSchema } = config
  const type = report.readText(responseMimeType, 'generationConfig.responseMimeType')
  if (type !== '' && type !== 'text/plain' && type !== 'application/json')
    report.reject('generationConfig.responseMimeType', 'returns only text and JSON')
  const path = 'generationConfig.responseSchema'
  if (!isUnset(responseJsonSchema)) {
    if (!isUnset(responseSchema)) report.ignore(path)
    return toSchemaFormat(report.readObject(responseJsonSchema, 'generationConfig.responseJsonSchema'))
  }
  if (!isUnset(responseSchema))
    return toSchemaFormat(
      toJsonSchema(report.readObject(responseSchema, path), path, (one) => report.ignore(one)),
    )
  if (type !== 'application/json') return {}
  return server.hasJsonObjects
    ? { response_format: { type: 'json_object' } }
    : toSchemaFormat({ type: 'object' })
}

function toSchemaFormat(schema: JsonObject): JsonObject {
  // Strict mode requires an object.
  const strict = schema.type === 'object' ? toStrictSchema(schema) : undefined
  const format = { name: 'response', schema: strict ?? schema, ...(strict ? { strict: true } : {}) }
  return { response_format: { type: 'json_schema', json_schema: format } }
}
