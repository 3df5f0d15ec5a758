// Converts the system instruction and the contents of a request to the messages of a chat completion.

import type { ServerFeatures } from '#shared/models/server-features'
import type { FieldReport } from './field-report'
import { isUnset, type JsonObject, listObjects, toCamelCase, toObject, toText } from './json-objects'

type ServerMedia = Pick<ServerFeatures, 'hasAudio' | 'hasVideo' | 'hasDocuments'>

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
interface PathPart {
  readonly path: string
  readonly part: JsonObject
}

export function toSystemMessage(instruction: unknown, report: FieldReport): readonly JsonObject[] {
  const texts = listParts(toObject(instruction), 'systemInstruction').map(({ path, part }) => {
    checkMembers({ path, part }, ['text'], report)
    return toText(part.text)
  })
  const content = texts.filter((text) => text !== '').join('\n')
  return content === '' ? [] : [{ role: 'system', content }]
}

export function toMessages(
  contents: unknown,
  media: ServerMedia,
  report: FieldReport,
): readonly JsonObject[] {
  let calls: readonly PendingCall[] = []
  let count = 0
  return listTurns(contents).flatMap((turn) => {
    if (!turn.isModel) return toUserMessages(turn.parts, { calls, media, report })
    const message = toAssistantMessage(turn.parts, report, () => {
      count += 1
      return toCallId(count)
    })
    calls = message.calls
    return message.messages
  })
}

/** Mistral's models accept only IDs of nine letters and digits. */
function toCallId(count: number): string {
  return `call${String(count).padStart(5, '0')}`
}

/** Clients that append every chunk of a stream to the history send several model turns in a row, which are one message. */
function listTurns(contents: unknown): readonly Turn[] {
  const turns: Turn[] = []
  for (const [index, content] of listObjects(contents).entries()) {
    const isModel = content.role === 'model'
    const parts = listParts(content, `contents[${index}]`)
    const last = turns.at(-1)
    if (isModel && last?.isModel) turns.splice(-1, 1, { isModel, parts: [...last.parts, ...parts] })
    else turns.push({ isModel, parts })
  }
  return turns
}

function listParts({ parts }: JsonObject, path: string): readonly PathPart[] {
  return listObjects(parts).map((part, index) => ({
    path: `${path}.parts[${index}]`,
    part: toCamelCase(part),
  }))
}

/** Details of a part that have no effect on other parts. */
const harmless = new Set(['thoughtSignature', 'partMetadata', 'mediaResolution'])

/** Rejects members that are not in `allowed`, and lists the harmless ones. */
function checkMembers({ path, part }: PathPart, allowed: readonly string[], report: FieldReport): void {
  for (const [name, value] of Object.entries(part)) {
    if (isUnset(value) || allowed.includes(name) || name === 'thought') continue
    if (harmless.has(name)) report.ignore(`${path}.${name}`)
    else report.reject(`${path}.${name}`, describeMember(name))
  }
}

function describeMember(name: string): string | undefined {
  if (name === 'fileData') return "can't read files by URI. Send the file as inlineData"
  if (name === 'inlineData') return 'accepts media only in user turns'
  return undefined
}

interface AssistantMessage {
  readonly messages: readonly JsonObject[]
  readonly calls: readonly PendingCall[]
}

function toAssistantMessage(
  parts: readonly PathPart[],
  report: FieldReport,
  nextId: () => string,
): AssistantMessage {
  const calls: PendingCall[] = []
  const toolCalls: JsonObject[] = []
  let content = ''
  for (const { path, part } of parts) {
    checkMembers({ path, part }, ['text', 'functionCall'], report)
    if (part.thought === true) {
      report.ignore(`${path}.thought`)
      continue
    }
    content += toText(part.text)
    if (isUnset(part.functionCall)) continue
    const { id, name, args } = toCamelCase(toObject(part.functionCall))
    const call = { id: toText(id) || nextId(), name: toText(name), hasResult: false }
    calls.push(call)
    const { id: callId, name: callName } = call
    const callArguments = JSON.stringify(args ?? {})
    toolCalls.push({
      id: callId,
      type: 'function',
      function: { name: callName, arguments: callArguments },
    })
  }
  if (toolCalls.length > 0)
    return { calls, messages: [{ role: 'assistant', content: content || null, tool_calls: toolCalls }] }
  return { calls, messages: content === '' ? [] : [{ role: 'assistant', content }] }
}

