// Converts the messages of a chat completion to the contents and the system instruction of Google's API.
import { dummySignature, requiresSignatures } from '#shared/models/thinking'
import type { ChatMessage, ToolCall } from '#shared/schemas/openai-requests'
import {
  isUnset,
  type JsonObject,
  listObjects,
  parseObject,
  toObject,
  toText,
} from '#shared/wire/json-objects'
import { type FieldReport, rejectType } from '../translation/field-report'
import { readClientCallId } from './call-ids'

interface Conversation {
  readonly contents: readonly JsonObject[]
  readonly systemInstruction?: JsonObject
}

/** A function call of an assistant message whose result may follow. */
interface PendingCall {
  /** As the client knows it. */
  readonly clientId: string
  readonly id: string | undefined
  readonly name: string
}

interface MessageContext {
  readonly path: string
  readonly model: string
  readonly report: FieldReport
}

/** Clients add these to a message, or received them with it. They have no effect on the response. */
const harmless = new Set([
  'annotations',
  'cache_control',
  // The signatures of calls are at the calls; Google's API does not require any other.
  'extra_content',
  'name',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'native_finish_reason',
  'parsed',
])

const known: Readonly<Record<ChatMessage['role'], readonly string[]>> = {
  system: [],
  developer: [],
  user: [],
  assistant: ['tool_calls', 'refusal', 'images'],
  tool: ['tool_call_id'],
}

