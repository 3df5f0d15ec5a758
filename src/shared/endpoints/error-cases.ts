// The errors that each route can respond with, as the gateway sends them. A test provokes every one.
import { ApiError, toGeminiBody, toOpenAiBody } from '../schemas/api-error'
import {
  credentialLocations,
  describeKeyLocations,
  labelOf,
  type Route,
  type RouteId,
  verbOf,
} from './routes'

/** Numbers that depend on the settings, and texts that depend on the request, are those of the defaults and the case. */
interface ErrorCase {
  readonly status: number
  /** When it is sent, as a sentence. */
  readonly when: string
  /** Null if the route can't respond with it. */
  readonly toError: (route: Route, id: RouteId) => ApiError | null
  /** As an event of a stream that has already started, with status 200. */
  readonly isEvent?: boolean
}

/** Routes that the gateway handles without an upstream. */
const gatewayRoutes: ReadonlySet<RouteId> = new Set([
  'listModels',
  'getModel',
  'listOpenAiModels',
  'getOpenAiModel',
  'health',
  'openapi',
  'metrics',
])

/** No provider takes part in it, so it is never billed. */
export function isServedByGateway(id: RouteId): boolean {
  return gatewayRoutes.has(id)
}

const invalid = (message: string, param?: string, details?: readonly unknown[]) =>
  new ApiError('INVALID_ARGUMENT', message, {
    ...(param ? { param } : {}),
    ...(details ? { details } : {}),
  })

/** The violation in the body `{}`. */
const missingFields: Readonly<Partial<Record<RouteId, readonly [field: string, description: string]>>> = {
  generateContent: ['contents', 'must be an array of contents'],
  streamGenerateContent: ['contents', 'must be an array of contents'],
  predictLongRunning: ['instances', 'must be an array of instances'],
  embedContent: ['content', 'must be object, not undefined'],
  batchEmbedContents: ['requests', 'must be an array of requests'],
  createChatCompletion: ['model', 'must be string, not undefined'],
  createEmbeddings: ['model', 'must be string, not undefined'],
  createImages: ['model', 'must be string, not undefined'],
}

function toMissingField(id: RouteId): ApiError | null {
  const [field, description] = missingFields[id] ?? []
  if (!field) return null
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
  ]
  return invalid(`${field}: ${description}`, field, details)
}

/** Null for routes without a model. */
function toUnknownModel(route: Route, id: RouteId): ApiError | null {
  if (id === 'listOpenAiModels') return null
  if (route.dialect === 'openai' && id !== 'transcribe')
    return new ApiError(
      'NOT_FOUND',
      'The model `unknown` does not exist or is not supported for this request. GET /v1/models lists the available models.',
      { param: 'model' },
    )
  if (route.dialect === 'openai')
    return new ApiError('NOT_FOUND', 'The model `unknown` does not exist or cannot transcribe audio.', {
      param: 'model',
    })
  const method = verbOf(route)
  if (!method && route.path !== '/models/{model}') return null
  const suffix = method ? `, or is not supported for ${method}` : ''
  return new ApiError(
    'NOT_FOUND',
    `models/unknown is not found for API version v1beta${suffix}. Call ListModels to see the list of available models and their supported methods.`,
  )
}

const isUploadedFile = (path: string) => path === '/files/{file}'

function toUnknownName({ path }: Route): ApiError | null {
  const [, name] = /\{(operation|file|upload)\}/.exec(path) ?? []
  // Names of uploaded files that the gateway has not returned are passed on to the provider.
  if (!name || isUploadedFile(path)) return null
  const message = `This ${name} isn't known to this gateway. It may have been created with a different local key.`
  return new ApiError('NOT_FOUND', message)
}

const keyAdvice = ({ credential }: Route) => describeKeyLocations(credentialLocations[credential])
const needsKey = ({ credential }: Route) => credential !== 'none' && credential !== 'address'
const onlyIf = (condition: boolean, error: ApiError) => (condition ? error : null)
const ifForwarded = (id: RouteId, error: ApiError) => onlyIf(!isServedByGateway(id), error)

/** A location that the route doesn't accept a key in; undefined if it accepts all. */
export function findUnacceptedLocation({ credential }: Route) {
  const accepted = credentialLocations[credential]
  return (['query', 'header', 'bearer'] as const).find((location) => !accepted.includes(location))
}

