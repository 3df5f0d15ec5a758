// What the Gemini API rejects in a generation request, beyond what the demo service does (wire §2, §4.3).
import { isObject } from '#shared/wire/json-objects'
import { invalid } from './errors.fixture'
import { isValidSignature } from './signatures.fixture'
import type { VendorModel } from './vendor-models.fixture'

export interface Part {
  readonly text?: string
  readonly thought?: boolean
  readonly thoughtSignature?: string
  readonly inlineData?: { readonly mimeType?: string; readonly data?: string }
  readonly fileData?: { readonly mimeType?: string; readonly fileUri?: string }
  readonly functionCall?: { readonly name: string; readonly args?: object }
  readonly functionResponse?: { readonly name: string; readonly response?: unknown }
}

export interface Content {
  readonly role?: string
  readonly parts?: readonly Part[]
}

export interface GenerateRequest {
  readonly model?: string
  readonly contents?: readonly Content[]
  readonly tools?: readonly {
    readonly functionDeclarations?: readonly Readonly<Record<string, unknown>>[]
    readonly googleSearch?: object
    readonly urlContext?: object
  }[]
  readonly toolConfig?: {
    readonly functionCallingConfig?: {
      readonly mode?: string
      readonly allowedFunctionNames?: readonly string[]
    }
  }
  readonly generationConfig?: {
    readonly responseModalities?: readonly string[]
    readonly thinkingConfig?: { readonly thinkingBudget?: number; readonly thinkingLevel?: string }
    readonly imageConfig?: { readonly aspectRatio?: string; readonly imageSize?: string }
  }
}

const data = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'executableCode']

const mimeTypes =
  /^(image\/(png|jpeg|webp|heic|heif|gif)|video\/[\w.-]+|audio\/[\w.-]+|application\/(pdf|json|[\w.-]*javascript|rtf)|text\/[\w.-]+)$/

/** Throws the vendor's error for the first problem. */
export function checkContents(contents: readonly Content[] = [], { id }: VendorModel): void {
  for (const [index, { role = '', parts = [] }] of contents.entries()) {
    if (!['user', 'model', 'function', ''].includes(role))
      throw invalid('Please use a valid role: user, model.')
    for (const [partIndex, part] of parts.entries())
      checkPart(part, `contents[${index}].parts[${partIndex}]`, id)
  }
}

function checkPart(part: Part, path: string, model: string): void {
  const [, second] = data.filter((name) => name in part)
  if (second)
    throw invalid(`Invalid value (oneof), oneof field 'data' is already set. Cannot set '${second}'`)
  const { inlineData, fileData, functionResponse, thoughtSignature } = part
  const { mimeType } = inlineData ?? fileData ?? {}
  if (mimeType !== undefined && !mimeTypes.test(mimeType)) throw invalid(`Unsupported MIME type: ${mimeType}`)
  // URL-safe characters are valid in proto JSON, too.
  if (inlineData && !/^[\w+/=-]+$/.test(inlineData.data ?? ''))
    throw invalid(`Invalid value at '${path}.inline_data.data' (TYPE_BYTES), Base64 decoding failed`)
  if (functionResponse && !isObject(functionResponse.response))
    throw invalid(`* ${path}.function_response.response: response must be a Struct\n`)
  if (thoughtSignature !== undefined && !isValidSignature(model, thoughtSignature))
    throw invalid('Corrupted thought signature.')
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

const ratios = '1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 21:9 1:4 4:1 1:8 8:1'.split(' ')

/** Throws for settings that conflict, or that this model does not support. */
export function checkSettings(
  { generationConfig = {}, tools = [] }: GenerateRequest,
  model: VendorModel,
): void {
  const { thinkingConfig = {}, imageConfig = {} } = generationConfig
  if (thinkingConfig.thinkingBudget !== undefined && thinkingConfig.thinkingLevel !== undefined)
    throw invalid('You can only set only one of thinking budget and thinking level.')
  const { aspectRatio = '1:1', imageSize = '1K' } = imageConfig
  if (!ratios.includes(aspectRatio) || !['512', '1K', '2K', '4K'].includes(imageSize))
    throw invalid(
      `* GenerateContentRequest.generation_config.image_config: unsupported ${aspectRatio}, ${imageSize}\n`,
    )
  const searches = tools.some((tool) => tool.googleSearch ?? tool.urlContext)
  if (searches && tools.some((tool) => tool.functionDeclarations) && model.id.startsWith('gemini-2'))
    throw invalid('Tool use with function calling is unsupported')
}
