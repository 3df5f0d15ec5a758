// Reads the content of a body, also of OpenAI clients: the joined text of its events, its function calls and its media.
import { type BodyMark, measureMarkedFile, readForm, readMark } from '#shared/exchange/body-marks'
import { type JsonObject, listObjects, toObject } from '#shared/wire/json-objects'
import { formatBytes } from '../components/format'

export interface ContentMedia {
  readonly mimeType: string
  /** Null if the log does not have it. */
  readonly bytes: number | null
  /** SHA-256; null if the log has only the size. */
  readonly hash: string | null
  readonly name: string | null
}

interface ContentSection {
  /** The role of the speaker, or the purpose; null if the body has nothing else. */
  readonly title: string | null
  readonly thoughts: string
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly args: object }[]
}

export interface BodyContent {
  readonly sections: readonly ContentSection[]
  readonly media: readonly ContentMedia[]
}

/** Returns null if the body has neither texts nor calls nor media, or can't be parsed. */
export function readContent(body: string): BodyContent | null {
  const mark = readMark(body)
  if (mark) return { sections: [], media: [describeMark(mark, null, mark.mimeType)] }
  const documents = parseDocuments(body)
  if (documents.length === 0) return readFormContent(body)
  const [first] = documents
  const messages = documents.length === 1 ? listMessages(toObject(first)) : []
  const isConversation = messages.length > 0
  const sections = (isConversation ? messages : [{ title: null, parts: documents.flatMap(listParts) }])
    .map(({ title, parts }) => toSection(title, parts))
    .filter(({ thoughts, text, calls }) => thoughts + text !== '' || calls.length > 0)
  const media = documents.flatMap((document) => [...walkMedia(document)])
  return sections.length + media.length === 0 ? null : { sections, media }
}

/** The texts of all sections. */
export function joinSections({ sections }: BodyContent): string {
  return sections.map(({ text }) => text).join('\n\n')
}

function toSection(title: string | null, parts: readonly JsonObject[]): ContentSection {
  const texts = parts.filter((part): part is JsonObject & { text: string } => typeof part.text === 'string')
  const join = (isThought: boolean) =>
    texts
      .filter(({ thought }) => (thought === true) === isThought)
      .map(({ text }) => text)
      .join('')
  return { title, thoughts: join(true), text: join(false), calls: parts.flatMap(toCall) }
}

interface Message {
  readonly title: string
  readonly parts: readonly JsonObject[]
}

const roleNames: Readonly<Record<string, string>> = {
  user: 'User',
  model: 'Model',
  function: 'Function',
  system: 'System instruction',
  developer: 'System instruction',
  assistant: 'Model',
  tool: 'Function',
}

/** Lists the messages of a conversation, the texts of a batch, or the prompts of videos. */
function listMessages(body: JsonObject): Message[] {
  const system = toObject(body.systemInstruction ?? body.system_instruction)
  const instruction = { title: 'System instruction', parts: listObjects(system.parts) }
  const conversation = listObjects(body.contents).map(({ role, parts }) => ({
    title: roleNames[String(role ?? 'user')] ?? String(role),
    parts: listObjects(parts),
  }))
  const texts = listObjects(body.requests).map(({ content }, index) => ({
    title: `Text ${index + 1}`,
    parts: listObjects(toObject(content).parts),
  }))
  const prompts = listObjects(body.instances).map(({ prompt }) => ({
    title: 'Prompt',
    parts: [{ text: prompt }],
  }))
  const messages = [instruction, ...conversation, ...texts, ...prompts, ...listOpenAiMessages(body)]
  return messages.filter(({ parts }) => parts.length > 0)
}

function readFormContent(body: string): BodyContent | null {
  const form = readForm(body)
  if (!form?.file) return null
  const { name, mark } = form.file
  const text = form.fields.map(([field, value]) => `${field}: ${value}`).join('\n')
  return {
    sections: [toSection(null, [{ text }])],
    media: mark ? [describeMark(mark, name, mark.mimeType)] : [],
  }
}

/** Texts of members that are marks are replaced by what a person needs to know of the file. */
export function describeMarks(value: unknown): unknown {
  if (typeof value === 'string') {
    const mark = readMark(value)
    if (!mark) return value
    const size = formatBytes(measureMarkedFile(mark))
    return mark.hash === null ? size : `${size} · SHA-256 ${mark.hash.slice(0, 12)}…`
  }
  if (Array.isArray(value)) return value.map(describeMarks)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, describeMarks(inner)]))
}