/** `model` is the one that answers. Throws INVALID_ARGUMENT for what Google's API has no equivalent of. */
export function toContents(
  messages: readonly ChatMessage[],
  model: string,
  report: FieldReport,
): Conversation {
  const system: JsonObject[] = []
  const contents: JsonObject[] = []
  let calls: readonly PendingCall[] = []
  let results: readonly FunctionResult[] = []
  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`
    const context = { path, model, report }
    checkMessage(message, context)
    const { role, content } = message
    if (role === 'system' || role === 'developer') system.push(...toTexts(content, `${path}.content`, report))
    else if (role === 'tool') {
      results = [...results, toFunctionResult(message, calls, context)]
      if (messages[index + 1]?.role === 'tool') continue
      contents.push(toResultTurn(results))
      results = []
    } else if (role === 'assistant') {
      const turn = toModelTurn(message, context)
      calls = turn.calls
      if (turn.parts.length > 0) contents.push({ role: 'model', parts: turn.parts })
    } else {
      const parts = toParts(content, `${path}.content`, report)
      if (parts.length === 0) report.reject(`${path}.content`, 'needs a text or a file')
      contents.push({ role: 'user', parts })
    }
  }
  if (contents.length > 0)
    return { contents, ...(system.length > 0 ? { systemInstruction: { parts: system } } : {}) }
  // An instruction alone is a prompt.
  if (system.length === 0) report.reject('messages', 'needs a text')
  return { contents: [{ role: 'user', parts: system }] }
}

function checkMessage({ role, content: _, ...others }: ChatMessage, { path, report }: MessageContext): void {
  for (const [name, value] of Object.entries(others)) {
    if (isUnset(value) || known[role].includes(name)) continue
    if (harmless.has(name)) report.ignore(`${path}.${name}`)
    else report.reject(`${path}.${name}`, describeMember(name))
  }
}

function describeMember(name: string): string | undefined {
  if (name === 'function_call') return 'accepts only tool_calls'
  if (name === 'audio') return "can't return audio"
  return undefined
}

interface ModelTurn {
  readonly parts: readonly JsonObject[]
  readonly calls: readonly PendingCall[]
}

function toModelTurn(message: ChatMessage, context: MessageContext): ModelTurn {
  const { path, report } = context
  const images = listObjects(message.images).map((image) => ({ type: 'image_url', ...image }))
  const parts = [
    ...toParts(message.content, `${path}.content`, report),
    ...(toText(message.refusal) === '' ? [] : [{ text: message.refusal }]),
    ...toParts(images, `${path}.images`, report),
  ]
  const calls = (message.tool_calls ?? []).map((call, index) =>
    toFunctionCall(call, { ...context, path: `${path}.tool_calls[${index}]` }),
  )
  return {
    parts: [...parts, ...signFirst(calls, context.model)],
    calls: calls.map(({ pending }) => pending),
  }
}

interface TranslatedCall {
  readonly part: JsonObject
  readonly pending: PendingCall
}

/** Google's own API for OpenAI clients has the signature in `extra_content`. */
function toFunctionCall(call: ToolCall, { path, model, report }: MessageContext): TranslatedCall {
  const { id, signature: signed, isSigned } = readClientCallId(call.id, model)
  checkCall(call, path, report)
  const { name, arguments: text } = call.function
  const google = toObject(toObject(call.extra_content).google)
  // It is the same signature, but does not say which model signed it.
  const signature = isSigned ? signed : toText(google.thought_signature) || undefined
  const args = parseObject(text || '{}')
  if (!args) return rejectType(`${path}.function.arguments`, 'a JSON object')
  const part = {
    functionCall: { ...(id === undefined ? {} : { id }), name, args },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  }
  return { part, pending: { clientId: call.id, id, name } }
}

/** Clients that join the chunks of a stream, or parse arguments, return more members than they got. */
function checkCall(call: ToolCall, path: string, report: FieldReport): void {
  const { type, extra_content: extra } = call
  if (!isUnset(type) && type !== 'function') report.reject(`${path}.type`, 'accepts only functions')
  report.checkMembers(call, path, ['id', 'type', 'function', 'extra_content'], ['index', 'cache_control'])
  report.checkMembers(call.function, `${path}.function`, ['name', 'arguments'], ['parsed_arguments'])
  const { google, ...others } = toObject(extra)
  const { thought_signature: _, ...further } = toObject(google)
  if (!isUnset(others) || !isUnset(further)) report.ignore(`${path}.extra_content`)
}

function signFirst(calls: readonly TranslatedCall[], model: string): readonly JsonObject[] {
  const [first, ...others] = calls.map(({ part }) => part)
  if (!first) return []
  const isSigned = first.thoughtSignature !== undefined || !requiresSignatures(model)
  return [isSigned ? first : { ...first, thoughtSignature: dummySignature }, ...others]
}

interface FunctionResult {
  /** Position of its call. */
  readonly position: number
  readonly part: JsonObject
}

/** The results of parallel calls must be in one turn. Without IDs, their order says to which calls they belong. */
function toResultTurn(results: readonly FunctionResult[]): JsonObject {
  const sorted = [...results].sort((one, other) => one.position - other.position)
  return { role: 'user', parts: sorted.map(({ part }) => part) }
}

function toFunctionResult(
  message: ChatMessage,
  calls: readonly PendingCall[],
  { path, report }: MessageContext,
): FunctionResult {
  const position = calls.findIndex(({ clientId }) => clientId === message.tool_call_id)
  const call = calls[position]
  if (!call)
    return report.reject(
      `${path}.tool_call_id`,
      'requires a function call with this ID in the last assistant message before',
    )
  const text = toTexts(message.content, `${path}.content`, report)
    .map((part) => part.text)
    .join('\n')
  const { id, name } = call
  const response = parseObject(text) ?? { output: text }
  return { position, part: { functionResponse: { ...(id === undefined ? {} : { id }), name, response } } }
}

/** `path` is that of the content, such as `messages[0].content`. */
function toParts(content: ChatMessage['content'], path: string, report: FieldReport): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  return (content ?? []).map((part, index) => toPart(part, `${path}[${index}]`, report))
}

/** For roles whose content is text only. */
function toTexts(content: ChatMessage['content'], path: string, report: FieldReport): readonly JsonObject[] {
  const parts = toParts(content, path, report)
  const other = parts.findIndex(({ text }) => text === undefined)
  if (other >= 0) report.reject(`${path}[${other}]`, 'accepts only text here')
  return parts
}

/** Marks of caches that other providers have, and members of responses that clients return. */
const harmlessInParts = ['cache_control', 'annotations', 'extra_content', 'index']

/** Each type of part has one member of the same name. */
function toPart(part: JsonObject, path: string, report: FieldReport): JsonObject {
  report.checkMembers(part, path, ['type', toText(part.type)], harmlessInParts)
  switch (part.type) {
    case 'text':
      return { text: report.readText(part.text, `${path}.text`) }
    case 'refusal':
      return { text: report.readText(part.refusal, `${path}.refusal`) }
    case 'image_url':
      return toImage(part.image_url, `${path}.image_url`, report)
    case 'video_url':
      return toVideo(toObject(part.video_url), `${path}.video_url`, report)
    case 'input_audio':
      return toAudio(toObject(part.input_audio), `${path}.input_audio`, report)
    case 'file':
      return toFile(toObject(part.file), `${path}.file`, report)
    default:
      return report.reject(`${path}.type`, `accepts no parts of the type ${toText(part.type)}`)
  }
}

/** Some clients send the URL without an object around it. */
function toImage(value: unknown, path: string, report: FieldReport): JsonObject {
  if (typeof value === 'string') return { inlineData: readDataUrl(value, path, report) }
  const { detail, ...image } = toObject(value)
  if (!isUnset(detail) && detail !== 'auto') report.ignore(`${path}.detail`)
  // The data URL has the format.
  report.checkMembers(image, path, ['url'], ['format'])
  return { inlineData: readDataUrl(image.url, `${path}.url`, report) }
}

function toVideo(video: JsonObject, path: string, report: FieldReport): JsonObject {
  report.checkMembers(video, path, ['url'], ['format'])
  return { inlineData: readDataUrl(video.url, `${path}.url`, report) }
}

function toAudio(audio: JsonObject, path: string, report: FieldReport): JsonObject {
  report.checkMembers(audio, path, ['data', 'format'])
  const { data, format } = audio
  const name = toText(format)
  if (!/^[\w-]+$/.test(name)) report.reject(`${path}.format`, 'needs a format such as wav or mp3')
  if (toText(data) === '') rejectType(`${path}.data`, 'Base64')
  return { inlineData: { mimeType: `audio/${name}`, data } }
}

function toFile(file: JsonObject, path: string, report: FieldReport): JsonObject {
  const { file_data, file_id, filename } = file
  report.checkMembers(file, path, ['file_data', 'file_id', 'filename'], ['format'])
  if (!isUnset(file_id)) report.reject(`${path}.file_id`, "can't read stored files. Send file_data")
  if (!isUnset(filename)) report.ignore(`${path}.filename`)
  return { inlineData: readDataUrl(file_data, `${path}.file_data`, report) }
}

/** Clients take the type from a file's name, and Gemini rejects `image/jpg` (wire §12). */
function toRegisteredType(mimeType: string): string {
  const type = mimeType.toLowerCase()
  return type === 'image/jpg' ? 'image/jpeg' : type
}

/** The gateway opens no links, because a prompt must not make it read from this computer's networks. */
function readDataUrl(value: unknown, path: string, report: FieldReport): JsonObject {
  const url = toText(value)
  // Searching the whole of a long URL would take long.
  const [head, mimeType] = /^data:([\w.+/-]+)(?:;[\w.+/=-]+)*;base64,/i.exec(url.slice(0, 300)) ?? []
  if (head && mimeType) return { mimeType: toRegisteredType(mimeType), data: url.slice(head.length) }
  if (/^https?:/i.test(url)) report.reject(path, "can't open links. Send a data URL with Base64")
  return rejectType(path, 'a data URL with Base64')
}
