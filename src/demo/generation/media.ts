// Media of a request, inline or as an uploaded file, in one common form.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { isBase64 } from '#shared/wire/base64'
import { field, invalidArgument, objectField, textField } from './fields'

export interface FoundFile {
  readonly mimeType: string
  /** Bytes. */
  readonly size: number
  readonly read: () => Buffer
  /** SHA-256 in hexadecimal. */
  readonly digest: () => string
}

/**
 * Returns undefined if the URI is not a file of this service: a page, a YouTube video.
 * Throws an `ApiError` if the file does not exist or is not ready.
 */
export type FindFile = (uri: string) => FoundFile | undefined

export interface Media extends FoundFile {
  /** Its path in the request, for messages. */
  readonly at: string
}

export interface FileReference {
  readonly mimeType: string | undefined
  readonly uri: string
}

export function toMedia({ mimeType, base64, at }: { mimeType: string; base64: string; at: string }): Media {
  const read = () => Buffer.from(base64, 'base64')
  return {
    mimeType,
    size: Buffer.byteLength(base64, 'base64'),
    read,
    digest: () => createHash('sha256').update(read()).digest('hex'),
    at,
  }
}

/** Returns undefined if the part has none. */
export function readMedia(part: unknown, at: string, findFile: FindFile): Media | undefined {
  if (field(part, 'thought') === true) return undefined
  return readInline(part, `${at}.inlineData`) ?? readUploaded(part, `${at}.fileData`, findFile)
}

function readInline(part: unknown, at: string): Media | undefined {
  const blob = objectField(part, 'inlineData')
  if (!blob) return undefined
  const mimeType = (textField(blob, 'mimeType') ?? '').toLowerCase()
  const base64 = textField(blob, 'data') ?? ''
  if (mimeType === '') throw invalidArgument(`${at}.mimeType: must not be empty`, at)
  checkType(mimeType, at)
  if (base64.startsWith('data:')) {
    const prefix = base64.slice(0, base64.indexOf(',') + 1).slice(0, 60)
    throw invalidArgument(`${at}.data: must be pure Base64, without the prefix "${prefix}"`, at)
  }
  if (!isBase64(base64.replace(/\s+/g, ''))) throw invalidArgument(`${at}.data: Base64 decoding failed`, at)
  return toMedia({ mimeType, base64, at })
}

/** The part's own type takes precedence over the one that the file was uploaded with. */
function readUploaded(part: unknown, at: string, findFile: FindFile): Media | undefined {
  const reference = objectField(part, 'fileData')
  const file = findFile(textField(reference, 'fileUri') ?? '')
  if (!file) return undefined
  const mimeType = (textField(reference, 'mimeType') || file.mimeType).toLowerCase()
  checkType(mimeType, at)
  return { ...file, mimeType, at }
}

/** A file that is not stored here. */
export function readReference(part: unknown): FileReference | undefined {
  const file = objectField(part, 'fileData')
  return file ? { mimeType: textField(file, 'mimeType'), uri: textField(file, 'fileUri') ?? '' } : undefined
}

/** Serializes the request, equal for equal requests, whether media are inline or uploaded. */
export function writeRequest(body: unknown, mediaOf: ReadonlyMap<unknown, Media>): string {
  if (mediaOf.size === 0) return JSON.stringify(body)
  return JSON.stringify(body, (_name, value: unknown) => {
    const media = mediaOf.get(value)
    if (!media) return value
    // Only parts, which are objects, are keys of this map.
    const { inlineData, inline_data, fileData, file_data, ...rest } = value as Record<string, unknown>
    return { ...rest, media: [media.mimeType, media.digest()] }
  })
}

function checkType(mimeType: string, at: string): void {
  if (mimeType === 'image/jpg') throw invalidArgument('Unsupported MIME type: image/jpg', at)
}
