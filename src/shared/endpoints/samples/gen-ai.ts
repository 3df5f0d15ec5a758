// Writes a request as a JavaScript module that uses the Google SDK.
import { fileReader, streams, toOpening } from './fetch'
import {
  holdsFiles,
  isObject,
  keyVariable,
  readSampleBody,
  type SampleObject,
  type SampleRequest,
  type SampleTarget,
} from './sample-request'
import { javascript, writeLiteral } from './write-literal'

/** Puts unknown fields into `extraBody`, because the SDK drops them. */
export function toGenAi(request: SampleRequest, target: SampleTarget): string {
  const sdkRequest = toSdkRequest(readSampleBody(request))
  const method = streams(request) ? 'generateContentStream' : 'generateContent'
  const [, model = ''] = splitPath(request.path)
  return `${[
    ...toOpening(request, target),
    'import { GoogleGenAI } from "@google/genai"',
    ...(holdsFiles(request) ? [fileReader] : []),
    '',
    ...writeClient(request, target),
    '',
    `const contents = ${writeLiteral(sdkRequest.contents, javascript)}`,
    '',
    `const answer = await ai.models.${method}({`,
    `  model: ${JSON.stringify(model)},`,
    '  contents,',
    ...toConfig(sdkRequest),
    '})',
    ...toOutput(request, sdkRequest),
  ].join('\n')}\n`
}

/** The opening lines of every module that uses the SDK. */
function writeClient(request: SampleRequest, target: SampleTarget): string[] {
  const [prefix = ''] = splitPath(request.path)
  const { headers = {} } = request
  const options = {
    baseUrl: target.baseUrl + prefix,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  }
  return [
    'const ai = new GoogleGenAI({',
    `  apiKey: ${target.key === null ? `process.env.${keyVariable}` : JSON.stringify(target.key)},`,
    `  httpOptions: ${writeLiteral(options, javascript, 1)},`,
    '})',
  ]
}

/** The SDK adds `/v1beta/models/…` itself. */
function splitPath(path: string): readonly string[] {
  const [, prefix = '', model = ''] = /^(.*)\/v1beta\/models\/([^:]+):/.exec(path) ?? []
  return [prefix, decodeURIComponent(model)]
}

function toConfig(sdkRequest: SdkRequest): string[] {
  const lines = [
    ...toMembers(sdkRequest.config, 2).map((member) => `    ${member},`),
    ...toExtraBody(sdkRequest),
  ]
  return lines.length > 0 ? ['  config: {', ...lines, '  },'] : []
}

function toExtraBody({ extra, repeatsContents }: SdkRequest): string[] {
  const members = [...(repeatsContents ? ['contents'] : []), ...toMembers(extra, 4)]
  if (members.length === 0) return []
  return [
    '    // Fields that the SDK would drop.',
    '    httpOptions: {',
    '      extraBody: {',
    ...members.map((member) => `        ${member},`),
    '      },',
    '    },',
  ]
}

function toMembers(object: SampleObject, depth: number): string[] {
  return Object.entries(object).map(
    ([name, value]) => `${javascript.toName(name)}: ${writeLiteral(value, javascript, depth)}`,
  )
}

function toOutput(request: SampleRequest, { config, extra }: SdkRequest): string[] {
  const tools = config.tools ?? extra.tools
  const calls = Array.isArray(tools) && tools.some((tool) => isObject(tool) && 'functionDeclarations' in tool)
  const show = (chunk: string) => [
    ...(calls ? [`if (${chunk}.functionCalls) console.log(${chunk}.functionCalls)`] : []),
    `process.stdout.write(${chunk}.text ?? "")`,
  ]
  if (!streams(request)) return show('answer')
  return ['for await (const chunk of answer) {', ...show('chunk').map((line) => `  ${line}`), '}']
}

interface SdkRequest {
  readonly contents: unknown
  /** `config`, without `httpOptions`. */
  readonly config: SampleObject
  /** `config.httpOptions.extraBody`, which the SDK merges into the body unchanged. */
  readonly extra: SampleObject
  /** The contents have fields that the SDK would drop, so `extraBody` must contain them, too. */
  readonly repeatsContents: boolean
}

function toSdkRequest(body: SampleObject): SdkRequest {
  const contents = renameMedia(body.contents)
  const config: Record<string, unknown> = {}
  const extra: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (name === 'contents') continue
    if (name === 'generationConfig' && isObject(value)) {
      const [supported, dropped] = split(value, isSupportedOption)
      Object.assign(config, supported)
      if (Object.keys(dropped).length > 0) extra.generationConfig = dropped
    } else if (memberChecks[name]?.(value)) config[name] = value
    else extra[name] = value
  }
  return { contents, config, extra, repeatsContents: !isListOf(contents, isSupportedContent) }
}

type Check = (value: unknown) => boolean

function split(object: SampleObject, isSupported: (name: string, value: unknown) => boolean) {
  const entries = Object.entries(object)
  return [true, false].map((expected) =>
    Object.fromEntries(entries.filter(([name, value]) => isSupported(name, value) === expected)),
  ) as [SampleObject, SampleObject]
}

const options = new Set(
  `temperature topP topK candidateCount maxOutputTokens stopSequences responseLogprobs logprobs presencePenalty
  frequencyPenalty seed responseMimeType responseJsonSchema responseModalities mediaResolution thinkingConfig
  enableEnhancedCivicAnswers`.split(/\s+/),
)

function isSupportedOption(name: string, value: unknown): boolean {
  if (name === 'responseSchema') return isSupportedSchema(value)
  return value !== null && options.has(name)
}

const partFields = `text inlineData fileData functionCall functionResponse executableCode codeExecutionResult
  toolCall toolResponse thought thoughtSignature videoMetadata mediaResolution partMetadata`.split(/\s+/)

const isSupportedContent: Check = (content) =>
  has(content, ['role', 'parts']) && isListOf(content.parts, isSupportedPart)

const isSupportedPart: Check = (part) =>
  has(part, partFields) && (part.functionCall === undefined || has(part.functionCall, ['id', 'name', 'args']))

const isSupportedTool: Check = (tool) =>
  has(tool, ['functionDeclarations', 'urlContext', 'googleSearch', 'codeExecution']) &&
  (tool.googleSearch === undefined || has(tool.googleSearch, ['searchTypes', 'timeRangeFilter'])) &&
  (tool.functionDeclarations === undefined || isListOf(tool.functionDeclarations, isSupportedDeclaration))

const isSupportedDeclaration: Check = (declaration) =>
  isObject(declaration) &&
  [declaration.parameters, declaration.response].every(
    (schema) => schema === undefined || isSupportedSchema(schema),
  )

const memberChecks: Readonly<Record<string, Check>> = {
  systemInstruction: isSupportedContent,
  tools: (tools) => isListOf(tools, isSupportedTool),
  toolConfig: (config) =>
    has(config, ['functionCallingConfig', 'retrievalConfig']) &&
    (config.functionCallingConfig === undefined ||
      has(config.functionCallingConfig, ['mode', 'allowedFunctionNames'])),
  safetySettings: (settings) => isListOf(settings, (one) => has(one, ['category', 'threshold'])),
}

function isListOf(value: unknown, check: Check): boolean {
  return Array.isArray(value) && value.every(check)
}

/** Whether the object has only these members and no null: the SDK omits nulls. */
function has(value: unknown, names: readonly string[]): value is SampleObject {
  return (
    isObject(value) &&
    Object.entries(value).every(([name, member]) => names.includes(name) && member !== null)
  )
}

const camelCase: ReadonlyMap<string, string> = new Map([
  ['inline_data', 'inlineData'],
  ['file_data', 'fileData'],
  ['mime_type', 'mimeType'],
  ['file_uri', 'fileUri'],
])

/** The SDK accepts only camelCase; both spellings mean the same (wire §2.8). */
function renameMedia(contents: unknown): unknown {
  if (!Array.isArray(contents)) return contents
  return contents.map((content) =>
    isObject(content) && Array.isArray(content.parts)
      ? { ...content, parts: content.parts.map((part) => rename(part, 2)) }
      : content,
  )
}

function rename(value: unknown, levels: number): unknown {
  if (!isObject(value) || levels === 0) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isMedia = camelCase.has(name) || name === 'inlineData' || name === 'fileData'
      return [camelCase.get(name) ?? name, isMedia ? rename(member, levels - 1) : member]
    }),
  )
}

