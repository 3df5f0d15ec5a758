// Converts one message of a ChatGPT export to parts, by its author and content type.
import type { LossKind } from '#shared/schemas/chat-import'
import type { Part } from '#shared/schemas/content'
import { isObject, type JsonObject, toObject } from '#shared/wire/json-objects'
import { asArray, asText, toReadableText } from '../../read-values'
import {
  type ArchiveFiles,
  appendParts,
  type ImportCollector,
  toFence,
  toTextParts,
  toThoughts,
  toToolThoughts,
} from './imported-chat'

export interface ReadMessage {
  readonly kind: 'user' | 'model' | 'instruction' | 'hidden'
  readonly parts: readonly Part[]
  /** The text of an instruction. */
  readonly text?: string
}

const hidden: ReadMessage = { kind: 'hidden', parts: [] }

interface ImportPorts {
  readonly collector: ImportCollector
  readonly files: ArchiveFiles
}

interface MessagePorts extends ImportPorts {
  readonly metadata: JsonObject
}

export function readChatGptMessage(message: JsonObject, imports: ImportPorts): ReadMessage {
  const { role, name } = toObject(message.author)
  const content = toObject(message.content)
  const metadata = toObject(message.metadata)
  const ports = { ...imports, metadata }
  // A root, and a node of an answer that never came.
  if (role === undefined) return hidden
  const instruction = readInstruction(content, metadata)
  if (instruction !== undefined) return { kind: 'instruction', parts: [], text: instruction }
  if (content.content_type === 'model_editable_context') {
    if (asText(content.model_set_context) !== '') ports.collector.lose('memory')
    return hidden
  }
  if (metadata.is_visually_hidden_from_conversation === true) return hidden
  if (role === 'system') {
    const text = readTexts(content)
    return text.trim() === '' ? hidden : { kind: 'instruction', parts: [], text }
  }
  if (role === 'user') {
    const parts = [...readAttachments(content, ports), ...readContent(content, ports)]
    return { kind: 'user', parts }
  }
  const parts =
    role === 'tool' ? readToolResult(asText(name), content, ports) : readAnswer(message, content, ports)
  const isThinking = metadata.reasoning_status === 'is_reasoning' || message.channel === 'analysis'
  return { kind: 'model', parts: isThinking ? parts.map(asThought) : parts }
}

/** Python that is run while the model thinks is not part of its answer. */
function asThought(part: Part): Part {
  const { executableCode, codeExecutionResult } = part
  if (part.text !== undefined) return { ...part, thought: true }
  if (isObject(executableCode)) return { text: toFence(asText(executableCode.code), 'python'), thought: true }
  if (isObject(codeExecutionResult))
    return { text: toFence(asText(codeExecutionResult.output)), thought: true }
  return part
}

/** The user's custom instructions; undefined for other messages. */
function readInstruction(content: JsonObject, metadata: JsonObject): string | undefined {
  const { about_user_message, about_model_message } = toObject(metadata.user_context_message_data)
  const texts =
    content.content_type === 'user_editable_context'
      ? [content.user_profile, content.user_instructions]
      : metadata.is_user_system_message === true
        ? [about_user_message, about_model_message]
        : undefined
  return texts
    ?.map(asText)
    .filter((text) => text.trim() !== '')
    .join('\n\n')
}

/** Names and content types of results that quote whole pages and files. */
const searchTools = /^(browser|web|web\.run|web\.search|file_search|myfiles_browser|bing)$/
const searchTypes: ReadonlySet<unknown> = new Set([
  'tether_quote',
  'tether_browsing_display',
  'tether_browsing_code',
  'sonic_webpage',
])

