// Converts a request for `generateContent` to one for `/v1/chat/completions`.
import type { FieldReport } from '../../translation/field-report'
import {
  isUnset,
  type JsonObject,
  listObjects,
  toCamelCase,
  toObject,
  toText,
} from '../../translation/json-objects'
import { toMessages, toSystemMessage } from './chat-messages'
import { type ChatTarget, toChatParameters } from './chat-parameters'
import { toTools } from './chat-tools'

interface ChatRequestOptions extends ChatTarget {
  readonly isStream: boolean
}

export interface ChatRequest {
  readonly body: JsonObject
  /** The client wants to see the model's thoughts. */
  readonly includesThoughts: boolean
}

/** Has its own translation, or repeats the path. */
const translated = new Set([
  'contents',
  'systemInstruction',
  'generationConfig',
  'tools',
  'toolConfig',
  'safetySettings',
])

/** How Google bills, stores, or names a request, but not what it means. */
const harmless = new Set(['labels', 'model', 'serviceTier', 'store'])

/** Throws INVALID_ARGUMENT for a field that the server has no equivalent of. */
export function toChatRequest(value: unknown, { isStream, ...target }: ChatRequestOptions): ChatRequest {
  const { model, server, report } = target
  const request = toCamelCase(toObject(value))
  checkFields(request, report)
  const { parameters, includesThoughts } = toChatParameters(request.generationConfig, target)
  const messages = [
    ...toSystemMessage(request.systemInstruction, report),
    ...toMessages(request.contents, server, report),
  ]
  if (server.requiresJsonWord && returnsAnyJson(parameters) && !hasJsonWord(messages))
    messages.unshift({ role: 'system', content: 'Respond with JSON.' })
  const usage = server.hasStreamOptions ? { stream_options: { include_usage: true } } : {}
  const streaming = isStream ? { stream: true, ...usage } : {}
  const tools = toTools(request, server, report)
  return { body: { model, messages, ...parameters, ...tools, ...streaming }, includesThoughts }
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
    if (isUnset(field)) continue
    if (harmless.has(name)) {
      if (name !== 'model') report.ignore(name)
    } else if (!translated.has(name)) report.reject(name)
  }
  for (const [index, setting] of report.readObjects(request.safetySettings, 'safetySettings').entries()) {
    // A filter that is turned off is what such a server does anyway.
    if (!/^(?:BLOCK_NONE|OFF)$/.test(toText(setting.threshold)))
      report.reject(`safetySettings[${index}]`, 'has no safety filters')
    report.ignore('safetySettings')
  }
}
