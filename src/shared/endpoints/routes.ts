// The routes that the gateway serves over HTTP. The specification's E1–E17 (endpoints.ts) use these routes.
import type { z } from 'zod'
import {
  BatchEmbedContentsRequest,
  BatchEmbedContentsResponse,
  CountTokensRequest,
  CountTokensResponse,
  EmbedContentRequest,
  EmbedContentResponse,
  GenerateContentRequest,
  GenerateContentResponse,
  ListFilesResponse,
  Operation,
  PredictLongRunningRequest,
  UploadedFile,
  UploadFileResponse,
} from '../schemas/gemini-requests'
import { ListModelsResponse, Model } from '../schemas/model'
import {
  ChatCompletionRequest,
  EmbeddingsRequest,
  ImagesRequest,
  TranscriptionForm,
  TranscriptionResponse,
} from '../schemas/openai-requests'

/**
 * How a client sends the local key (decisions §2). `address`: the URL itself is the credential, because SDKs send
 * no key to it (wire §9.1); a key that is sent anyway must be correct.
 */
export type Credential = 'query-or-header' | 'bearer-or-header' | 'bearer' | 'any' | 'address' | 'none'

export type CredentialLocation = 'query' | 'header' | 'bearer'

export const credentialLocations: Readonly<Record<Credential, readonly CredentialLocation[]>> = {
  'query-or-header': ['query', 'header'],
  'bearer-or-header': ['bearer', 'header'],
  bearer: ['bearer'],
  any: ['query', 'header', 'bearer'],
  address: ['query', 'header', 'bearer'],
  none: [],
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly prefixes: readonly string[]
  /** After the prefix; `{model}`, `{operation}`, `{file}`, `{upload}` are one segment each. */
  readonly path: string
  readonly dialect: 'gemini' | 'openai'
  readonly credential: Credential
  readonly body: 'json' | 'multipart' | 'bytes' | 'none'
  /** `json-or-stream`: a stream if the body asks for it. */
  readonly responseType: 'json' | 'stream' | 'json-or-stream' | 'bytes'
  readonly summary: string
  readonly request?: z.ZodType
  /** Schema of one event if the response is a stream. */
  readonly response?: z.ZodType
}

/** Both prefixes that the specification requires in §4 rule 6. */
const modelPrefixes = ['/v1beta', '/v1/v1beta'] as const

const modelCall = {
  method: 'POST',
  prefixes: modelPrefixes,
  dialect: 'gemini',
  credential: 'query-or-header',
  body: 'json',
  responseType: 'json',
} as const

/** For clients of OpenAI's API: any of them works against the gateway (decisions §9). */
const openAi = {
  method: 'POST',
  prefixes: [''],
  dialect: 'openai',
  credential: 'any',
  body: 'json',
  responseType: 'json',
} as const

const beyond = { ...modelCall, method: 'GET', credential: 'any', body: 'none' } as const

/** Both prefixes as SDKs write them: before or after the path of the base URL. */
const upload = {
  ...beyond,
  method: 'POST',
  prefixes: ['/upload/v1beta', '/v1/upload/v1beta', '/upload/v1/v1beta'],
  body: 'bytes',
  response: UploadFileResponse,
} as const

const sendUpload = { ...upload, path: '/files/{upload}', credential: 'address' } as const