function readToolResult(name: string, content: JsonObject, ports: MessagePorts): Part[] {
  const { collector, metadata } = ports
  if (searchTypes.has(content.content_type) || searchTools.test(name)) {
    if (toolText(content).trim() !== '') collector.lose('search-result')
    return []
  }
  if (name === 'bio') {
    collector.lose('memory')
    return []
  }
  // Its answer only confirms the call.
  if (name.startsWith('canmore.')) return []
  if (name === 'python' || content.content_type === 'execution_output') {
    const output = toolText(content)
    const parts: Part[] =
      output.trim() === '' ? [] : [{ codeExecutionResult: { outcome: readOutcome(metadata), output } }]
    return [...parts, ...readExecutionImages(ports)]
  }
  const media = readMediaParts(asArray(content.parts), ports)
  // The tool of image generation only describes its images for the model.
  if (media.length > 0) return media
  const text = toolText(content)
  if (text.trim() === '') return []
  collector.lose('tool-call')
  return toToolThoughts(name, text)
}

function readOutcome(metadata: JsonObject): string {
  const { status } = toObject(metadata.aggregate_result)
  return typeof status === 'string' && status !== 'success' ? 'OUTCOME_FAILED' : 'OUTCOME_OK'
}

/** Images that Python has drawn. */
function readExecutionImages(ports: MessagePorts): Part[] {
  const messages = asArray(toObject(ports.metadata.aggregate_result).messages).map(toObject)
  return messages.flatMap(({ message_type: type, image_url: url }) =>
    type === 'image' ? readPointer(url, 'linked-image', ports) : [],
  )
}

function toolText(content: JsonObject): string {
  const found = [content.text, content.output_str, content.result, content.summary].map(asText).find(Boolean)
  const name = content.content_type === 'system_error' ? `${asText(content.name)}: ` : ''
  return found === undefined ? readTexts(content) : `${name}${found}`
}

function readAnswer(message: JsonObject, content: JsonObject, ports: MessagePorts): Part[] {
  const recipient = asText(message.recipient) || 'all'
  if (recipient === 'all') return readContent(content, ports)
  const text = asText(content.text) || readTexts(content)
  if (text.trim() === '') return []
  if (recipient === 'python') return [{ executableCode: { language: 'PYTHON', code: text } }]
  if (recipient.startsWith('canmore.')) return readCanvas(recipient, text, ports)
  // Neither searches nor their results are imported.
  if (searchTools.test(recipient) || recipient === 'bio') return []
  ports.collector.lose('tool-call')
  return toToolThoughts(recipient, text)
}

