// The common form of imported chats, and the collector with which each format builds it.
import { extname } from 'node:path'
import { emptyTurn } from '#shared/schemas/chat'
import type { ImportLoss, ImportSource, LossKind } from '#shared/schemas/chat-import'
import { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { JsonObject } from '#shared/wire/json-objects'
import { readMediaType, typeOfExtension } from '../../media/media-type'
import { asText } from '../../read-values'
import type { CopiedTurn } from '../tree/turn-rows'

/** The bytes of a file are in an entry of the archive, or in the JSON. */
export type MediaSource =
  | { readonly kind: 'entry'; readonly name: string }
  | { readonly kind: 'base64'; readonly data: string }
  | { readonly kind: 'text'; readonly text: string }

export interface ImportedMedia {
  readonly source: MediaSource
  readonly mimeType: string | undefined
  readonly fileName: string | undefined
}

export interface ImportedChat {
  readonly source: ImportSource
  /** The chat's own ID: the same in every export of it. */
  readonly sourceId: string
  readonly title: string
  readonly createdAt: number | null
  readonly updatedAt: number | null
  /** The model's name in the other application; null if it is unknown. */
  readonly model: string | null
  /** Without the model. */
  readonly parameters: Omit<ChatParameters, 'model'>
  /** A parent comes before its children. Parts refer to media as `inlineData: { media: 'import:<index>' }`. */
  readonly turns: readonly CopiedTurn[]
  readonly headTurnId: string | null
  readonly media: readonly ImportedMedia[]
  readonly losses: readonly ImportLoss[]
}

/** Finds files in the archive that contains the chats. */
export interface ArchiveFiles {
  /** The entry of a file with this ID or name. */
  find(name: string): string | undefined
}

export const noFiles: ArchiveFiles = { find: () => undefined }

const mediaPrefix = 'import:'

/** The index in `media` of a part's file; undefined if it has none. */
export function readMediaIndex({ inlineData }: Part): number | undefined {
  const media = asText(inlineData?.media)
  return media.startsWith(mediaPrefix) ? Number(media.slice(mediaPrefix.length)) : undefined
}

/** Collects the media and the losses of one chat. */
export class ImportCollector {
  readonly media: ImportedMedia[] = []
  readonly #losses = new Map<LossKind, number>()

  lose(kind: LossKind, count = 1): void {
    if (count > 0) this.#losses.set(kind, (this.#losses.get(kind) ?? 0) + count)
  }

  listLosses(): ImportLoss[] {
    return [...this.#losses].map(([kind, count]) => ({ kind, count }))
  }

  /** Returns no part if no model reads files of this type. */
  addFile(source: MediaSource, mimeType?: string, fileName?: string): Part[] {
    if (isUnsupported(mimeType, fileName)) {
      this.lose('unsupported-file')
      return []
    }
    this.media.push({ source, mimeType, fileName })
    const media = `${mediaPrefix}${this.media.length - 1}`
    return [{ inlineData: { ...(mimeType && { mimeType }), media, ...(fileName && { fileName }) } }]
  }
}

const unknownType = typeOfExtension('')

/** The type is unknown until the bytes are read if neither is given. */
function isUnsupported(mimeType: string | undefined, fileName = ''): boolean {
  const extension = extname(fileName).slice(1).toLowerCase()
  const isKnown = (type: string) => type.startsWith('text/') || type !== unknownType
  if (extension !== '' && isKnown(typeOfExtension(extension))) return false
  if (mimeType === undefined || mimeType === '') return officeExtensions.has(extension)
  return !isKnown(readMediaType(new Uint8Array(), mimeType).mimeType) && !isTextual(mimeType, extension)
}

const officeExtensions = new Set(['docx', 'doc', 'xlsx', 'xls', 'pptx', 'ppt', 'zip', 'epub', 'odt', 'ods'])

/** Other text counts as plain. */
function isTextual(mimeType: string, extension: string): boolean {
  if (officeExtensions.has(extension)) return false
  return mimeType.startsWith('text/') || /json|xml|yaml|javascript|typescript|octet-stream/.test(mimeType)
}

type TurnContent = Pick<CopiedTurn, 'id' | 'parentId' | 'role' | 'parts'> & Partial<CopiedTurn>

export function toTurn(content: TurnContent): CopiedTurn {
  return {
    ...emptyTurn,
    state: 'complete',
    createdAt: 0,
    ...content,
  }
}

/** Ends a paragraph between two texts, also if there are thoughts between them; joins adjacent ones. */
export function appendParts(parts: Part[], added: readonly Part[]): void {
  for (const part of added) {
    const last = parts.at(-1)
    const lastShown = parts.filter(({ thought }) => thought !== true).at(-1)
    const isText = part.text !== undefined && last?.text !== undefined && last.thought === part.thought
    const hasSignature = part.thoughtSignature !== undefined || last?.thoughtSignature !== undefined
    if (isText && !hasSignature)
      parts[parts.length - 1] = { ...last, text: `${last.text?.trimEnd()}\n\n${part.text}` }
    else if (part.text !== undefined && part.thought !== true && lastShown?.text !== undefined)
      parts.push({ ...part, text: `\n\n${part.text}` })
    else parts.push(part)
  }
}

/** Empty texts have no part. */
export function toTextParts(text: string): Part[] {
  return text.trim() === '' ? [] : [{ text }]
}

export function toThoughts(text: string): Part[] {
  return text.trim() === '' ? [] : [{ text, thought: true }]
}

/** A call or a result of a tool of the other application, as a thought. */
export function toToolThoughts(name: string, text: string): Part[] {
  return text.trim() === '' ? [] : toThoughts(`**${name || 'Tool'}**\n\n${toFence(text)}`)
}

/** A code block whose fence is longer than any in the text. */
export function toFence(text: string, language = ''): string {
  let maxLength = 2
  for (const [run] of text.matchAll(/`{3,}/g)) maxLength = Math.max(maxLength, run.length)
  const fence = '`'.repeat(maxLength + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

interface Source {
  readonly uri: string
  readonly title?: string
}

/** Web pages that an answer cites, in the form of Google Search. */
export function toSources(found: readonly Source[]): CopiedTurn['metadata'] {
  const byUri = new Map(found.filter(({ uri }) => /^https?:/.test(uri)).map((source) => [source.uri, source]))
  if (byUri.size === 0) return null
  const groundingChunks = [...byUri.values()].map(({ uri, title }) => ({ web: { uri, title: title || uri } }))
  return { groundingMetadata: { groundingChunks } }
}

/** Returns the valid ones; the others are counted as lost settings. */
export function readParameters(found: JsonObject, collector: ImportCollector): ImportedChat['parameters'] {
  const valid: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(found)) {
    if (value === undefined || value === null || value === '') continue
    // With any model: it is chosen when the chat is imported.
    const result = ChatParameters.safeParse({ model: 'any', [name]: value })
    if (result.success) valid[name] = value
    else collector.lose('setting')
  }
  // Each was accepted by the schema of its name.
  return valid as ImportedChat['parameters']
}

const maxTitleLength = 200

/** One line of at most 200 characters. */
export function toTitle(title: string, fallback = 'Imported chat'): string {
  const line = title
    .slice(0, maxTitleLength * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return [...line].slice(0, maxTitleLength).join('') || fallback
}

/** The first and the last time of these; null without any. */
export function findTimes(times: readonly (number | null)[]): [first: number | null, last: number | null] {
  let first: number | null = null
  let last: number | null = null
  for (const time of times) {
    if (time === null) continue
    if (first === null || time < first) first = time
    if (last === null || time > last) last = time
  }
  return [first, last]
}
