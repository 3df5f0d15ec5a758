// Reads the content of a body: the joined text of its events, its function calls and its media.

interface ContentMedia {
  readonly mimeType: string
  /** In bytes; null if the log does not have it. */
  readonly bytes: number | null
}

export interface BodyContent {
  readonly thoughts: string
  readonly text: string
  readonly calls: readonly { readonly name: string; readonly args: object }[]
  readonly media: readonly ContentMedia[]
}

/** Returns null if the body has nothing of these, or can't be parsed. */
export function readContent(body: string): BodyContent | null {
  const parts = parseDocuments(body).flatMap(listParts)
  const texts = parts.filter((part): part is Json & { text: string } => typeof part.text === 'string')
  const join = (isThought: boolean) =>
    texts
      .filter(({ thought }) => (thought === true) === isThought)
      .map(({ text }) => text)
      .join('')
  const content = {
    thoughts: join(true),
    text: join(false),
    calls: parts.flatMap(toCall),
    media: parts.flatMap(toMedia),
  }
  const isEmpty = content.thoughts + content.text === '' && content.calls.length + content.media.length === 0
  return isEmpty ? null : content
}

type Json = Readonly<Record<string, unknown>>

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

/** Lists the parts of the first candidate, or of the conversation; a transcript and its events are texts, too. */
function listParts(document: unknown): readonly Json[] {
  const body = toObject(document)
  if (typeof body.delta === 'string') return [{ text: body.delta }]
  // The last event of a transcript repeats its deltas.
  if (typeof body.text === 'string') return body.type === 'transcript.text.done' ? [] : [{ text: body.text }]
  const candidate = toObject(listObjects(body.candidates)[0])
  const contents = [...listObjects(body.contents), toObject(body.content), toObject(candidate.content)]
  return contents.flatMap(({ parts }) => listObjects(parts))
}

function toCall(part: Json) {
  const { name, args } = toObject(part.functionCall ?? part.function_call)
  return typeof name === 'string' ? [{ name, args: toObject(args) }] : []
}

function toMedia(part: Json): ContentMedia[] {
  const media = part.inlineData ?? part.inline_data
  if (media === undefined) return []
  const { mimeType, mime_type, data } = toObject(media)
  const length = /^<(\d+) characters of Base64>$/.exec(String(data))?.[1]
  const type = mimeType ?? mime_type
  return [
    {
      mimeType: typeof type === 'string' ? type : '',
      bytes: length === undefined ? null : Math.floor((Number(length) * 3) / 4),
    },
  ]
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function listObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(toObject) : []
}
