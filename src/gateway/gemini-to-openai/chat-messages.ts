// Converts the system instruction and the contents of a request to the messages of a chat completion.

import { createHash } from 'node:crypto'
import { findMediaPart } from '#shared/dialects/fields'
import { audioFormats, type ServerFeatures } from '#shared/models/openai-servers'
import { writeExactJson } from '#shared/wire/exact-json'
import {
  isObject,
  isUnset,
  type JsonObject,
  listObjects,
  readMediaType,
  toCamelCase,
  toStandardBase64,
  toText,
} from '#shared/wire/json-objects'
import { type FieldReport, rejectType } from '../translation/field-report'

type MessageFeatures = Pick<ServerFeatures, 'hasAudio' | 'hasVideo' | 'hasDocuments' | 'images' | 'thoughts'>

/** A function call of a model's turn, whose result must name its ID. */
interface PendingCall {
  readonly id: string
  readonly name: string
  /** Google's clients may send calls and results without IDs, in order (wire §2.3). */
  hasResult: boolean
}

interface Turn {
  readonly isModel: boolean
  readonly parts: readonly PathPart[]
}

/** A part with its path in the request. */
export interface PathPart {
  readonly path: string
  readonly part: JsonObject
}

export function toSystemMessage(instruction: unknown, report: FieldReport): readonly JsonObject[] {
  const path = 'systemInstruction'
  const texts = listParts(report.readObject(instruction, path), path, report).map((pathPart) => {
    checkPartMembers(pathPart, ['text'], report)
    return readText(pathPart, report)
  })
  const content = texts.filter((text) => text !== '').join('\n')
  return content === '' ? [] : [{ role: 'system', content }]
}

export function toMessages(
  contents: unknown,
  server: MessageFeatures,
  report: FieldReport,
): readonly JsonObject[] {
  let calls: readonly PendingCall[] = []
  // The API accepts images only from the user, so those of the model are sent with the next message of the user.
  let images: readonly PathPart[] = []
  let count = 0
  const messages = listTurns(contents, report).flatMap((turn) => {
    if (!turn.isModel) {
      const before = images
      images = []
      return toUserMessages(turn.parts, { calls, images: before, server, report })
    }
    const nextId = (): string => {
      count += 1
      return toCallId(count)
    }
    const message = toAssistantMessage(turn.parts, server, report, nextId)
    calls = message.calls
    images = message.images
    return message.messages
  })
  for (const { path } of images) report.ignore(`${path}.inlineData`)
  return messages
}

/** Mistral's models accept only IDs of nine letters and digits. */
function toCallId(count: number): string {
  return `call${String(count).padStart(5, '0')}`
}

/**
 * Turns of one role in a row are one message: clients that append every chunk of a stream to the history send several of the
 * model, and chat templates that require alternate roles reject several of the user.
 */
function listTurns(contents: unknown, report: FieldReport): readonly Turn[] {
  const turns: Turn[] = []
  for (const [index, content] of listObjects(contents).entries()) {
    const isModel = content.role === 'model'
    const parts = listParts(content, `contents[${index}]`, report)
    const last = turns.at(-1)
    if (last?.isModel === isModel) turns.splice(-1, 1, { isModel, parts: [...last.parts, ...parts] })
    else turns.push({ isModel, parts })
  }
  return turns
}

/**
 * The parts of a content. Google's API accepts a part in place of a list of one. Throws INVALID_ARGUMENT for anything but
 * objects, and for other members of the content.
 */
export function listParts(
  { parts, role: _, ...others }: JsonObject,
  path: string,
  report: FieldReport,
): readonly PathPart[] {
  report.checkMembers(others, path)
  if (isObject(parts)) return [{ path: `${path}.parts`, part: toCamelCase(parts) }]
  return report.readObjects(parts, `${path}.parts`).map((part, index) => ({
    path: `${path}.parts[${index}]`,
    part: toCamelCase(part),
  }))
}

/** Details of a part that have no effect on other parts. */
const harmless = new Set(['thoughtSignature', 'partMetadata', 'mediaResolution'])

/** Rejects members that are not in `allowed`, and lists the harmless ones. */
export function checkPartMembers(
  { path, part }: PathPart,
  allowed: readonly string[],
  report: FieldReport,
): void {
  for (const [name, value] of Object.entries(part)) {
    if (isUnset(value) || allowed.includes(name) || name === 'thought') continue
    if (harmless.has(name)) report.ignore(`${path}.${name}`)
    else report.reject(`${path}.${name}`, describeMember(name))
  }
}

export function readText({ path, part }: PathPart, report: FieldReport): string {
  return report.readText(part.text, `${path}.text`)
}

const knownMembers = {
  functionCall: ['id', 'name', 'args'],
  functionResponse: ['id', 'name', 'response', 'parts'],
  inlineData: ['mimeType', 'data', 'displayName'],
}

/** Returns the member of a part in `camelCase`, and rejects unknown members of it. */
export function readMember(
  { path, part }: PathPart,
  name: keyof typeof knownMembers,
  report: FieldReport,
): JsonObject {
  const member = toCamelCase(report.readObject(part[name], `${path}.${name}`))
  report.checkMembers(member, `${path}.${name}`, knownMembers[name])
  return member
}

function describeMember(name: string): string | undefined {
  if (name === 'fileData') return "can't read files by URI. Send the file as inlineData"
  if (name === 'inlineData') return 'accepts media only in user turns'
  return undefined
}

interface AssistantMessage {
  readonly messages: readonly JsonObject[]
  readonly calls: readonly PendingCall[]
  /** Converted parts. */
  readonly images: readonly PathPart[]
}

