// The Gemini API's request messages. Their JSON has fields in both spellings, and no unknown ones (wire §2, §5, §6, §2.8).
import { isObject } from '#shared/wire/json-objects'
import { detail, google, invalid, type VendorError } from './errors.fixture'

/** The type of a field: any value, a message, or a list of messages. */
type Field = 'any' | Message | readonly [Message]
interface Message {
  readonly [name: string]: Field
}

function anyOf(names: string): Record<string, 'any'> {
  return Object.fromEntries(names.split(' ').map((name) => [name, 'any']))
}

const blob = anyOf('mimeType data displayName')

const part: Message = {
  ...anyOf('text thought thoughtSignature partMetadata toolCall toolResponse'),
  inlineData: blob,
  fileData: anyOf('mimeType fileUri displayName'),
  functionCall: anyOf('id name args'),
  functionResponse: {
    ...anyOf('id name response willContinue scheduling'),
    parts: [{ inlineData: blob }],
  },
  executableCode: anyOf('language code id'),
  codeExecutionResult: anyOf('outcome output id'),
  videoMetadata: anyOf('startOffset endOffset fps'),
  mediaResolution: anyOf('level numTokens'),
}

const content: Message = { role: 'any', parts: [part] }

const tool: Message = {
  functionDeclarations: [
    anyOf('name description parameters parametersJsonSchema response responseJsonSchema behavior'),
  ],
  ...anyOf('googleSearch googleSearchRetrieval urlContext codeExecution'),
  ...anyOf('googleMaps fileSearch computerUse mcpServers'),
}

const generationConfig: Message = {
  ...anyOf('candidateCount stopSequences maxOutputTokens temperature topP topK seed'),
  ...anyOf('responseMimeType responseSchema responseJsonSchema responseJsonSchemaOrdered responseFormat'),
  ...anyOf('presencePenalty frequencyPenalty responseLogprobs logprobs enableEnhancedCivicAnswers'),
  ...anyOf('responseModalities speechConfig mediaResolution audioTranscriptionConfig'),
  thinkingConfig: anyOf('includeThoughts thinkingBudget thinkingLevel'),
  imageConfig: anyOf('aspectRatio imageSize'),
}

export const generateContentRequest: Message = {
  ...anyOf('model cachedContent serviceTier store'),
  contents: [content],
  systemInstruction: content,
  tools: [tool],
  toolConfig: {
    functionCallingConfig: anyOf('mode allowedFunctionNames'),
    ...anyOf('retrievalConfig includeServerSideToolInvocations'),
  },
  safetySettings: [anyOf('category threshold')],
  generationConfig,
}

export const countTokensRequest: Message = {
  model: 'any',
  contents: [content],
  generateContentRequest,
}

export const embedContentRequest: Message = {
  ...anyOf('model taskType title outputDimensionality'),
  content,
}

export const batchEmbedContentsRequest: Message = { model: 'any', requests: [embedContentRequest] }

/** `instances` and `parameters` are untyped values (wire §5.1). */
export const predictLongRunningRequest: Message = anyOf('model instances parameters webhookConfig')

export const createFileRequest: Message = { file: anyOf('name displayName mimeType sizeBytes') }

interface Violation {
  readonly field: string
  readonly description: string
}

/** Returns the body with lower-camel names in every known message. Throws the vendor's error. */
export function readMessage(body: Buffer, message: Message): Record<string, unknown> {
  const value = parse(body.toString('utf8'))
  const violations: Violation[] = []
  const read = readFields(value, message, { path: '', violations })
  if (violations.length > 0) throw toVendorError(violations)
  return read
}

function parse(text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    const snippet = text.slice(0, 40).split('\n', 1)[0] ?? ''
    throw invalid(`Invalid JSON payload received. Unexpected token.\n${snippet}\n^`)
  }
  throw invalid('Invalid JSON payload received. Unknown name "": Root element must be a message.')
}

interface ParseState {
  readonly path: string
  readonly violations: Violation[]
}

function readFields(
  value: Record<string, unknown>,
  message: Message,
  state: ParseState,
): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    const name = toCamel(key)
    const field = Object.hasOwn(message, name) ? message[name] : undefined
    const path = state.path === '' ? key : `${state.path}.${key}`
    if (field === undefined || name in read) state.violations.push(describeViolation(key, state.path, field))
    else if (member !== null) read[name] = readField(member, field, { ...state, path })
  }
  return read
}

function readField(value: unknown, field: Field, state: ParseState): unknown {
  if (field === 'any') return value
  if (!Array.isArray(field)) return readOne(value, field as Message, state)
  // The only element of a list type is the message of its elements.
  const [message] = field as readonly [Message]
  if (!Array.isArray(value)) {
    // Proto JSON accepts a single message in place of a list.
    return [readOne(value, message, state)]
  }
  return value.map((element, index) =>
    readOne(element, message, { ...state, path: `${state.path}[${index}]` }),
  )
}

function readOne(value: unknown, message: Message, state: ParseState): unknown {
  if (isObject(value)) return readFields(value, message, state)
  const description = `Invalid value at '${toSnake(state.path)}', ${JSON.stringify(value)}`
  state.violations.push({ field: toSnake(state.path), description })
  return {}
}

function describeViolation(name: string, at: string, field: Field | undefined): Violation {
  const where = at === '' ? '' : ` at '${toSnake(at)}'`
  const description =
    field === undefined
      ? `Invalid JSON payload received. Unknown name "${name}"${where}: Cannot find field.`
      : `Invalid value${where}: "${name}" is set twice.`
  return { field: toSnake(at), description }
}

function toVendorError(violations: readonly Violation[]): VendorError {
  const message = violations.map(({ description }) => description).join('\n')
  return google('INVALID_ARGUMENT', message, [detail('BadRequest', { fieldViolations: violations })])
}

function toCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, character: string) => character.toUpperCase())
}

function toSnake(path: string): string {
  return path.replace(/[A-Z]/g, (character) => `_${character.toLowerCase()}`)
}