/** A new document is kept as text; later changes refer to it by patterns. */
function readCanvas(recipient: string, text: string, { collector }: MessagePorts): Part[] {
  if (recipient !== 'canmore.create_textdoc') {
    collector.lose('canvas-change')
    return []
  }
  collector.lose('canvas')
  const document = parseObject(text)
  if (!document) return toTextParts(toFence(text, 'json'))
  const type = asText(document.type)
  const body = asText(document.content)
  const language = type.startsWith('code/') ? type.slice('code/'.length) : ''
  const heading = asText(document.name) && `**${asText(document.name)}**\n\n`
  return toTextParts(`${heading}${type === 'document' || type === '' ? body : toFence(body, language)}`)
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readContent(content: JsonObject, ports: MessagePorts): Part[] {
  const { collector, metadata } = ports
  switch (content.content_type) {
    case 'text':
      return toTextParts(cleanCitations(readTexts(content), metadata))
    case 'multimodal_text':
      return readMultimodal(content, ports)
    case 'code': {
      const language = asText(content.language)
      return toTextParts(toFence(asText(content.text), language === 'unknown' ? '' : language))
    }
    case 'execution_output':
      return toTextParts(toFence(asText(content.text)))
    case 'thoughts':
      return asArray(content.thoughts).map(toObject).flatMap(readThought)
    // `Thought for 12 seconds`.
    case 'reasoning_recap':
      return []
    default: {
      const text = toolText(content)
      if (text.trim() === '') collector.lose('unknown')
      return toTextParts(cleanCitations(text, metadata))
    }
  }
}

function readThought({ summary, content }: JsonObject): Part[] {
  const heading = asText(summary) && `**${asText(summary)}**\n\n`
  return toThoughts(`${heading}${asText(content)}`)
}

function readTexts({ parts }: JsonObject): string {
  return asArray(parts)
    .map((part) => (typeof part === 'string' ? part : asText(toObject(part).text)))
    .filter((text) => text !== '')
    .join('\n\n')
}

function readMultimodal(content: JsonObject, ports: MessagePorts): Part[] {
  const parts: Part[] = []
  for (const item of asArray(content.parts)) {
    const text = typeof item === 'string' ? item : asText(toObject(item).text)
    if (text !== '') appendParts(parts, toTextParts(cleanCitations(text, ports.metadata)))
    else parts.push(...readMediaParts([item], ports))
  }
  return parts
}

function readMediaParts(items: readonly unknown[], ports: MessagePorts): Part[] {
  return items.flatMap((item): Part[] => {
    if (!isObject(item)) return []
    switch (item.content_type) {
      case 'image_asset_pointer':
        return readPointer(item.asset_pointer, 'linked-image', ports)
      case 'audio_asset_pointer':
      case 'video_container_asset_pointer':
      case 'real_time_user_audio_video_asset_pointer':
        ports.collector.lose('recording')
        return []
      // Its text was read before.
      case 'audio_transcription':
      case 'text':
      case undefined:
        return []
      default:
        ports.collector.lose('unknown')
        return []
    }
  })
}

/** `file-service://file-abc` or `sediment://file_abc#…`. */
function readAssetId(pointer: unknown): string | undefined {
  return /^[a-z-]+:\/\/(file[-_][A-Za-z0-9]+)/.exec(asText(pointer))?.[1]
}

function readPointer(pointer: unknown, loss: LossKind, { collector, files }: MessagePorts): Part[] {
  const id = readAssetId(pointer)
  const name = id === undefined ? undefined : files.find(id)
  if (name !== undefined) return collector.addFile({ kind: 'entry', name })
  collector.lose(loss)
  return []
}

/** Files of a prompt. Its images are also among its parts. */
function readAttachments(content: JsonObject, { collector, files, metadata }: MessagePorts): Part[] {
  const shown = new Set(asArray(content.parts).map((part) => readAssetId(toObject(part).asset_pointer) ?? ''))
  return asArray(metadata.attachments)
    .map(toObject)
    .flatMap((attachment): Part[] => {
      const id = asText(attachment.id)
      if (shown.has(id)) return []
      const entry = files.find(id)
      const mimeType = asText(attachment.mime_type) || asText(attachment.mimeType) || undefined
      const fileName = asText(attachment.name) || undefined
      if (entry !== undefined) return collector.addFile({ kind: 'entry', name: entry }, mimeType, fileName)
      collector.lose(mimeType?.startsWith('image/') ? 'linked-image' : 'linked-file')
      return []
    })
}

/** Marks in the text that refer to the sources in the metadata. */
function cleanCitations(text: string, metadata: JsonObject): string {
  let cleaned = text
  for (const reference of asArray(metadata.content_references).map(toObject)) {
    const matched = asText(reference.matched_text)
    if (matched.trim() !== '') cleaned = cleaned.replaceAll(matched, asText(reference.alt))
  }
  return cleaned.replace(/\uE200[^\uE200\uE201]*\uE201/g, '').replace(/【\d{1,9}(:\d{1,9})?†[^【】]*】/g, '')
}

/** Web pages that a message cites. */
export function readChatGptSources(message: JsonObject): { uri: string; title: string }[] {
  const metadata = toObject(message.metadata)
  const references = asArray(metadata.content_references).map(toObject)
  const cited = asArray(metadata.citations).map((citation) => toObject(toObject(citation).metadata))
  const items = references.flatMap((reference) => [
    reference,
    ...asArray(reference.items).map(toObject),
    ...asArray(reference.sources).map(toObject),
  ])
  return [...items, ...cited].flatMap(({ url, title }) =>
    asText(url) === '' ? [] : [{ uri: asText(url), title: toReadableText(title) }],
  )
}
