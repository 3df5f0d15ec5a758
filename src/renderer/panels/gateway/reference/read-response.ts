// Reads a response of the gateway for display: its texts, its media, and its error.
import type { ReferenceRun } from './reference-state'

interface ShownMedia {
  /** The hash of a stored file. */
  readonly media: string
  readonly mimeType: string
}

const hash = /^[0-9a-f]{64}$/

/** Files that the response contains, each once. */
export function listMedia({ texts, file }: Pick<ReferenceRun, 'texts' | 'file'>): readonly ShownMedia[] {
  const found = texts.flatMap(({ text }) => [...walkMedia(parse(text))])
  const all = file ? [...found, file] : found
  return [...new Map(all.map(({ media, mimeType }) => [media, { media, mimeType }])).values()]
}

function* walkMedia(value: unknown): Generator<ShownMedia> {
  if (typeof value !== 'object' || value === null) return
  if ('media' in value && typeof value.media === 'string' && hash.test(value.media)) {
    const { mimeType, mime_type } = value as { mimeType?: unknown; mime_type?: unknown }
    yield { media: value.media, mimeType: String(mimeType ?? mime_type ?? '') }
  } else for (const inner of Object.values(value)) yield* walkMedia(inner)
}

/** The text of all candidates and events, without thoughts; a transcript's text. */
export function joinText({ texts }: Pick<ReferenceRun, 'texts'>): string {
  return texts.map(({ text }) => readText(parse(text))).join('')
}

interface Chunk {
  readonly text?: unknown
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly { readonly text?: unknown; readonly thought?: unknown }[] }
  }[]
}

function readText(value: unknown): string {
  if (Array.isArray(value)) return value.map(readText).join('')
  // Every member is checked before it is used.
  const chunk = Object(value) as Chunk
  if (typeof chunk.text === 'string') return chunk.text
  if (!Array.isArray(chunk.candidates)) return ''
  const parts = chunk.candidates.flatMap((candidate) => candidate?.content?.parts ?? [])
  return parts
    .map((part) => (typeof part?.text === 'string' && part.thought !== true ? part.text : ''))
    .join('')
}

/** Undefined if it isn't JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
