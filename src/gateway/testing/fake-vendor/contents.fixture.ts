// The contents of a generation request, and the errors that the vendor returns for invalid ones (wire §2, §4.3).
import { google, invalid } from './errors.fixture'
import { isObject } from './proto-json.fixture'
import { isValidSignature } from './signatures.fixture'
import type { VendorModel } from './vendor-models.fixture'

export interface Part {
  readonly text?: string
  readonly thought?: boolean
  readonly thoughtSignature?: string
  readonly inlineData?: { readonly mimeType?: string; readonly data?: string }
  readonly fileData?: { readonly mimeType?: string; readonly fileUri?: string }
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: object }
  readonly functionResponse?: { readonly id?: string; readonly name: string; readonly response?: unknown }
  readonly executableCode?: object
  readonly codeExecutionResult?: object
}

export interface Content {
  readonly role?: string
  readonly parts?: readonly Part[]
}

export interface GenerateRequest {
  readonly contents?: readonly Content[]
  readonly systemInstruction?: Content
  readonly tools?: readonly Record<string, unknown>[]
  readonly toolConfig?: {
    readonly functionCallingConfig?: {
      readonly mode?: string
      readonly allowedFunctionNames?: readonly string[]
    }
  }
  readonly generationConfig?: {
    readonly maxOutputTokens?: number
    readonly stopSequences?: readonly string[]
    readonly responseMimeType?: string
    readonly responseSchema?: unknown
    readonly responseJsonSchema?: unknown
    readonly responseModalities?: readonly string[]
    readonly thinkingConfig?: {
      readonly includeThoughts?: boolean
      readonly thinkingBudget?: number
      readonly thinkingLevel?: string
    }
    readonly imageConfig?: { readonly aspectRatio?: string; readonly imageSize?: string }
  }
}

const dataMembers = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
] as const

const mimeTypes =
  /^(image\/(png|jpeg|webp|heic|heif|gif)|video\/[\w.-]+|audio\/[\w.-]+|application\/(pdf|json|[\w.-]*javascript|rtf)|text\/[\w.-]+)$/

export interface ReadBodyOptions {
  readonly model: VendorModel
  /** `GenerateContentRequest` or `CountTokensRequest`, with which the vendor's messages start. */
  readonly message: string
  /** Throws if a file of the Files API cannot be used with this key. */
  readonly checkFile: (uri: string) => void
}

/** Throws the vendor's error for the first problem. */
export function checkContents(contents: readonly Content[] | undefined, options: ReadBodyOptions): void {
  if (!contents?.length) throw invalid(`* ${options.message}.contents: contents is not specified\n`)
  contents.forEach((content, index) => {
    checkContent(content, `${options.message}.contents[${index}]`, options)
  })
  checkFunctionTurns(contents)
  checkSignatures(contents, options.model)
}

function checkContent({ role, parts }: Content, path: string, options: ReadBodyOptions): void {
  if (role !== undefined && !['user', 'model', 'function', ''].includes(role))
    throw invalid('Please use a valid role: user, model.')
  if (!parts?.length) throw invalid(`* ${path}.parts: contents.parts must not be empty.\n`)
  parts.forEach((part, index) => {
    checkPart(part, `${path}.parts[${index}]`, options)
  })
}

function checkPart(part: Part, path: string, { checkFile }: ReadBodyOptions): void {
  const members = dataMembers.filter((name) => name in part)
  // A part may have only a signature (wire §2.4).
  if (members.length === 0 && part.thoughtSignature === undefined)
    throw invalid(`* ${path}.data: required oneof field 'data' must have one initialized field\n`)
  if (members.length > 1)
    throw invalid(`Invalid value (oneof), oneof field 'data' is already set. Cannot set '${members[1]}'`)
  const media = part.inlineData ?? part.fileData
  if (media?.mimeType !== undefined && !mimeTypes.test(media.mimeType))
    throw invalid(`Unsupported MIME type: ${media.mimeType}`)
  if (part.inlineData && !isBase64(part.inlineData.data ?? ''))
    throw invalid(`Invalid value at '${path}.inline_data.data' (TYPE_BYTES), Base64 decoding failed`)
  if (part.fileData) checkFile(part.fileData.fileUri ?? '')
  if (part.functionResponse && !isObject(part.functionResponse.response))
    throw invalid(`* ${path}.function_response.response: response must be a Struct\n`)
}

/** URL-safe characters are valid in proto JSON, too. */
function isBase64(data: string): boolean {
  return data !== '' && !/[^\w+/=-]/.test(data)
}

/** All results must be in one turn, as many as there were calls. */
function checkFunctionTurns(contents: readonly Content[]): void {
  contents.forEach(({ parts = [] }, index) => {
    const results = parts.filter(({ functionResponse }) => functionResponse).length
    const calls = callsOf(contents[index - 1]).length
    if (results !== calls)
      throw invalid(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      )
  })
}

export function callsOf(content: Content | undefined): readonly Part[] {
  return (content?.parts ?? []).filter(({ functionCall }) => functionCall)
}

/** Returns the turns from the last user turn on that is not a function result. */
export function currentTurn(contents: readonly Content[]): readonly Content[] {
  const start = contents.findLastIndex(
    ({ role, parts = [] }) => role !== 'model' && !parts.some(({ functionResponse }) => functionResponse),
  )
  return contents.slice(Math.max(0, start))
}

function checkSignatures(contents: readonly Content[], model: VendorModel): void {
  for (const { thoughtSignature } of contents.flatMap(({ parts = [] }) => parts))
    if (thoughtSignature !== undefined && !isValidSignature(model.id, thoughtSignature))
      throw invalid('Corrupted thought signature.')
  if (!model.needsSignatures) return
  for (const content of currentTurn(contents)) {
    const [call] = callsOf(content)
    if (call && call.thoughtSignature === undefined) throw missingSignature(call.functionCall?.name ?? '')
  }
}

function missingSignature(name: string): Error {
  return invalid(
    `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\`, position 2. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
  )
}

/** Throws for settings that conflict, or that this model does not support. */
export function checkSettings(
  { generationConfig = {}, tools = [] }: GenerateRequest,
  model: VendorModel,
): void {
  const { thinkingConfig = {}, responseModalities = [], imageConfig = {} } = generationConfig
  if (thinkingConfig.thinkingBudget !== undefined && thinkingConfig.thinkingLevel !== undefined)
    throw invalid('You can only set only one of thinking budget and thinking level.')
  const modalities = responseModalities.map((one) => one.toLowerCase())
  if (model.kind !== 'image' && modalities.includes('image'))
    throw invalid(
      `Model does not support the requested response modalities: ${[...modalities].sort().join(',')}`,
    )
  if (imageConfig.imageSize !== undefined && !['512', '1K', '2K', '4K'].includes(imageConfig.imageSize))
    throw invalid(
      `* GenerateContentRequest.generation_config.image_config.image_size: unsupported size ${imageConfig.imageSize}\n`,
    )
  const searches = tools.some((tool) => 'googleSearch' in tool || 'urlContext' in tool)
  const declares = tools.some((tool) => 'functionDeclarations' in tool)
  if (searches && declares && model.id.startsWith('gemini-2'))
    throw google('INVALID_ARGUMENT', 'Tool use with function calling is unsupported')
}