function toAssistantMessage(
  parts: readonly PathPart[],
  server: MessageFeatures,
  report: FieldReport,
  nextId: () => string,
): AssistantMessage {
  const calls: PendingCall[] = []
  const toolCalls: JsonObject[] = []
  const images: PathPart[] = []
  const allowed = ['text', 'functionCall', ...(server.images === 'chat' ? ['inlineData'] : [])]
  let content = ''
  let thoughts = ''
  for (const pathPart of parts) {
    const { path, part } = pathPart
    checkPartMembers(pathPart, allowed, report)
    const text = readText(pathPart, report)
    if (part.thought === true) {
      if (server.thoughts) thoughts += text
      else report.ignore(`${path}.thought`)
      if (!isUnset(part.inlineData)) report.ignore(`${path}.inlineData`)
      continue
    }
    if (!isUnset(part.inlineData)) images.push({ path, part: toImagePart(pathPart, server, report) })
    content += text
    if (isUnset(part.functionCall)) continue
    const { id, name, args } = readMember(pathPart, 'functionCall', report)
    const call = { id: toShortCallId(toText(id)) || nextId(), name: toText(name), hasResult: false }
    calls.push(call)
    const { id: callId, name: callName } = call
    const callArguments = writeExactJson(args ?? {})
    toolCalls.push({
      id: callId,
      type: 'function',
      function: { name: callName, arguments: callArguments },
    })
  }
  const members = {
    ...(server.thoughts && thoughts !== '' ? { [server.thoughts]: thoughts } : {}),
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  }
  if (content === '' && isUnset(members)) return { calls, images, messages: [] }
  return {
    calls,
    images,
    messages: [{ role: 'assistant', content: content || (toolCalls.length > 0 ? null : ''), ...members }],
  }
}

interface UserTurnContext {
  readonly calls: readonly PendingCall[]
  /** Images that the model returned in the turn before, converted. */
  readonly images: readonly PathPart[]
  readonly server: MessageFeatures
  readonly report: FieldReport
}

/** Kinds of content in a part of the user. */
const kinds = ['text', 'inlineData', 'functionResponse']

/** Results of functions come first, because they must follow the message with the calls directly. */
function toUserMessages(
  parts: readonly PathPart[],
  { calls, images, server, report }: UserTurnContext,
): readonly JsonObject[] {
  const results: JsonObject[] = []
  const content = images.map(({ part }) => part)
  for (const pathPart of parts) {
    const { path, part } = pathPart
    checkPartMembers(pathPart, kinds, report)
    const [kind, other] = kinds.filter((name) => !isUnset(part[name]) && part[name] !== '')
    if (other || (!kind && part.text !== ''))
      report.reject(path, 'accepts one text, file, or function result in each part')
    const text = readText(pathPart, report)
    if (kind === 'functionResponse') results.push(toToolMessage(pathPart, calls, report))
    else if (kind === 'inlineData') content.push(toMediaPart(pathPart, server, report))
    else if (text !== '') content.push({ type: 'text', text })
  }
  return content.length === 0 ? results : [...results, { role: 'user', content: joinTexts(content) }]
}

/** Some servers accept only a string if there is no other media. */
function joinTexts(content: readonly JsonObject[]): unknown {
  return content.every(({ type }) => type === 'text') ? content.map(({ text }) => text).join('\n') : content
}

function toToolMessage(pathPart: PathPart, calls: readonly PendingCall[], report: FieldReport): JsonObject {
  const { path } = pathPart
  const { id, name, response, parts } = readMember(pathPart, 'functionResponse', report)
  if (!isUnset(parts)) report.reject(`${path}.functionResponse.parts`, 'accepts only JSON as the result')
  const open = calls.filter(({ hasResult }) => !hasResult)
  const call =
    isUnset(id) || id === ''
      ? open.find((one) => one.name === name)
      : open.find((one) => one.id === toShortCallId(toText(id)))
  if (!call)
    return report.reject(
      `${path}.functionResponse`,
      'requires a function call of the same name or ID in the model turn before',
    )
  call.hasResult = true
  return { role: 'tool', tool_call_id: call.id, content: writeExactJson(response ?? {}) }
}

function toImagePart(pathPart: PathPart, server: MessageFeatures, report: FieldReport): JsonObject {
  const part = toMediaPart(pathPart, server, report)
  return part.type === 'image_url'
    ? part
    : report.reject(`${pathPart.path}.inlineData`, 'accepts only images in model turns')
}

function toMediaPart(pathPart: PathPart, server: MessageFeatures, report: FieldReport): JsonObject {
  const field = `${pathPart.path}.inlineData`
  const { mimeType, data, displayName } = readMember(pathPart, 'inlineData', report)
  if (!isUnset(displayName)) report.ignore(`${field}.displayName`)
  const type = readMediaType(mimeType)
  if (typeof data !== 'string' || data === '') rejectType(`${field}.data`, 'a string')
  const base64 = toStandardBase64(data)
  const { part, reason, isFormat } = findMediaPart(type, server)
  const url = `data:${type};base64,${base64}`
  switch (part) {
    case 'text':
      return { type: part, text: Buffer.from(base64, 'base64').toString('utf8') }
    case 'input_audio':
      return { type: part, input_audio: { data: base64, format: audioFormats.get(type) } }
    case 'file':
      return { type: part, file: { filename: 'document.pdf', file_data: url } }
    case undefined:
      if (reason !== undefined) return report.reject(isFormat ? `${field}.mimeType` : field, reason)
      return report.reject(`${field}.mimeType`, `doesn't accept files of the type ${type || '(none)'}`)
    default:
      return { type: part, [part]: { url } }
  }
}

const maxCallIdLength = 64

/** The same for the call and its result. */
export function toShortCallId(id: string): string {
  return id.length <= maxCallIdLength
    ? id
    : `call_${createHash('sha256').update(id).digest('hex').slice(0, 40)}`
}
