// Converts a request for `generateContent` to one for `/v1/chat/completions`: its parameters and tools.

import { forcesNoCall, ignoredByOpenAi, parameters, unsupported } from '#shared/dialects/fields'
import type { ServerFeatures } from '#shared/models/openai-servers'
import type { ModelKind } from '#shared/schemas/model'
import {
  isUnset,
  type JsonObject,
  listObjects,
  toCamelCase,
  toObject,
  toText,
} from '#shared/wire/json-objects'
import type { FieldReport } from '../translation/field-report'
import { toMessages, toSystemMessage } from './chat-messages'
import { toJsonSchema, toStrictSchema } from './json-schema'

interface ChatRequestOptions extends ChatTarget {
  readonly isStream: boolean
}

interface ChatRequest {
  readonly body: JsonObject
  /** The client wants to see the model's thoughts. */
  readonly includesThoughts: boolean
}

/** Has its own translation. */
const translated = [
  'contents',
  'systemInstruction',
  'generationConfig',
  'tools',
  'toolConfig',
  'safetySettings',
]

/** Throws INVALID_ARGUMENT for a field that the server has no equivalent of. */
export function toChatRequest(value: unknown, { isStream, ...target }: ChatRequestOptions): ChatRequest {
  const { model, server, report } = target
  const request = toCamelCase(toObject(value))
  checkFields(request, report)
  const { parameters: config, includesThoughts } = toChatParameters(request.generationConfig, target)
  const messages = [
    ...toSystemMessage(request.systemInstruction, report),
    ...toMessages(request.contents, server, report),
  ]
  if (server.requiresJsonWord && returnsAnyJson(config) && !hasJsonWord(messages))
    messages.unshift({ role: 'system', content: 'Respond with JSON.' })
  const usage = server.hasStreamOptions ? { stream_options: { include_usage: true } } : {}
  const streaming = isStream ? { stream: true, ...usage } : {}
  const tools = toTools(request, server, report)
  return { body: { model, messages, ...config, ...tools, ...streaming }, includesThoughts }
}

function returnsAnyJson({ response_format: format }: JsonObject): boolean {
  return toObject(format).type === 'json_object'
}

/** Media are not searched. */
function hasJsonWord(messages: readonly JsonObject[]): boolean {
  return messages.some(({ content }) =>
    typeof content === 'string'
      ? /json/i.test(content)
      : listObjects(content).some(({ text }) => /json/i.test(toText(text))),
  )
}

export function checkFields(request: JsonObject, report: FieldReport): void {
  for (const [name, field] of Object.entries(request)) {
    // The model repeats the path.
    if (isUnset(field) || translated.includes(name) || name === 'model') continue
    if (ignoredByOpenAi.request.includes(name)) report.ignore(name)
    else report.reject(name)
  }
  for (const [index, setting] of report.readObjects(request.safetySettings, 'safetySettings').entries()) {
    // A filter that is turned off is what such a server does anyway.
    if (!/^(?:BLOCK_NONE|OFF)$/.test(toText(setting.threshold)))
      report.reject(`safetySettings[${index}]`, unsupported.safety)
    report.ignore('safetySettings')
  }
}

interface ChatParameters {
  readonly parameters: JsonObject
  /** Without it, Google's API returns no thoughts. */
  readonly includesThoughts: boolean
}

/** Have no equivalent with the same values. */
const converted = [
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'responseLogprobs',
  'logprobs',
  'imageConfig',
  'thinkingConfig',
]

interface ChatTarget {
  /** As the server names it. */
  readonly model: string
  readonly kind: ModelKind
  readonly server: ServerFeatures
  readonly report: FieldReport
}

function toChatParameters(value: unknown, target: ChatTarget): ChatParameters {
  const { server, report } = target
  const config = toCamelCase(toObject(value))
  const renamed: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(config)) {
    if (isUnset(field) || converted.includes(name)) continue
    const path = `generationConfig.${name}`
    const parameter = parameters.find(({ gemini }) => gemini === name)
    if (!parameter) {
      if (!ignoredByOpenAi.config.includes(name)) report.reject(path)
      report.ignore(path)
    } else if (field !== parameter.usual) {
      const { openai, nameAt, needs, reason } = parameter
      if (!needs || server[needs]) renamed[nameAt?.(server) ?? openai] = field
      else if (reason) report.reject(path, reason)
      else report.ignore(path)
    }
  }
  const thinking = readThinking(config, report)
  return {
    parameters: {
      ...renamed,
      ...toLogprobs(config, server, report),
      ...toImageConfig(config.imageConfig, server, report),
      ...toReasoningEffort(thinking, server, report),
      ...toModalities(config, target),
      ...toResponseFormat(config, server, report),
    },
    includesThoughts: thinking.includesThoughts,
  }
}

