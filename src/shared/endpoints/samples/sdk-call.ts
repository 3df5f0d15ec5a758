// Splits a request's body into what the Google SDK sends of its own arguments, and what it would drop.
import { isObject, type SampleObject } from './sample-body'
import { isKeptBySdk } from './sdk-schema'

export interface SdkCall {
  readonly contents: unknown
  /** `config`, without what follows. */
  readonly config: SampleObject
  /** `config.httpOptions.extraBody`: merged into the body as it is. */
  readonly extra: SampleObject
  /** The contents hold what the SDK would drop: they must stand in `extraBody`, too. */
  readonly repeatsContents: boolean
}

export function toSdkCall(body: SampleObject): SdkCall {
  const contents = renameMedia(body.contents)
  const config: Record<string, unknown> = {}
  const extra: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (name === 'contents') continue
    if (name === 'generationConfig' && isObject(value)) {
      const [kept, dropped] = split(value, isKeptOption)
      Object.assign(config, kept)
      if (Object.keys(dropped).length > 0) extra.generationConfig = dropped
    } else if (keptMembers[name]?.(value)) config[name] = value
    else extra[name] = value
  }
  return { contents, config, extra, repeatsContents: !isListOf(contents, isKeptContent) }
}

type Check = (value: unknown) => boolean

function split(object: SampleObject, isKept: (name: string, value: unknown) => boolean) {
  const entries = Object.entries(object)
  return [true, false].map((wanted) =>
    Object.fromEntries(entries.filter(([name, value]) => isKept(name, value) === wanted)),
  ) as [SampleObject, SampleObject]
}

const options = new Set(
  `temperature topP topK candidateCount maxOutputTokens stopSequences responseLogprobs logprobs presencePenalty
  frequencyPenalty seed responseMimeType responseJsonSchema responseModalities mediaResolution thinkingConfig
  enableEnhancedCivicAnswers`.split(/\s+/),
)

function isKeptOption(name: string, value: unknown): boolean {
  if (name === 'responseSchema') return isKeptBySdk(value)
  return value !== null && options.has(name)
}

const partFields = `text inlineData fileData functionCall functionResponse executableCode codeExecutionResult
  toolCall toolResponse thought thoughtSignature videoMetadata mediaResolution partMetadata`.split(/\s+/)

const isKeptContent: Check = (content) =>
  has(content, ['role', 'parts']) && isListOf(content.parts, isKeptPart)

const isKeptPart: Check = (part) =>
  has(part, partFields) && (part.functionCall === undefined || has(part.functionCall, ['id', 'name', 'args']))

const isKeptTool: Check = (tool) =>
  has(tool, ['functionDeclarations', 'urlContext', 'googleSearch', 'codeExecution']) &&
  (tool.googleSearch === undefined || has(tool.googleSearch, ['searchTypes', 'timeRangeFilter'])) &&
  (tool.functionDeclarations === undefined || isListOf(tool.functionDeclarations, isKeptDeclaration))

const isKeptDeclaration: Check = (declaration) =>
  isObject(declaration) &&
  [declaration.parameters, declaration.response].every(
    (schema) => schema === undefined || isKeptBySdk(schema),
  )

const keptMembers: Readonly<Record<string, Check>> = {
  systemInstruction: isKeptContent,
  tools: (tools) => isListOf(tools, isKeptTool),
  toolConfig: (config) =>
    has(config, ['functionCallingConfig', 'retrievalConfig']) &&
    (config.functionCallingConfig === undefined ||
      has(config.functionCallingConfig, ['mode', 'allowedFunctionNames'])),
  safetySettings: (settings) => isListOf(settings, (one) => has(one, ['category', 'threshold'])),
}

function isListOf(value: unknown, check: Check): boolean {
  return Array.isArray(value) && value.every(check)
}

/** An object of these members, none of them null: the SDK leaves out what is. */
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

/** The SDK knows only the one spelling; both mean the same (wire §2.8). */
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
