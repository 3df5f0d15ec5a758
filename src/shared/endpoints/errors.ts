// The errors that the gateway responds with itself.
import { ApiError } from '../schemas/api-error'
import type { CredentialLocation } from './routes'

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

/** Anything but an `ApiError` is a bug in the gateway; its text is not shown to clients. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  // Only an upstream's JSON is serialized again, which is recursive; parsing is not.
  if (error instanceof RangeError && error.message.includes('call stack'))
    return unusableResponse('The response from the provider is nested too deeply. Check the base URL.', error)
  return new ApiError('INTERNAL', 'Internal gateway error. This is a bug.', { cause: error })
}