export const routes = {
  generateContent: {
    ...modelCall,
    path: '/models/{model}:generateContent',
    summary: 'Generates a complete response.',
    request: GenerateContentRequest,
    response: GenerateContentResponse,
  },
  streamGenerateContent: {
    ...modelCall,
    path: '/models/{model}:streamGenerateContent',
    responseType: 'stream',
    summary: 'Generates a streaming response: server-sent events with alt=sse, otherwise one JSON array.',
    request: GenerateContentRequest,
    response: GenerateContentResponse,
  },
  predictLongRunning: {
    ...modelCall,
    path: '/models/{model}:predictLongRunning',
    credential: 'bearer-or-header',
    summary: 'Starts generating a video and returns an operation to poll.',
    request: PredictLongRunningRequest,
    response: Operation,
  },
  embedContent: {
    ...modelCall,
    path: '/models/{model}:embedContent',
    credential: 'bearer-or-header',
    summary: 'Embeds one text.',
    request: EmbedContentRequest,
    response: EmbedContentResponse,
  },
  transcribe: {
    method: 'POST',
    prefixes: [''],
    path: '/v1/audio/transcriptions',
    dialect: 'openai',
    credential: 'bearer',
    body: 'multipart',
    responseType: 'bytes',
    summary: 'Transcribes an audio file.',
    request: TranscriptionForm,
    response: TranscriptionResponse,
  },
  batchEmbedContents: {
    ...modelCall,
    path: '/models/{model}:batchEmbedContents',
    credential: 'any',
    summary: 'Embeds up to 100 texts, in order.',
    request: BatchEmbedContentsRequest,
    response: BatchEmbedContentsResponse,
  },
  countTokens: {
    ...modelCall,
    path: '/models/{model}:countTokens',
    credential: 'any',
    summary: 'Counts the tokens in a request without running it.',
    request: CountTokensRequest,
    response: CountTokensResponse,
  },
  createChatCompletion: {
    ...openAi,
    path: '/v1/chat/completions',
    responseType: 'json-or-stream',
    summary: 'Generates a response for OpenAI clients, complete or streaming.',
    request: ChatCompletionRequest,
  },
  createEmbeddings: {
    ...openAi,
    path: '/v1/embeddings',
    summary: 'Embeds one or more texts for OpenAI clients.',
    request: EmbeddingsRequest,
  },
  createImages: {
    ...openAi,
    path: '/v1/images/generations',
    summary: 'Generates images for OpenAI clients.',
    request: ImagesRequest,
  },
  listOpenAiModels: {
    ...openAi,
    method: 'GET',
    path: '/v1/models',
    body: 'none',
    summary: 'Lists the models for OpenAI clients.',
  },
  getOpenAiModel: {
    ...openAi,
    method: 'GET',
    path: '/v1/models/{model}',
    body: 'none',
    summary: 'Returns one model for OpenAI clients.',
  },
  listModels: { ...beyond, path: '/models', summary: 'Lists the models.', response: ListModelsResponse },
  getModel: { ...beyond, path: '/models/{model}', summary: 'Returns one model.', response: Model },
  getOperation: {
    ...beyond,
    path: '/operations/{operation}',
    summary: 'Returns the status of a video operation.',
    response: Operation,
  },
  getModelOperation: {
    ...beyond,
    path: '/models/{model}/operations/{operation}',
    summary: 'Returns the status of a video operation, by its full name.',
    response: Operation,
  },
  downloadFile: {
    ...beyond,
    path: '/files/{file}:download',
    responseType: 'bytes',
    summary: 'Downloads a generated file. Supports Range.',
  },
  listFiles: {
    ...beyond,
    path: '/files',
    summary: 'Lists uploaded files, with pagination.',
    response: ListFilesResponse,
  },
  getFile: {
    ...beyond,
    path: '/files/{file}',
    summary: 'Returns the metadata of an uploaded file.',
    response: UploadedFile,
  },
  deleteFile: { ...beyond, method: 'DELETE', path: '/files/{file}', summary: 'Deletes an uploaded file.' },
  uploadFile: {
    ...upload,
    path: '/files',
    summary: 'Starts a resumable upload and returns its URL, or uploads a whole file.',
  },
  continueUpload: {
    ...sendUpload,
    summary: 'Uploads the next bytes, queries progress, finalizes, or cancels an upload.',
  },
  putUpload: {
    ...sendUpload,
    method: 'PUT',
    summary: 'Same as POST, for clients that use PUT.',
  },
  health: {
    ...beyond,
    prefixes: [''],
    path: '/healthz',
    credential: 'none',
    summary: 'Health check.',
  },
  openapi: {
    ...beyond,
    prefixes: [''],
    path: '/openapi.json',
    summary: 'Returns the OpenAPI 3.1 description of all routes.',
  },
  metrics: {
    ...beyond,
    prefixes: [''],
    path: '/-/metrics',
    responseType: 'bytes',
    summary: 'Returns counts and durations of requests in the Prometheus text format.',
  },
} as const satisfies Record<string, Route>

export type Routes = typeof routes
export type RouteId = keyof Routes

export const routeList = Object.entries(routes) as readonly [RouteId, Route][]

/** Returns the verb after the colon, such as `generateContent`; the catalog lists a model's methods by it. */
export function verbOf(route: Route): string | undefined {
  return route.path.match(/^\/models\/\{model\}:(\w+)$/)?.[1]
}

/** The dialect of errors about a path without a route, which may have a query. */
export function dialectOf(path: string): Route['dialect'] {
  return /^\/v1\/(?!v1beta(?:[/?]|$)|upload\/)/.test(path) ? 'openai' : 'gemini'
}

/** Fills in a route's template: `{ model: 'gen-2.5-flash' }` → `/v1beta/models/gen-2.5-flash:generateContent`. */
export function toPath(route: Route, prefix: string, values: Readonly<Record<string, string>> = {}): string {
  return (
    prefix + route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name))
  )
}
