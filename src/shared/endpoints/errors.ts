// The errors that the gateway responds with itself, and for the reference, those that each route can respond with.
import {
  ApiError,
  quoteProvider,
  rejectedKeySentence,
  toGeminiBody,
  toOpenAiBody,
} from '../schemas/api-error'
import { type CredentialLocation, credentialLocations, type Route, type RouteId, verbOf } from './routes'

/** What is wrong with a field, such as `contents[1].parts`; empty for the whole body. */
export interface Violation {
  readonly field: string
  readonly description: string
}

export function invalidField(field: string, description: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', `${field}: ${description}`, { param: field })
}

/** Names the first violation, and has all in its details. */
export function invalidFields(violations: readonly Violation[]): ApiError {
  const [first] = violations
  return new ApiError('INVALID_ARGUMENT', `${first?.field || 'The body'}: ${first?.description}`, {
    ...(first?.field ? { param: first.field } : {}),
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }],
  })
}

/** `problem`: a sentence. */
export const invalidJson = (problem: string) =>
  new ApiError('INVALID_ARGUMENT', `Invalid JSON payload received. ${problem}`)
export const missingText = () => invalidField('contents', 'must contain text (contents[].parts[].text)')
export const missingModel = () => invalidField('model', 'the "model" field is required')
export const missingFile = () =>
  invalidField('file', 'the "file" field is required and must be an audio file')
export const invalidPage = (name: string) =>
  invalidField(name, 'must be a page token from a previous response')

type Locations = readonly CredentialLocation[]

export const severalKeys = () =>
  new ApiError('INVALID_ARGUMENT', 'Multiple authentication credentials received. Please pass only one.')

const locationLabels: Readonly<Record<CredentialLocation, string>> = {
  query: 'the query parameter "key"',
  header: 'the header "x-goog-api-key"',
  bearer: 'the header "Authorization: Bearer"',
}

const unauthenticated = (problem: string, accepted: Locations) => {
  const places = accepted.map((location) => locationLabels[location]).join(' or ')
  return new ApiError('UNAUTHENTICATED', `${problem} Send the gateway's local key in ${places}.`)
}

export const noKey = (accepted: Locations) => unauthenticated('No API key provided.', accepted)
export const wrongKey = (accepted: Locations) =>
  unauthenticated(
    "Incorrect API key provided: this is neither the gateway's local key nor one of its named keys.",
    accepted,
  )
export const misplacedKey = (location: CredentialLocation, accepted: Locations) =>
  unauthenticated(`This endpoint doesn't accept a key in ${locationLabels[location]}.`, accepted)

export const wrongHost = (port: number) =>
  new ApiError(
    'PERMISSION_DENIED',
    `The Host header must be 127.0.0.1:${port}, localhost:${port}, or [::1]:${port}. Check the URL that the request was sent to.`,
  )
export const wrongOrigin = () =>
  new ApiError(
    'PERMISSION_DENIED',
    "Requests from this origin aren't allowed. Add the origin in Settings > Gateway.",
  )

/** `model`: without `models/`. `method`: such as `generateContent`. */
export const modelNotFound = (model: string, method?: string) =>
  new ApiError(
    'NOT_FOUND',
    `models/${model} is not found for API version v1beta${method === undefined ? '' : `, or is not supported for ${method}`}. Call ListModels to see the list of available models and their supported methods.`,
  )
/** For OpenAI clients. */
export const namedModelNotFound = (model: string) =>
  new ApiError(
    'NOT_FOUND',
    `The model \`${model}\` does not exist or is not supported for this request. GET /v1/models lists the available models.`,
    { param: 'model' },
  )
export const transcriberNotFound = (model: string) =>
  new ApiError('NOT_FOUND', `The model \`${model}\` does not exist or cannot transcribe audio.`, {
    param: 'model',
  })

export const describeUnknownName = (kind: string) =>
  `${kind} isn't known to this gateway. It may have been created with a different local key.`
export const unknownName = (kind: 'operation' | 'file' | 'upload') =>
  new ApiError('NOT_FOUND', describeUnknownName(`This ${kind}`))

export const slowBody = (seconds: number) =>
  new ApiError('DEADLINE_EXCEEDED', `The request body didn't arrive within ${seconds} s.`, { http: 408 })
export const largeBody = (limit: number, bytes: number) =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The body exceeds the limit of ${limit.toLocaleString('en')} bytes (${bytes.toLocaleString('en')} bytes read).`,
  )
export const largeFile = (limit: number, bytes: number) =>
  new ApiError('PAYLOAD_TOO_LARGE', `Maximum content size limit (${limit}) exceeded (${bytes} bytes read)`, {
    param: 'file',
  })

/** `type`: the media type of the body; undefined without one. */
export const notJsonType = (type: string | undefined) =>
  new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Content-Type: must be application/json (received: ${type ?? 'none'}).`,
  )
export const notFormType = (type: string | undefined) =>
  new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Content-Type: must be multipart/form-data, but is ${type ?? 'missing'}.`,
    { param: 'Content-Type' },
  )
export const compressedBody = () =>
  new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Content-Encoding: the body must not be compressed.')

/** The provider, or something in its place, has sent what its API doesn't send. The message says what to check. */
export const unusableResponse = (message: string, cause?: unknown) =>
  new ApiError('UNAVAILABLE', message, { reason: 'connection', cause })

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
