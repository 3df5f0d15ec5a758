// Converts the content of a message, a text or a list of parts, to the parts of Google's API.
import type { ChatMessage } from '#shared/schemas/openai-requests'
import { type FieldReport, rejectType } from '../translation/field-report'
import { isUnset, type JsonObject, toObject, toText } from '../translation/json-objects'

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

/** Marks of caches that other providers have, and members of responses that clients return. */
const harmless = ['cache_control', 'annotations', 'extra_content', 'index']

/** Each type of part has one member of the same name. */
function toPart(part: JsonObject, path: string, report: FieldReport): JsonObject {
  report.checkMembers(part, path, { known: ['type', toText(part.type)], harmless })
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
  report.checkMembers(image, path, { known: ['url'], harmless: ['format'] })
  return { inlineData: readDataUrl(image.url, `${path}.url`, report) }
}

function toVideo(video: JsonObject, path: string, report: FieldReport): JsonObject {
  report.checkMembers(video, path, { known: ['url'], harmless: ['format'] })
  return { inlineData: readDataUrl(video.url, `${path}.url`, report) }
}

function toAudio(audio: JsonObject, path: string, report: FieldReport): JsonObject {
  report.checkMembers(audio, path, { known: ['data', 'format'] })
  const { data, format } = audio
  const name = toText(format)
  if (!/^[\w-]+$/.test(name)) report.reject(`${path}.format`, 'needs a format such as wav or mp3')
  if (toText(data) === '') rejectType(`${path}.data`, 'Base64')
  return { inlineData: { mimeType: `audio/${name}`, data } }
}

function toFile(file: JsonObject, path: string, report: FieldReport): JsonObject {
  const { file_data, file_id, filename } = file
  const known = ['file_data', 'file_id', 'filename']
  report.checkMembers(file, path, { known, harmless: ['format'] })
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
