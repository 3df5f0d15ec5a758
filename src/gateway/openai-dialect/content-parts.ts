// Converts the content of a message, a text or a list of parts, to the parts of Google's API.
import type { ChatMessage } from '#shared/schemas/openai-requests'
import type { FieldReport } from '../upstreams/openai/field-report'
import { isUnset, type JsonObject, toObject, toText } from '../upstreams/openai/json-objects'

/** `path` is that of the content, such as `messages[0].content`. */
export function toParts(
  content: ChatMessage['content'],
  path: string,
  report: FieldReport,
): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  return (content ?? []).map((part, index) => toPart(part, `${path}[${index}]`, report))
}

/** For roles whose content is text only. */
export function toTexts(
  content: ChatMessage['content'],
  path: string,
  report: FieldReport,
): readonly JsonObject[] {
  const parts = toParts(content, path, report)
  const other = parts.findIndex(({ text }) => text === undefined)
  if (other >= 0) report.reject(`${path}[${other}]`, 'accepts only text here')
  return parts
}

function toPart(part: JsonObject, path: string, report: FieldReport): JsonObject {
  // Marks of caches that other providers have.
  if (!isUnset(part.cache_control)) report.ignore(`${path}.cache_control`)
  switch (part.type) {
    case 'text':
      return { text: toText(part.text) }
    case 'refusal':
      return { text: toText(part.refusal) }
    case 'image_url':
      return toImage(part.image_url, `${path}.image_url`, report)
    case 'video_url':
      return { inlineData: readDataUrl(toObject(part.video_url).url, `${path}.video_url.url`, report) }
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
  const { url, detail } = toObject(value)
  if (!isUnset(detail) && detail !== 'auto') report.ignore(`${path}.detail`)
  return { inlineData: readDataUrl(url, `${path}.url`, report) }
}

function toAudio({ data, format }: JsonObject, path: string, report: FieldReport): JsonObject {
  const name = toText(format)
  if (!/^[\w-]+$/.test(name)) report.reject(`${path}.format`, 'needs a format such as wav or mp3')
  if (toText(data) === '') report.reject(`${path}.data`, 'needs Base64')
  return { inlineData: { mimeType: `audio/${name}`, data } }
}

function toFile({ file_data, file_id, filename }: JsonObject, path: string, report: FieldReport): JsonObject {
  if (!isUnset(file_id)) report.reject(`${path}.file_id`, "can't read stored files. Send file_data")
  if (!isUnset(filename)) report.ignore(`${path}.filename`)
  return { inlineData: readDataUrl(file_data, `${path}.file_data`, report) }
}

/** The gateway opens no links, because a prompt must not make it read from this computer's networks. */
function readDataUrl(value: unknown, path: string, report: FieldReport): JsonObject {
  const url = toText(value)
  // Searching the whole of a long URL would take long.
  const [head, mimeType] = /^data:([\w.+/-]+)(?:;[\w.+/=-]+)*;base64,/i.exec(url.slice(0, 300)) ?? []
  if (head && mimeType) return { mimeType: mimeType.toLowerCase(), data: url.slice(head.length) }
  const reason = /^https?:/i.test(url)
    ? "can't open links. Send a data URL with Base64"
    : 'needs a data URL with Base64'
  return report.reject(path, reason)
}
