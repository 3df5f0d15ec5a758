// The parts of the OpenAPI description about files, uploads and responses.
import type { z } from 'zod'
import { ApiError, GeminiErrorBody, OpenAiErrorBody, toGeminiBody, toOpenAiBody } from '../schemas/api-error'
import { credentialLocations, describeKeyLocations, type Route, type RouteId, verbOf } from './routes'

type Json = Readonly<Record<string, unknown>>

/** Returns a reference to a schema. */
export type Refer = (schema: z.ZodType) => Json

interface DescribedError {
  readonly description: string
  /** The error as the gateway sends it; absent if it depends on the request or the provider. */
  readonly example?: (route: Route) => ApiError | null
}

const describedErrors = {
  400: {
    description: 'The request is malformed or has two different keys.',
    example: () =>
      new ApiError('INVALID_ARGUMENT', 'Multiple authentication credentials received. Please pass only one.'),
  },
  401: {
    description: "The local key is missing, incorrect, or in a place this route doesn't accept.",
    example: ({ credential }) =>
      credential === 'address'
        ? null
        : new ApiError(
            'UNAUTHENTICATED',
            `No API key provided. ${describeKeyLocations(credentialLocations[credential])}`,
          ),
  },
  403: {
    description:
      "The Host header doesn't match the gateway, the Origin isn't allowed, or the provider denied the request.",
    example: () =>
      new ApiError(
        'PERMISSION_DENIED',
        "Requests from this origin aren't allowed. Add the origin in Settings > Gateway.",
      ),
  },
  404: {
    description: "The model, operation, file, or upload doesn't exist.",
    example: (route) => describeUnknownModel(route),
  },
  408: { description: "The request body didn't arrive in time." },
  413: { description: 'The body exceeds the size limit.' },
  415: {
    description: 'The body has an unsupported media type or is compressed.',
    example: ({ body }) =>
      body === 'json'
        ? new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding: the body must not be compressed.')
        : null,
  },
  416: { description: 'The range is outside the file.' },
  429: { description: "The provider's rate limit or quota is exceeded. See Retry-After." },
  502: {
    description: 'No connection to the provider. The message says what to check.',
    example: () =>
      new ApiError(
        'UNAVAILABLE',
        'The provider refused the connection. Check the base URL and that the server is running.',
      ),
  },
  504: { description: "The provider didn't respond in time. The message says what to check." },
} as const satisfies Record<number, DescribedError>

const errorStatuses = [400, 401, 403, 404, 408, 413, 415, 416, 429, 502, 504] as const
type ErrorStatus = (typeof errorStatuses)[number]

/** Null for routes without a model in their path or form. */
function describeUnknownModel(route: Route): ApiError | null {
  if (route.dialect === 'openai')
    return new ApiError('NOT_FOUND', 'The model `unknown` does not exist or cannot transcribe audio.', {
      param: 'model',
    })
  const method = verbOf(route)
  if (!method) return null
  return new ApiError(
    'NOT_FOUND',
    `models/unknown is not found for API version v1beta, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`,
  )
}

export interface DescribedResponse {
  readonly status: number
  readonly description: string
  /** The body as the gateway sends it; null if it depends on the request or the provider. */
  readonly example: object | null
}

/** The errors that a route can respond with, by status. */
export function listErrors(id: RouteId, route: Route): readonly DescribedResponse[] {
  return errorStatusesOf(id, route).map((status) => {
    const { description, example }: DescribedError = describedErrors[status]
    const error = example?.(route)
    return { status, description, example: error ? toErrorBody(error, route) : null }
  })
}

export function describeResponses(id: RouteId, route: Route, refer: Refer): Json {
  const schema = refer(route.dialect === 'openai' ? OpenAiErrorBody : GeminiErrorBody)
  const errors = listErrors(id, route).map(({ status, description, example }) => {
    const content = { 'application/json': { schema, ...(example ? { example } : {}) } }
    return [status, { description, content, ...headersOf(status) }]
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

function toErrorBody(error: ApiError, { dialect }: Route): object {
  return dialect === 'openai' ? toOpenAiBody(error) : toGeminiBody(error)
}

function headersOf(status: number): Json {
  if (status === 416) return { headers: contentRange }
  if (status === 429) return { headers: { 'retry-after': { schema: { type: 'integer' } } } }
  return {}
}

/** Routes that the gateway handles without an upstream. */
const gatewayRoutes: ReadonlySet<RouteId> = new Set([
  'listModels',
  'getModel',
  'health',
  'openapi',
  'metrics',
])

/** No provider takes part in it, so it is never billed. */
export function isServedByGateway(id: RouteId): boolean {
  return gatewayRoutes.has(id)
}

function errorStatusesOf(id: RouteId, { credential, body, path }: Route): readonly ErrorStatus[] {
  const isOpen = credential === 'none'
  const hasBody = body !== 'none'
  const applies: Record<ErrorStatus, boolean> = {
    400: !isOpen,
    401: !isOpen,
    403: true,
    404: path.includes('{') || body === 'multipart',
    408: hasBody,
    413: body === 'json' || body === 'multipart',
    415: hasBody,
    416: id === 'downloadFile',
    429: !gatewayRoutes.has(id),
    502: !gatewayRoutes.has(id),
    504: !gatewayRoutes.has(id),
  }
  return errorStatuses.filter((status) => applies[status])
}

function describeResponse(id: RouteId, route: Route, refer: Refer): Json {
  const headers = fileHeaders[id]
  return {
    description: 'The response.',
    content: describeContent(route, refer),
    ...(headers ? { headers } : {}),
  }
}

function describeContent(route: Route, refer: Refer): Json {
  const schema = route.response ? refer(route.response) : {}
  if (route.responseType === 'stream') {
    return {
      'text/event-stream': { schema },
      'application/json': { schema: { type: 'array', items: schema } },
    }
  }
  if (route.responseType === 'bytes' && !route.response) return { '*/*': {} }
  return { 'application/json': { schema } }
}

const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

function header(name: string, schema: Json, description: string): Json {
  return { name, in: 'header', schema, description }
}

const pages: readonly Json[] = [
  { name: 'pageSize', in: 'query', schema: count },
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
    { name: 'alt', in: 'query', schema: { ...text, enum: ['media'] } },
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
  'x-goog-upload-status': { schema: { ...text, enum: ['active', 'final', 'cancelled'] } },
}
const progress = {
  ...status,
  'x-goog-upload-size-received': { schema: count, description: 'Bytes received so far.' },
}

const uploadUrl = {
  schema: { ...text, format: 'uri' },
  description: 'URL to upload the bytes to. It needs no key.',
}

/** Headers of the 200 response. */
const fileHeaders: Partial<Record<RouteId, Json>> = {
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