function toLogprobs(
  { responseLogprobs, logprobs }: JsonObject,
  server: ServerFeatures,
  report: FieldReport,
): JsonObject {
  const path = 'generationConfig.responseLogprobs'
  if (!report.readBoolean(responseLogprobs, path)) {
    if (!isUnset(logprobs)) report.ignore('generationConfig.logprobs')
    return {}
  }
  if (!server.hasLogprobs) report.reject(path, 'returns no log probabilities')
  // Without a number, the API returns no alternatives; with 0, llama.cpp returns no probabilities at all.
  return { logprobs: true, ...(logprobs ? { top_logprobs: logprobs } : {}) }
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

function toImageConfig(value: unknown, server: ServerFeatures, report: FieldReport): JsonObject {
  const path = 'generationConfig.imageConfig'
  if (isUnset(value)) return {}
  if (server.images !== 'chat') report.reject(path)
  const { aspectRatio, imageSize, ...others } = toCamelCase(report.readObject(value, path))
  report.checkMembers(others, path)
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
  report.checkMembers(others, thinkingPath)
  return {
    includesThoughts: report.readBoolean(includeThoughts, `${thinkingPath}.includeThoughts`),
    level: report.readText(thinkingLevel, `${thinkingPath}.thinkingLevel`).toLowerCase(),
    budget: report.readNumber(thinkingBudget, `${thinkingPath}.thinkingBudget`),
  }
}

function toReasoningEffort(
  { includesThoughts, level, budget }: Thinking,
  server: ServerFeatures,
  report: FieldReport,
): JsonObject {
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

/** Tools that Google's servers run. */
const serverTools: Readonly<Record<string, string>> = {
  ...unsupported,
  googleSearchRetrieval: unsupported.googleSearch,
}

const choicePath = 'toolConfig.functionCallingConfig'

/** Returns the members `tools` and `tool_choice`, as far as they are needed. */
function toTools(
  request: JsonObject,
  { hasToolChoice }: Pick<ServerFeatures, 'hasToolChoice'>,
  report: FieldReport,
): JsonObject {
  const declared = listDeclarations(request.tools, report)
  const { mode, allowed } = readToolConfig(request.toolConfig, report)
  // Without its functions, a model cannot call them, on any server.
  if (mode === 'NONE') return {}
  const names = declared.map(({ name }) => toText(name))
  if (allowed.some((name) => !names.includes(name)))
    report.reject(`${choicePath}.allowedFunctionNames`, 'can call only functions that tools declares')
  const tools =
    allowed.length === 0 ? declared : declared.filter(({ name }) => allowed.includes(toText(name)))
  if (mode === 'ANY' && tools.length === 0)
    report.reject(`${choicePath}.mode`, 'can call only functions that tools declares')
  if (tools.length === 0) return {}
  const translated = { tools: tools.map((tool) => ({ type: 'function', function: tool })) }
  if (mode === 'AUTO') return translated
  if (!hasToolChoice) report.reject(`${choicePath}.mode`, forcesNoCall)
  // The name of a function is not sent: LM Studio rejects it (github.com/lmstudio-ai/lmstudio-bug-tracker/issues/670), and
  // llama.cpp takes it for `auto` (github.com/ggml-org/llama.cpp/issues/26535).
  return { ...translated, tool_choice: 'required' }
}

function listDeclarations(tools: unknown, report: FieldReport): readonly JsonObject[] {
  return listObjects(tools).flatMap((tool, index) => {
    const path = `tools[${index}]`
    return Object.entries(toCamelCase(tool)).flatMap(([name, value]) => {
      if (value === undefined || value === null) return []
      // `{ "urlContext": {} }` turns a tool on.
      if (name !== 'functionDeclarations') report.reject(`${path}.${name}`, serverTools[name])
      const declarations = report.readObjects(value, `${path}.${name}`)
      return declarations.map((one, at) => toFunction(one, `${path}.${name}[${at}]`, report))
    })
  })
}

function toFunction(declaration: JsonObject, path: string, report: FieldReport): JsonObject {
  const { name, description, parameters, parametersJsonSchema, ...others } = toCamelCase(declaration)
  for (const [field, value] of Object.entries(others)) {
    if (isUnset(value)) continue
    // A description of the result, and how Google's servers schedule it.
    if (!/^(?:response|responseJsonSchema|behavior)$/.test(field)) report.reject(`${path}.${field}`)
    report.ignore(`${path}.${field}`)
  }
  const schema = isUnset(parametersJsonSchema)
    ? toJsonSchema(report.readObject(parameters, `${path}.parameters`), `${path}.parameters`, (one) =>
        report.ignore(one),
      )
    : parametersJsonSchema
  return {
    name,
    ...(toText(description) ? { description } : {}),
    // Some servers require a schema of a function without parameters, too.
    parameters: isUnset(schema) ? { type: 'object', properties: {} } : schema,
  }
}

interface ToolConfig {
  readonly mode: 'AUTO' | 'ANY' | 'NONE'
  /** Names of functions; empty allows all. */
  readonly allowed: readonly string[]
}

function readToolConfig(value: unknown, report: FieldReport): ToolConfig {
  const { functionCallingConfig, ...others } = toCamelCase(report.readObject(value, 'toolConfig'))
  // Coordinates for Google's own tools.
  for (const [name, field] of Object.entries(others)) if (!isUnset(field)) report.ignore(`toolConfig.${name}`)
  const { mode, allowedFunctionNames, ...unknown } = toCamelCase(
    report.readObject(functionCallingConfig, choicePath),
  )
  report.checkMembers(unknown, choicePath)
  const allowed = report.readTexts(allowedFunctionNames, `${choicePath}.allowedFunctionNames`)
  const name = report.readText(mode, `${choicePath}.mode`).toUpperCase()
  if (name === 'ANY' || name === 'NONE') return { mode: name, allowed }
  if (name === 'VALIDATED') {
    report.ignore(`${choicePath}.mode`)
    return { mode: 'AUTO', allowed }
  }
  if (name !== '' && name !== 'AUTO' && name !== 'MODE_UNSPECIFIED')
    report.reject(`${choicePath}.mode`, `has no mode ${name}`)
  // Google's API considers these names only with ANY and VALIDATED.
  if (allowed.length > 0) report.ignore(`${choicePath}.allowedFunctionNames`)
  return { mode: 'AUTO', allowed: [] }
}
