// The parts of the OpenAPI description about files, uploads and responses.
import { z } from 'zod'
import { GeminiErrorBody, OpenAiErrorBody } from '../schemas/api-error'
import { listErrorCases } from './error-cases'
import type { Json } from './request-fields'
import { responseFields, streamFields } from './response-fields'
import type { Route, RouteId } from './routes'

/** Returns a reference to a schema. */
export type Refer = (schema: Json) => Json

function toJsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return plain
}

/** By dialect. */
export const errorSchemas = {
  gemini: toJsonSchema(GeminiErrorBody),
  openai: toJsonSchema(OpenAiErrorBody),
}

const errorDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is malformed, or the gateway or the provider rejects a field.',
  401: "The local key is missing, incorrect, or in a place this route doesn't accept, or the provider rejects its own.",
  403: "The Host header doesn't match the gateway, the Origin isn't allowed, or the provider denied the request.",
  404: "The model, operation, file, or upload doesn't exist.",
  408: "The request body didn't arrive in time.",
  413: 'The body exceeds the size limit.',
  415: 'The body has an unsupported media type or is compressed.',
  416: 'The range is outside the file.',
  429: "The provider's rate limit or quota is exceeded. See Retry-After.",
  500: 'The provider failed.',
  502: 'No connection to the provider. The message says what to check.',
  504: "The provider didn't respond in time. The message says what to check.",
}

export function describeResponses(id: RouteId, route: Route, refer: Refer): Json {
  const schema = refer(errorSchemas[route.dialect])
  const cases = listErrorCases(id, route).filter(({ isEvent }) => !isEvent)
  const statuses = new Set([...cases.map(({ status }) => status), ...(id === 'downloadFile' ? [416] : [])])
  const errors = [...statuses].map((status) => {
    const examples = cases
      .filter((error) => error.status === status)
      .map(({ id: name, when, body }) => [name, { summary: when, value: body }] as const)
    const shown = examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}
    const content = { 'application/json': { schema, ...shown } }
    return [status, { description: errorDescriptions[status], content, ...headersOf(status) }]
  })
  return {
    200: describeResponse(id, route, refer),
    ...(id === 'downloadFile'
      ? { 206: { ...describeResponse(id, route, refer), headers: contentRange } }
      : {}),
    ...Object.fromEntries(errors),
    default: {
      description: 'An error from the gateway or the provider.',
      content: { 'application/json': { schema } },
    },
  }
}

function headersOf(status: number): Json {
  if (status === 416) return { headers: contentRange }
  if (status === 429) return { headers: { 'retry-after': { schema: { type: 'integer' } } } }
  return {}
}

function describeResponse(id: RouteId, route: Route, refer: Refer): Json {
  const headers = successHeaders[id]
  return {
    description: 'The response.',
    content: describeContent(id, route, refer),
    ...(headers ? { headers } : {}),
  }
}

function describeContent(id: RouteId, route: Route, refer: Refer): Json {
  const response = responseFields[id]
  const schema = response ? refer(response) : {}
  if (route.responseType === 'stream') {
    return {
      'text/event-stream': { schema },
      'application/json': { schema: { type: 'array', items: schema } },
    }
  }
  if (route.responseType === 'json-or-stream') {
    const stream = streamFields[id]
    return {
      'application/json': { schema },
      'text/event-stream': { schema: stream ? refer(stream) : {} },
    }
  }
  if (route.responseType === 'bytes' && !response) return { '*/*': {} }
  return { 'application/json': { schema } }
}

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

function header(name: string, schema: Json, description: string): Json {
  return { name, in: 'header', schema, description }
}

const pages: readonly Json[] = [
  { name: 'pageSize', in: 'query', schema: count, description: 'Maximum number of results.' },
  { name: 'pageToken', in: 'query', schema: text, description: 'The nextPageToken of the previous page.' },
]

const sendParameters: readonly Json[] = [
  header(
    'X-Goog-Upload-Command',
    { ...text, enum: ['upload', 'upload, finalize', 'finalize', 'query', 'cancel'] },
    'The upload command. Use query to get the number of bytes received.',
  ),
  header('X-Goog-Upload-Offset', count, 'Offset in the file of the first byte in the body.'),
]

/** In addition to those of the path. */
export const fileParameters: Partial<Record<RouteId, readonly Json[]>> = {
  listModels: pages,
  listFiles: pages,
  downloadFile: [
    {
      name: 'alt',
      in: 'query',
      schema: { ...text, enum: ['media'] },
      description: 'Accepted for clients that send it.',
    },
    header('Range', text, 'A single byte range: bytes=0-1023.'),
  ],
  uploadFile: [
    header(
      'X-Goog-Upload-Protocol',
      { ...text, enum: ['resumable', 'raw', 'multipart'] },
      'resumable returns a URL to upload the bytes to. raw and multipart include the bytes in this request.',
    ),
    header('X-Goog-Upload-Command', { ...text, enum: ['start'] }, 'Starts a resumable upload.'),
    header('X-Goog-Upload-Header-Content-Length', count, 'File size in bytes.'),
    header('X-Goog-Upload-Header-Content-Type', text, 'MIME type of the file.'),
    header('X-Goog-Upload-File-Name', text, 'File name.'),
  ],
  continueUpload: sendParameters,
  putUpload: sendParameters,
}

const status = {
  'x-goog-upload-status': {
    schema: { ...text, enum: ['active', 'final', 'cancelled'] },
    description: 'State of the upload.',
  },
}
const progress = {
  ...status,
  'x-goog-upload-size-received': { schema: count, description: 'Bytes received so far.' },
}

const uploadUrl = {
  schema: { ...text, format: 'uri' },
  description: 'URL to upload the bytes to. It needs no key.',
}

const ignoredFields = {
  'x-ignored-fields': {
    schema: text,
    description: 'Fields of the request that had no effect, separated by commas.',
  },
}

/** Headers of the 200 response. */
export const successHeaders: Partial<Record<RouteId, Json>> = {
  uploadFile: {
    ...status,
    'x-goog-upload-url': uploadUrl,
    'x-goog-upload-chunk-granularity': {
      schema: count,
      description: 'Every chunk except the last must be a multiple of this many bytes.',
    },
  },
  continueUpload: progress,
  putUpload: progress,
  createChatCompletion: ignoredFields,
  createEmbeddings: ignoredFields,
  createImages: ignoredFields,
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

/** Media types of the request body. */
export const fileBodies: Partial<Record<RouteId, Json>> = {
  uploadFile: { 'application/json': { schema: metadata }, 'multipart/related': {}, '*/*': bytes },
  continueUpload: { '*/*': bytes },
  putUpload: { '*/*': bytes },
}

const contentRange = {
  'content-range': {
    schema: text,
    description: 'Byte range and total size: bytes 0-1023/4096 or bytes */4096.',
  },
}