/** A document, or one for each line: the events of a stream. Damaged ones are left out. */
export function parseDocuments(body: string): unknown[] {
  const whole = parse(body)
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole]
  return body.split('\n').flatMap((line) => parse(line) ?? [])
}

function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Lists the parts of the first candidate; a transcript and its events are texts, too. */
function listParts(document: unknown): readonly JsonObject[] {
  const body = toObject(document)
  if (typeof body.delta === 'string') return [{ text: body.delta }]
  // The last event of a transcript repeats its deltas.
  if (typeof body.text === 'string') return body.type === 'transcript.text.done' ? [] : [{ text: body.text }]
  const candidate = toObject(listObjects(body.candidates)[0])
  const contents = [toObject(body.content), toObject(candidate.content)]
  return [...contents.flatMap(({ parts }) => listObjects(parts)), ...listChoiceParts(body)]
}

function toCall(part: JsonObject) {
  const { name, args } = toObject(part.functionCall ?? part.function_call)
  return typeof name === 'string' ? [{ name, args: toObject(args) }] : []
}

/** Members of objects that have a file as Base64. */
const dataMembers = ['data', 'bytesBase64Encoded', 'videoBytes', 'encodedVideo', 'b64_json']

/** In the order of the document. Other long texts, such as signatures of thoughts, are no media. */
function* walkMedia(value: unknown): Generator<ContentMedia> {
  if (typeof value !== 'object' || value === null) return
  // The members are checked before they are used.
  const object = value as JsonObject
  const url = readDataUrl(object.url) ?? readDataUrl(object.file_data)
  if (url) return yield toMedia(url.data, url.mimeType)
  const type = object.mimeType ?? object.mime_type
  const data = dataMembers.map((name) => object[name]).find((text) => typeof text === 'string')
  if (typeof data === 'string' && (typeof type === 'string' || readMark(data))) {
    const mimeType = typeof type === 'string' ? type : ''
    yield toMedia(data, mimeType)
  } else for (const inner of Object.values(object)) yield* walkMedia(inner)
}

function toMedia(data: string, mimeType: string): ContentMedia {
  const mark = readMark(data)
  return mark ? describeMark(mark, null, mimeType) : { mimeType, bytes: null, hash: null, name: null }
}

function describeMark(mark: BodyMark, name: string | null, mimeType: string): ContentMedia {
  return { mimeType, bytes: measureMarkedFile(mark), hash: mark.hash, name }
}

/** The messages of a chat completion, the texts to embed, or the prompt of an image. */
function listOpenAiMessages({ messages, input, prompt }: JsonObject) {
  const conversation = listObjects(messages).map((message) => ({
    title: roleNames[String(message.role)] ?? String(message.role),
    parts: toParts(message),
  }))
  const inputs = Array.isArray(input) ? input : [input]
  const texts = inputs.flatMap((text, index) =>
    typeof text === 'string' ? [{ title: `Text ${index + 1}`, parts: [{ text }] }] : [],
  )
  const prompts = typeof prompt === 'string' ? [{ title: 'Prompt', parts: [{ text: prompt }] }] : []
  return [...conversation, ...texts, ...prompts]
}

/** The parts of the first choice of a response, or of a chunk of a stream. */
function listChoiceParts({ choices }: JsonObject): readonly JsonObject[] {
  const [choice] = listObjects(choices)
  return choice ? toParts(toObject(choice.message ?? choice.delta)) : []
}

function toParts({
  content,
  reasoning_content: thought,
  tool_calls: calls,
}: JsonObject): readonly JsonObject[] {
  const texts = typeof content === 'string' ? [{ text: content }] : listObjects(content)
  return [
    ...(typeof thought === 'string' ? [{ text: thought, thought: true }] : []),
    ...texts.filter(({ text }) => typeof text === 'string'),
    ...listObjects(calls).flatMap(toFunctionCall),
  ]
}

/** A stream may have the arguments in pieces after the name; those are in the events only. */
function toFunctionCall(call: JsonObject): JsonObject[] {
  const { name, arguments: text } = toObject(call.function)
  return typeof name === 'string' ? [{ functionCall: { name, args: parse(String(text)) } }] : []
}

/** Splits a data URL into its type and the Base64, or the mark in its place. */
function readDataUrl(value: unknown): { readonly mimeType: string; readonly data: string } | null {
  if (typeof value !== 'string' || !value.startsWith('data:')) return null
  const [, mimeType = '', data] = /^data:([^;,]*)[^,]{0,100};base64,(.*)$/s.exec(value) ?? []
  return data === undefined ? null : { mimeType, data }
}
