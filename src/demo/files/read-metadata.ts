// Reads what a caller says of a file before its bytes: in JSON, in headers.
import { ApiError } from '#shared/schemas/api-error'
import type { Headers } from '#shared/wire/call'
import { numberField, objectField, textField } from '../generation/fields'
import type { Metadata } from './file-store'

export interface Announcement extends Metadata {
  /** Bytes. */
  readonly size: number | undefined
}

/** The first type that is given counts: the header's, the JSON's, that of the bytes themselves. */
export function readAnnouncement(json: unknown, headers: Headers, typeOfBytes?: string): Announcement {
  const file = objectField(json, 'file')
  const mimeType =
    headers['x-goog-upload-header-content-type'] || textField(file, 'mimeType') || typeOfBytes || ''
  const fileName = headers['x-goog-upload-file-name']
  return {
    mimeType: mimeType.trim().toLowerCase() || 'application/octet-stream',
    displayName: textField(file, 'displayName') ?? (fileName ? decodeName(fileName) : undefined),
    id: readWishedId(textField(file, 'name')),
    size: readSize(headers['x-goog-upload-header-content-length']) ?? numberField(file, 'sizeBytes'),
  }
}

/** Nothing, or a JSON object. */
export function parseMetadata(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('INVALID_ARGUMENT', "The file's metadata is no valid JSON.", { cause })
  }
}

/** A count of bytes in a header. */
export function readSize(text: string | undefined, name = 'X-Goog-Upload-Header-Content-Length') {
  if (text === undefined || text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new ApiError('INVALID_ARGUMENT', `${name}: must be a number of bytes, not "${text.slice(0, 40)}".`)
}

function readWishedId(name: string | undefined): string | undefined {
  if (!name) return undefined
  const id = name.replace(/^files\//, '')
  if (/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(id)) return id
  throw new ApiError(
    'INVALID_ARGUMENT',
    'file.name: must be files/ and up to 40 lower-case letters, digits or dashes, dashes not at its ends.',
    { param: 'file.name' },
  )
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