function toUnacceptedKey(route: Route): ApiError | null {
  const location = findUnacceptedLocation(route)
  if (!needsKey(route) || !location) return null
  const message = `This endpoint doesn't accept a key in ${labelOf(location)}. ${keyAdvice(route)}`
  return new ApiError('UNAUTHENTICATED', message)
}

const errorCases = {
  invalidJson: {
    status: 400,
    when: 'The body isn’t valid JSON.',
    toError: ({ body }) =>
      onlyIf(
        body === 'json',
        invalid('Invalid JSON payload received. Line 1, column 2: close brace expected.'),
      ),
  },
  missingField: { status: 400, when: 'A required field is missing.', toError: (_, id) => toMissingField(id) },
  missingText: {
    status: 400,
    when: 'There is no text, with a model that requires one (E4 to E7).',
    toError: (_, id) =>
      onlyIf(
        id === 'generateContent' || id === 'streamGenerateContent',
        invalid('contents: must contain text (contents[].parts[].text)', 'contents'),
      ),
  },
  missingModel: {
    status: 400,
    when: 'The form has no model.',
    toError: ({ body }) =>
      onlyIf(body === 'multipart', invalid('model: the "model" field is required', 'model')),
  },
  missingFile: {
    status: 400,
    when: 'The form has no file.',
    toError: ({ body }) =>
      onlyIf(
        body === 'multipart',
        invalid('file: the "file" field is required and must be an audio file', 'file'),
      ),
  },
  pageToken: {
    status: 400,
    when: 'The page token isn’t one of an earlier response.',
    toError: (_, id) =>
      onlyIf(
        id === 'listModels',
        invalid('pageToken: must be a page token from a previous response', 'pageToken'),
      ),
  },
  twoKeys: {
    status: 400,
    when: 'The request has two different keys.',
    toError: ({ credential }) =>
      onlyIf(
        credential !== 'none',
        invalid('Multiple authentication credentials received. Please pass only one.'),
      ),
  },
  noKey: {
    status: 401,
    when: 'There is no key.',
    toError: (route) =>
      onlyIf(needsKey(route), new ApiError('UNAUTHENTICATED', `No API key provided. ${keyAdvice(route)}`)),
  },
  wrongKey: {
    status: 401,
    when: 'The key isn’t the local key or a named key.',
    toError: (route) =>
      onlyIf(
        route.credential !== 'none',
        new ApiError(
          'UNAUTHENTICATED',
          `Incorrect API key provided: this is neither the gateway's local key nor one of its named keys. ${keyAdvice(route)}`,
        ),
      ),
  },
  unacceptedKey: {
    status: 401,
    when: 'The key is in a place that this endpoint doesn’t accept.',
    toError: (route) => toUnacceptedKey(route),
  },
  rejectedKey: {
    status: 401,
    when: 'The provider rejects its API key in the settings.',
    toError: (_, id) =>
      ifForwarded(
        id,
        new ApiError(
          'UNAUTHENTICATED',
          'The provider rejected the API key configured in Settings > Provider, or requires one. It says: Simulated error: 401.',
        ),
      ),
  },
  host: {
    status: 403,
    when: 'The Host header isn’t one of the gateway’s, as with DNS rebinding.',
    toError: () =>
      new ApiError(
        'PERMISSION_DENIED',
        'The Host header must be 127.0.0.1:4715, localhost:4715, or [::1]:4715. Check the URL that the request was sent to.',
      ),
  },
  origin: {
    status: 403,
    when: 'A web page that the settings don’t allow sends the request.',
    toError: () =>
      new ApiError(
        'PERMISSION_DENIED',
        "Requests from this origin aren't allowed. Add the origin in Settings > Gateway.",
      ),
  },
  unknownModel: {
    status: 404,
    when: 'The model doesn’t exist, or doesn’t have this method.',
    toError: (route, id) => toUnknownModel(route, id),
  },
  unknownName: {
    status: 404,
    when: 'The ID isn’t one that this gateway has returned.',
    toError: (route) => toUnknownName(route),
  },
  unknownFile: {
    status: 403,
    when: 'The provider has no such file. Its message is passed on.',
    toError: ({ path, credential }) =>
      onlyIf(
        isUploadedFile(path) && credential !== 'address',
        new ApiError(
          'PERMISSION_DENIED',
          'You do not have permission to access the File file or it may not exist.',
        ),
      ),
  },
  slowBody: {
    status: 408,
    when: 'The body stops arriving.',
    toError: ({ body }) =>
      onlyIf(
        body !== 'none',
        new ApiError('DEADLINE_EXCEEDED', "The request body didn't arrive within 60 s.", { http: 408 }),
      ),
  },
  tooLarge: {
    status: 413,
    when: 'The body exceeds the size limit in the settings.',
    toError: ({ body }) => {
      const message = 'The body exceeds the limit of 104,857,600 bytes (104,857,601 bytes read).'
      if (body === 'json') return new ApiError('PAYLOAD_TOO_LARGE', message)
      const form = 'Maximum content size limit (26214400) exceeded (26214401 bytes read)'
      return onlyIf(body === 'multipart', new ApiError('PAYLOAD_TOO_LARGE', form, { param: 'file' }))
    },
  },
  mediaType: {
    status: 415,
    when: 'The Content-Type is missing or wrong.',
    toError: ({ body }) => {
      if (body === 'json')
        return new ApiError(
          'UNSUPPORTED_MEDIA_TYPE',
          'Content-Type: must be application/json (received: text/plain).',
        )
      const message = 'Content-Type: must be multipart/form-data, but is text/plain.'
      return onlyIf(
        body === 'multipart',
        new ApiError('UNSUPPORTED_MEDIA_TYPE', message, { param: 'Content-Type' }),
      )
    },
  },
  compressed: {
    status: 415,
    when: 'The body is compressed.',
    toError: ({ body }) =>
      onlyIf(
        body === 'json' || body === 'bytes',
        new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding: the body must not be compressed.'),
      ),
  },
  rateLimit: {
    status: 429,
    when: 'The provider’s rate limit or quota is exceeded. Retry-After has the seconds to wait.',
    toError: (_, id) =>
      ifForwarded(
        id,
        new ApiError('RESOURCE_EXHAUSTED', 'Simulated error: 429. Please retry in 3s.', {
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }],
        }),
      ),
  },
  providerError: {
    status: 500,
    when: 'The provider fails. Its status and message are passed on.',
    toError: (_, id) => ifForwarded(id, new ApiError('INTERNAL', 'Simulated error: 500.')),
  },
  noConnection: {
    status: 502,
    when: 'There is no connection to the provider. The message says what to check.',
    toError: (_, id) =>
      ifForwarded(
        id,
        new ApiError(
          'UNAVAILABLE',
          'The provider refused the connection. Check the base URL and that the server is running.',
        ),
      ),
  },
  noResponse: {
    status: 504,
    when: 'The provider doesn’t respond in time.',
    toError: (_, id) =>
      ifForwarded(
        id,
        new ApiError(
          'DEADLINE_EXCEEDED',
          "The provider didn't respond in time. Check the base URL, the proxy, and the key, or increase the response timeout.",
        ),
      ),
  },
  failedStream: {
    status: 200,
    when: 'The provider fails after the stream has started. The error is the last event.',
    isEvent: true,
    toError: ({ responseType }) =>
      onlyIf(/stream$/.test(responseType), new ApiError('UNAVAILABLE', 'Simulated failure.', { http: 503 })),
  },
} as const satisfies Readonly<Record<string, ErrorCase>>

export type ErrorCaseId = keyof typeof errorCases

export interface DescribedError {
  readonly id: ErrorCaseId
  readonly status: number
  readonly when: string
  readonly isEvent: boolean
  /** As the gateway sends it. */
  readonly body: object
}

/** By status; an event of a stream is the last one. */
export function listErrorCases(id: RouteId, route: Route): readonly DescribedError[] {
  const cases = Object.entries(errorCases) as readonly [ErrorCaseId, ErrorCase][]
  const found = cases.flatMap(([name, { status, when, isEvent = false, toError }]) => {
    const error = toError(route, id)
    if (!error) return []
    const body = route.dialect === 'openai' ? toOpenAiBody(error) : toGeminiBody(error)
    // An event has no headers that could say who failed.
    const shown = isEvent ? { error: { ...body.error, source: 'provider' } } : body
    return [{ id: name, status, when, isEvent, body: shown }]
  })
  return found.sort((one, other) => Number(one.isEvent) - Number(other.isEvent) || one.status - other.status)
}