const types = new Set(['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT'])

/** The SDK rewrites unions and null, drops `additionalProperties`, and moves schemas that have a `$schema`. */
function isSupportedSchema(schema: unknown): boolean {
  if (!isObject(schema) || ('type' in schema && 'anyOf' in schema)) return false
  return Object.entries(schema).every(([name, value]) => isSupportedMember(name, value))
}

function isSupportedMember(name: string, value: unknown): boolean {
  if (value === null || name === '$schema' || name === 'additionalProperties') return false
  if (name === 'type') return typeof value === 'string' && types.has(value.toUpperCase())
  if (name === 'items') return isSupportedSchema(value)
  if (name === 'anyOf') return Array.isArray(value) && value.every(isSupportedSchema)
  if (name === 'properties') return isObject(value) && Object.values(value).every(isSupportedSchema)
  return true
}

interface SdkCall {
  readonly method: 'generateVideos' | 'embedContent' | 'countTokens'
  /** Besides the model. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly output: string
  readonly notes: readonly string[]
}

/** Null if the SDK has no parameter for a part of the body. */
function toSdkCall(request: SampleRequest): SdkCall | null {
  if (request.body === '' || holdsFiles(request)) return null
  const verb = /:(\w+)(?:\?|$)/.exec(request.path)?.[1]
  const body = readSampleBody(request)
  if (verb === 'predictLongRunning') return toVideoCall(body)
  if (verb === 'embedContent') return toEmbeddingCall(body)
  if (verb !== 'countTokens' || !hasOnly(body, ['contents'])) return null
  return { method: 'countTokens', parameters: body, output: 'response.totalTokens', notes: [] }
}

function toVideoCall({ instances, parameters = {}, ...others }: Body): SdkCall | null {
  const [instance, ...more] = Array.isArray(instances) ? instances : []
  const isSupported = more.length === 0 && hasOnly(others, []) && hasOnly(parameters, videoOptions)
  if (!isSupported || !hasOnly(instance, ['prompt'])) return null
  return {
    method: 'generateVideos',
    parameters: { source: { prompt: instance.prompt }, config: parameters },
    output: 'response.name',
    notes: ['Check it with ai.operations.getVideosOperation({ operation: response }).'],
  }
}

const videoOptions = [
  'aspectRatio',
  'durationSeconds',
  'resolution',
  'negativePrompt',
  'personGeneration',
  'seed',
]

function toEmbeddingCall({ content, ...config }: Body): SdkCall | null {
  if (!hasOnly(config, ['taskType', 'title', 'outputDimensionality'])) return null
  return {
    method: 'embedContent',
    parameters: { contents: [content], config },
    output: 'response.embeddings[0].values',
    notes: ['The SDK sends a batch of one text.'],
  }
}

type Body = Readonly<Record<string, unknown>>

function hasOnly(value: unknown, names: readonly string[]): value is Body {
  return isObject(value) && Object.keys(value).every((name) => names.includes(name))
}

export function isSdkCall(request: SampleRequest): boolean {
  return toSdkCall(request) !== null
}

export function toGenAiCall(request: SampleRequest, target: SampleTarget): string {
  // The caller has checked it with `isSdkCall`.
  const { method, parameters, output, notes } = toSdkCall(request) as SdkCall
  const [, model = ''] = splitPath(request.path)
  const described = { ...request, notes: [...(request.notes ?? []), ...notes] }
  return `${[
    ...toOpening(described, target),
    'import { GoogleGenAI } from "@google/genai"',
    '',
    ...writeClient(request, target),
    '',
    `const response = await ai.models.${method}(${writeLiteral({ model, ...parameters }, javascript)})`,
    `console.log(${output})`,
  ].join('\n')}\n`
}
