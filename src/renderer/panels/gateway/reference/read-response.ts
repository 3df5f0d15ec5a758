// Reads a response of the gateway for display: its text, its media, and the state of a video operation.
import { Operation } from '#shared/schemas/operation'

export interface ShownMedia {
  /** The hash of a stored file. */
  readonly media: string
  readonly mimeType: string
}

export interface ReadText {
  /** The text of the model's answer, without thoughts. */
  readonly answerText: string
  readonly media: readonly ShownMedia[]
}

/** Reads one event of a stream, or a whole body. */
export function readText(text: string): ReadText {
  const value = parse(text)
  return { answerText: findText(value), media: [...walkMedia(value)] }
}

const hash = /^[0-9a-f]{64}$/

function* walkMedia(value: unknown): Generator<ShownMedia> {
  if (typeof value !== 'object' || value === null) return
  if ('media' in value && typeof value.media === 'string' && hash.test(value.media)) {
    const { mimeType, mime_type } = value as { mimeType?: unknown; mime_type?: unknown }
    yield { media: value.media, mimeType: String(mimeType ?? mime_type ?? '') }
  } else for (const inner of Object.values(value)) yield* walkMedia(inner)
}

interface Chunk {
  readonly type?: unknown
  readonly text?: unknown
  readonly delta?: unknown
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly { readonly text?: unknown; readonly thought?: unknown }[] }
  }[]
  readonly choices?: readonly {
    readonly message?: { readonly content?: unknown }
    readonly delta?: { readonly content?: unknown }
  }[]
}

function findText(value: unknown): string {
  if (Array.isArray(value)) return value.map(findText).join('')
  // Every member is checked before it is used.
  const chunk = Object(value) as Chunk
  // A streamed transcript ends with an event that repeats the whole text.
  if (chunk.type === 'transcript.text.done') return ''
  if (chunk.type === 'transcript.text.delta') return typeof chunk.delta === 'string' ? chunk.delta : ''
  if (typeof chunk.text === 'string') return chunk.text
  if (Array.isArray(chunk.choices)) return findChoiceText(chunk.choices)
  if (!Array.isArray(chunk.candidates)) return ''
  const parts = chunk.candidates.flatMap((candidate) => candidate?.content?.parts ?? [])
  return parts
    .map((part) => (typeof part?.text === 'string' && part.thought !== true ? part.text : ''))
    .join('')
}

/** The text of a chat completion, or of a chunk of one. */
function findChoiceText(choices: NonNullable<Chunk['choices']>): string {
  const contents = choices.map((choice) => (choice?.message ?? choice?.delta)?.content)
  return contents.map((content) => (typeof content === 'string' ? content : '')).join('')
}

export interface OperationState {
  /** The path of the request that checks it. */
  readonly path: string
  readonly isDone: boolean
  /** Why it failed. */
  readonly error: string | null
}

/** Null if the text is not an operation. */
export function readOperation(text: string): OperationState | null {
  const { data } = Operation.safeParse(parse(text))
  if (!data || !/^(?:models\/[^/]+\/)?operations\//.test(data.name)) return null
  return { path: `/v1beta/${data.name}`, isDone: data.done === true, error: data.error?.message ?? null }
}

/** The paths of the videos of a finished operation, at the gateway. */
export function listDownloads(text: string): readonly string[] {
  const { data } = Operation.safeParse(parse(text))
  const samples = data?.response?.generateVideoResponse?.generatedSamples ?? []
  return samples.flatMap(({ video }) => {
    try {
      const { pathname, search } = new URL(video?.uri ?? '')
      return /\/files\/[^/]+:download$/.test(pathname) ? [pathname + search] : []
    } catch {
      return []
    }
  })
}

/** Undefined if it isn't JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
