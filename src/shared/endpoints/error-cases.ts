// The errors that each route can respond with, for the reference. The gateway's threads don't load it at their start.
import {
  ApiError,
  quoteProvider,
  rejectedKeySentence,
  toGeminiBody,
  toOpenAiBody,
} from '../schemas/api-error'
import {
  compressedBody,
  invalidFields,
  invalidJson,
  invalidPage,
  largeBody,
  largeFile,
  misplacedKey,
  missingFile,
  missingModel,
  missingText,
  modelNotFound,
  namedModelNotFound,
  noKey,
  notFormType,
  notJsonType,
  severalKeys,
  slowBody,
  transcriberNotFound,
  unknownName,
  wrongHost,
  wrongKey,
  wrongOrigin,
} from './errors'
import { credentialLocations, type Route, type RouteId, verbOf } from './routes'

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

function findUnknownModel(route: Route, id: RouteId): ApiError | undefined {
  if (id === 'listOpenAiModels') return undefined
  if (id === 'transcribe') return transcriberNotFound('unknown')
  if (route.dialect === 'openai') return namedModelNotFound('unknown')
  const method = verbOf(route)
  return method || route.path === '/models/{model}' ? modelNotFound('unknown', method) : undefined
}

/** When each error is sent. Texts of providers are examples. */
const occasions = {
  invalidJson: 'The body isn’t valid JSON.',
  missingField: 'A required field is missing.',
  missingText: 'There is no text, with a model that requires one (E4 to E7).',
  missingModel: 'The form has no model.',
  missingFile: 'The form has no file.',
  pageToken: 'The page token isn’t one of an earlier response.',
  twoKeys: 'The request has two different keys.',
  noKey: 'There is no key.',
  wrongKey: 'The key isn’t the local key or a named key.',
  unacceptedKey: 'The key is in a place that this endpoint doesn’t accept.',
  rejectedKey: 'The provider rejects its API key in the settings.',
  host: 'The Host header isn’t one of the gateway’s, as with DNS rebinding.',
  origin: 'A web page that the settings don’t allow sends the request.',
  unknownFile: 'The provider has no such file. Its message is passed on.',
  unknownModel: 'The model doesn’t exist, or doesn’t have this method.',
  unknownName: 'The ID isn’t one that this gateway has returned.',
  slowBody: 'The body stops arriving.',
  tooLarge: 'The body exceeds the size limit in the settings.',
  mediaType: 'The Content-Type is missing or wrong.',
  compressed: 'The body is compressed.',
  rateLimit: 'The provider’s rate limit or quota is exceeded. Retry-After has the seconds to wait.',
  providerError: 'The provider fails. Its status and message are passed on.',
  noConnection: 'There is no connection to the provider. The message says what to check.',
  noResponse: 'The provider doesn’t respond in time.',
} as const

type Errors = Partial<Record<keyof typeof occasions, ApiError | false | undefined>>

const providerErrors: Errors = {
  rejectedKey: new ApiError('UNAUTHENTICATED', quoteProvider(rejectedKeySentence, 'Simulated error: 401.')),
  rateLimit: new ApiError('RESOURCE_EXHAUSTED', 'Simulated error: 429. Please retry in 3s.', {
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' }],
  }),
  providerError: new ApiError('INTERNAL', 'Simulated error: 500.'),
  noConnection: new ApiError(
    'UNAVAILABLE',
    'The provider refused the connection. Check the base URL and that the server is running.',
  ),
  noResponse: new ApiError(
    'DEADLINE_EXCEEDED',
    "The provider didn't respond in time. Check the base URL, the proxy, and the key, or increase the response timeout.",
  ),
}

/** Numbers that depend on the settings are those of the defaults; texts that depend on the request are examples. */
function findErrors(id: RouteId, route: Route): Errors {
  const { body, path, credential } = route
  const [field, description] = missingFields[id] ?? []
  const [, name] = /\{(operation|file|upload)\}/.exec(path) ?? []
  // Names of uploaded files that the gateway has not returned are passed on to the provider.
  const isUploadedFile = path === '/files/{file}'
  const accepted = credentialLocations[credential]
  const misplaced = (['query', 'header', 'bearer'] as const).find((location) => !accepted.includes(location))
  const needsKey = credential !== 'none' && credential !== 'address'
  const isJson = body === 'json'
  const isForm = body === 'multipart'
  return {
    invalidJson: isJson && invalidJson('Line 1, column 2: close brace expected.'),
    missingField: field !== undefined && invalidFields([{ field, description: description ?? '' }]),
    missingText: (id === 'generateContent' || id === 'streamGenerateContent') && missingText(),
    missingModel: isForm && missingModel(),
    missingFile: isForm && missingFile(),
    pageToken: id === 'listModels' && invalidPage('pageToken'),
    twoKeys: credential !== 'none' && severalKeys(),
    noKey: needsKey && noKey(accepted),
    wrongKey: credential !== 'none' && wrongKey(accepted),
    unacceptedKey: needsKey && misplaced && misplacedKey(misplaced, accepted),
    host: wrongHost(4715),
    origin: wrongOrigin(),
    unknownFile:
      isUploadedFile &&
      credential !== 'address' &&
      new ApiError(
        'PERMISSION_DENIED',
        'You do not have permission to access the File file or it may not exist.',
      ),
    unknownModel: findUnknownModel(route, id),
    unknownName:
      name !== undefined && !isUploadedFile && unknownName(name as 'operation' | 'file' | 'upload'),
    slowBody: body !== 'none' && slowBody(60),
    tooLarge: isJson ? largeBody(104_857_600, 104_857_601) : isForm && largeFile(26_214_400, 26_214_401),
    mediaType: isJson ? notJsonType('text/plain') : isForm && notFormType('text/plain'),
    compressed: (isJson || body === 'bytes') && compressedBody(),
    ...(isServedByGateway(id) ? {} : providerErrors),
  }
}

export interface DescribedError {
  readonly id: string
  readonly status: number
  /** When it is sent, as a sentence. */
  readonly when: string
  readonly isEvent: boolean
  /** As the gateway sends it. */
  readonly body: object
}

/** By status. The last one is an event if the response is a stream, which has started with status 200 then. */
export function listErrorCases(id: RouteId, route: Route): readonly DescribedError[] {
  const toBody = route.dialect === 'openai' ? toOpenAiBody : toGeminiBody
  const errors = findErrors(id, route)
  const names = Object.keys(occasions) as (keyof typeof occasions)[]
  const responses = names.flatMap((name) => {
    const error = errors[name]
    if (!error) return []
    return [{ id: name, status: error.http, when: occasions[name], isEvent: false, body: toBody(error) }]
  })
  const sorted = responses.sort((first, second) => first.status - second.status)
  if (!/stream$/.test(route.responseType)) return sorted
  const { error } = toBody(new ApiError('UNAVAILABLE', 'Simulated failure.', { http: 503 }))
  const failedStream = {
    id: 'failedStream',
    status: 200,
    when: 'The provider fails after the stream has started. The error is the last event.',
    isEvent: true,
    // An event has no headers that could say who failed.
    body: { error: { ...error, source: 'provider' } },
  }
  return [...sorted, failedStream]
}
