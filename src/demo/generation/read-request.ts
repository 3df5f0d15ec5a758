// Reads a generateContent request into what the demo service works with; the sender's JSON is not changed.
import { findModel, type ModelEntry, toNeutralId } from '#shared/models/catalogue'
import { ApiError } from '#shared/schemas/api-error'
import {
  field,
  isObject,
  type Json,
  listField,
  numberField,
  objectField,
  textField,
  textsField,
} from './fields'
import { type FunctionDeclaration, readDeclarations } from './read-tools'

export interface Media {
  readonly mimeType: string
  readonly base64: string
  /** Where it stands in the request, for messages. */
  readonly at: string
}

export interface FileReference {
  readonly mimeType: string | undefined
  readonly uri: string
}

interface CalledFunction {
  readonly id: string | undefined
  readonly name: string
  readonly args: Json
  readonly signed: boolean
}

export interface FunctionResult {
  readonly id: string | undefined
  readonly name: string
  readonly response: Json
}

/** The demo reads this many letters of a turn: it shares its thread with other calls. */
const mostRead = 100_000

export interface ReadTurn {
  readonly role: 'user' | 'model'
  /** All texts of the turn, thoughts excepted; of a very long one, what is read of it. */
  readonly text: string
  /** Letters beyond what is read. */
  readonly unread: number
  readonly media: readonly Media[]
  readonly files: readonly FileReference[]
  readonly calls: readonly CalledFunction[]
  readonly results: readonly FunctionResult[]
}

export interface Generation {
  /** As the caller wrote it. */
  readonly model: string
  readonly entry: ModelEntry | undefined
  /** `gen-3…`: the generation whose signatures must come back (wire §2.4). */
  readonly signs: boolean
  readonly turns: readonly ReadTurn[]
  readonly last: ReadTurn
  readonly system: string
  readonly config: Json
  readonly functions: readonly FunctionDeclaration[]
  readonly callMode: 'AUTO' | 'ANY' | 'NONE'
  readonly allowedFunctions: readonly string[]
  readonly urlContext: boolean
  readonly search: boolean
  /** Equal for equal requests. */
  readonly fingerprint: string
}

export function readGeneration(model: string, body: unknown): Generation {
  const turns = listField(body, 'contents').map(readTurn)
  const last = turns.at(-1)
  if (!last) throw new ApiError('INVALID_ARGUMENT', 'contents: must not be empty', { param: 'contents' })
  const tools = listField(body, 'tools')
  const calling = objectField(objectField(body, 'toolConfig'), 'functionCallingConfig')
  const mode = (textField(calling, 'mode') ?? 'AUTO').toUpperCase()
  const has = (name: string) => tools.some((tool) => field(tool, name) !== undefined)
  return {
    model,
    entry: findModel(model),
    signs: toNeutralId(model).startsWith('gen-3'),
    turns,
    last,
    system: readSystem(field(body, 'systemInstruction')),
    config: objectField(body, 'generationConfig') ?? {},
    functions: readDeclarations(tools),
    callMode: mode === 'ANY' || mode === 'NONE' ? mode : 'AUTO',
    allowedFunctions: textsField(calling, 'allowedFunctionNames'),
    urlContext: has('urlContext'),
    search: has('googleSearch') || has('googleSearchRetrieval'),
    fingerprint: `${model}\n${JSON.stringify(body)}`,
  }
}

function readSystem(value: unknown): string {
  if (typeof value === 'string') return value
  const texts = listField(value, 'parts').map((part) => textField(part, 'text') ?? '')
  return (texts.join('\n') || textField(value, 'text') || '').trim()
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
  'thoughtSignature',
]

function readTurn(content: unknown, index: number): ReadTurn {
  const parts = listField(content, 'parts')
  const at = `contents[${index}].parts`
  parts.forEach((part, place) => {
    if (dataMembers.some((name) => field(part, name) !== undefined)) return
    const message = `${at}[${place}].data: required oneof field 'data' must have one initialized field`
    throw new ApiError('INVALID_ARGUMENT', message, { param: `${at}[${place}]` })
  })
  const texts = parts
    .filter((part) => field(part, 'thought') !== true)
    .map((part) => textField(part, 'text') ?? '')
  const text = texts
    .filter((one) => one !== '')
    .join('\n')
    .trim()
  return {
    role: textField(content, 'role') === 'model' ? 'model' : 'user',
    text: text.slice(0, mostRead),
    unread: Math.max(0, text.length - mostRead),
    media: parts.flatMap((part, place) => readMedia(part, `${at}[${place}]`)),
    files: parts.flatMap(readFile),
    calls: parts.flatMap(readCall),
    results: parts.flatMap(readResult),
  }
}

function readMedia(part: unknown, at: string): Media[] {
  const blob = objectField(part, 'inlineData')
  if (!blob || field(part, 'thought') === true) return []
  const mimeType = (textField(blob, 'mimeType') ?? '').toLowerCase()
  const base64 = textField(blob, 'data') ?? ''
  const name = `${at}.inlineData`
  if (mimeType === '')
    throw new ApiError('INVALID_ARGUMENT', `${name}.mimeType: must not be empty`, { param: name })
  if (mimeType === 'image/jpg')
    throw new ApiError('INVALID_ARGUMENT', 'Unsupported MIME type: image/jpg', { param: name })
  if (base64.startsWith('data:')) {
    const message = `${name}.data: must be pure Base64, without the prefix "${base64.slice(0, base64.indexOf(',') + 1).slice(0, 60)}"`
    throw new ApiError('INVALID_ARGUMENT', message, { param: name })
  }
  if (base64 === '' || !/^[A-Za-z0-9+/_\-\s]+={0,2}\s*$/.test(base64)) {
    throw new ApiError('INVALID_ARGUMENT', `${name}.data: Base64 decoding failed`, { param: name })
  }
  return [{ mimeType, base64, at: name }]
}

function readFile(part: unknown): FileReference[] {
  const file = objectField(part, 'fileData')
  if (!file) return []
  return [{ mimeType: textField(file, 'mimeType'), uri: textField(file, 'fileUri') ?? '' }]
}

function readCall(part: unknown): CalledFunction[] {
  const call = objectField(part, 'functionCall')
  const name = textField(call, 'name')
  if (!call || name === undefined) return []
  const signed = field(part, 'thoughtSignature') !== undefined
  return [{ id: textField(call, 'id'), name, args: objectField(call, 'args') ?? {}, signed }]
}

function readResult(part: unknown): FunctionResult[] {
  const result = objectField(part, 'functionResponse')
  const name = textField(result, 'name')
  if (!result || name === undefined) return []
  const response = field(result, 'response')
  return [
    { id: textField(result, 'id'), name, response: isObject(response) ? response : { output: response } },
  ]
}

/** Reads a whole number that must be positive where it stands. */
export function readPositive(config: Json, name: string): number | undefined {
  if (field(config, name) === undefined) return undefined
  const value = numberField(config, name)
  if (value !== undefined && Number.isInteger(value) && value > 0) return value
  throw new ApiError('INVALID_ARGUMENT', `generationConfig.${name}: must be a positive whole number`, {
    param: `generationConfig.${name}`,
  })
}
