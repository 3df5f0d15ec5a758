// What the description of the API says of files beyond the table: the headers of an upload, pages, ranges (wire §9.1).
import type { RouteId } from '#shared/endpoints/routes'

type Json = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

function header(name: string, schema: Json, description: string): Json {
  return { name, in: 'header', schema, description }
}

const pages: readonly Json[] = [
  { name: 'pageSize', in: 'query', schema: count },
  { name: 'pageToken', in: 'query', schema: text, description: 'The nextPageToken of the page before.' },
]

const sendParameters: readonly Json[] = [
  header(
    'X-Goog-Upload-Command',
    { ...text, enum: ['upload', 'upload, finalize', 'finalize', 'query', 'cancel'] },
    'What to do with the bytes; query asks how many have come.',
  ),
  header('X-Goog-Upload-Offset', count, 'The place in the file of the first byte of the body.'),
]

/** Beside those of the path. */
export const fileParameters: Partial<Record<RouteId, readonly Json[]>> = {
  listModels: pages,
  listFiles: pages,
  downloadFile: [
    { name: 'alt', in: 'query', schema: { ...text, enum: ['media'] } },
    header('Range', text, 'One range of bytes: bytes=0-1023.'),
  ],
  uploadFile: [
    header(
      'X-Goog-Upload-Protocol',
      { ...text, enum: ['resumable', 'raw', 'multipart'] },
      'resumable sends the bytes to an address that is answered; raw and multipart send them with this request.',
    ),
    header('X-Goog-Upload-Command', { ...text, enum: ['start'] }, 'Begins a resumable upload.'),
    header('X-Goog-Upload-Header-Content-Length', count, 'The size of the file in bytes.'),
    header('X-Goog-Upload-Header-Content-Type', text, 'The media type of the file.'),
    header('X-Goog-Upload-File-Name', text, 'The name of the file.'),
  ],
  continueUpload: sendParameters,
  putUpload: sendParameters,
}

const status = {
  'x-goog-upload-status': { schema: { ...text, enum: ['active', 'final', 'cancelled'] } },
}
const progress = {
  ...status,
  'x-goog-upload-size-received': { schema: count, description: 'Bytes that have come so far.' },
}

const address = {
  schema: { ...text, format: 'uri' },
  description: 'Where the bytes go. The address is the permission: it needs no key.',
}

/** Of the answer 200. */
export const fileHeaders: Partial<Record<RouteId, Json>> = {
  uploadFile: {
    ...status,
    'x-goog-upload-url': address,
    'x-goog-upload-chunk-granularity': {
      schema: count,
      description: 'Every chunk but the last must be a multiple of so many bytes.',
    },
  },
  continueUpload: progress,
  putUpload: progress,
}

const metadata = {
  type: 'object',
  properties: {
    file: {
      type: 'object',
      properties: { name: text, displayName: text, mimeType: text, sizeBytes: text },
    },
  },
}

const bytes = { schema: { ...text, format: 'binary' } }

/** Media types of the request's body. */
export const fileBodies: Partial<Record<RouteId, Json>> = {
  uploadFile: { 'application/json': { schema: metadata }, 'multipart/related': {}, '*/*': bytes },
  continueUpload: { '*/*': bytes },
  putUpload: { '*/*': bytes },
}

export const contentRange = {
  'content-range': {
    schema: text,
    description: 'Which bytes of how many: bytes 0-1023/4096, or bytes */4096.',
  },
}