interface UserTurnContext {
  readonly calls: readonly PendingCall[]
  readonly media: ServerMedia
  readonly report: FieldReport
}

/** Results of functions come first, because they must follow the message with the calls directly. */
function toUserMessages(
  parts: readonly PathPart[],
  { calls, media, report }: UserTurnContext,
): readonly JsonObject[] {
  const results: JsonObject[] = []
  const content: JsonObject[] = []
  for (const pathPart of parts) {
    const { path, part } = pathPart
    checkMembers(pathPart, ['text', 'inlineData', 'functionResponse'], report)
    if (!isUnset(part.functionResponse)) results.push(toToolMessage(pathPart, calls, report))
    else if (!isUnset(part.inlineData)) content.push(toMediaPart(pathPart, media, report))
    else if (toText(part.text) !== '') content.push({ type: 'text', text: part.text })
    else if (part.text === undefined) report.reject(path, 'accepts only text, media, and function results')
  }
  return content.length === 0 ? results : [...results, { role: 'user', content: joinTexts(content) }]
}

/** Some servers accept only a string if there is no other media. */
function joinTexts(content: readonly JsonObject[]): unknown {
  return content.every(({ type }) => type === 'text') ? content.map(({ text }) => text).join('\n') : content
}

function toToolMessage(
  { path, part }: PathPart,
  calls: readonly PendingCall[],
  report: FieldReport,
): JsonObject {
  const { id, name, response, parts } = toCamelCase(toObject(part.functionResponse))
  if (!isUnset(parts)) report.reject(`${path}.functionResponse.parts`, 'accepts only JSON as the result')
  const open = calls.filter(({ hasResult }) => !hasResult)
  const call =
    isUnset(id) || id === '' ? open.find((one) => one.name === name) : open.find((one) => one.id === id)
  if (!call)
    return report.reject(
      `${path}.functionResponse`,
      'requires a function call of the same name or ID in the model turn before',
    )
  call.hasResult = true
  return { role: 'tool', tool_call_id: call.id, content: JSON.stringify(response ?? {}) }
}

/** The formats that the API has names for. */
const audioFormats: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
}

function toMediaPart({ path, part }: PathPart, media: ServerMedia, report: FieldReport): JsonObject {
  const { mimeType, data } = toCamelCase(toObject(part.inlineData))
  const type = toText(mimeType).toLowerCase()
  const field = `${path}.inlineData`
  const base64 = toText(data)
  const url = `data:${type};base64,${base64}`
  if (type.startsWith('image/')) return { type: 'image_url', image_url: { url } }
  if (type.startsWith('text/') || type === 'application/json')
    return { type: 'text', text: Buffer.from(base64, 'base64').toString('utf8') }
  if (type.startsWith('audio/')) {
    const format = audioFormats[type]
    if (!media.hasAudio) report.reject(field, "can't listen to audio")
    if (format === undefined) report.reject(`${field}.mimeType`, 'accepts only WAV and MP3 audio')
    return { type: 'input_audio', input_audio: { data: base64, format } }
  }
  if (type.startsWith('video/')) {
    if (!media.hasVideo) report.reject(field, "can't watch videos")
    return { type: 'video_url', video_url: { url } }
  }
  if (type === 'application/pdf' && media.hasDocuments)
    return { type: 'file', file: { filename: 'document.pdf', file_data: url } }
  return report.reject(`${field}.mimeType`, `doesn't accept files of the type ${type || '(none)'}`)
}
