// The fake Gemini API: paths, keys, messages and refusals of the vendor; the demo service does the rest (wire §2–§7, §9).
import { createDemoService } from '#demo/demo'
import type { Send } from '#shared/wire/http'
import { checkContents, checkSettings, type GenerateRequest } from './contents.fixture'
import { detail, google, invalid, VendorError, writeGoogleError, wrongGoogleKey } from './errors.fixture'
import type { ContentFault } from './faults.fixture'
import { type Answer, toDemoRequest, toStream, toVendorAnswers } from './generation.fixture'
import { askDemo, type FakeResponse, type ReceivedRequest, replyJson, replyText } from './host.fixture'
import {
  batchEmbedContentsRequest,
  countTokensRequest,
  createFileRequest,
  embedContentRequest,
  generateContentRequest,
  predictLongRunningRequest,
  readMessage,
} from './messages.fixture'
import { cutRange, Storage } from './storage.fixture'
import { findVendorModel, toResource, vendorModels } from './vendor-models.fixture'
import { Videos } from './videos.fixture'

interface GeminiOptions {
  readonly keys: readonly string[]
  /** Accepts the key as a token and in the query, too, as a compatible service does. */
  readonly acceptsKeyAnywhere: boolean
  readonly url: () => string
  readonly storageUrl: () => string
}

type Handler = (match: RouteMatch) => FakeResponse | Promise<FakeResponse>
type Route = readonly [method: string, path: RegExp, handle: Handler]

interface RouteMatch {
  readonly received: ReceivedRequest
  /** The matched parts of the path: model or file, then verb. */
  readonly segments: readonly string[]
  readonly fault: ContentFault | undefined
}

/** Headers that must not reach clients of the gateway. */
const vendorHeaders = {
  'content-disposition': 'attachment',
  vary: 'Origin, X-Origin, Referer',
  'x-content-type-options': 'nosniff',
  'server-timing': 'gfet4t7; dur=412',
  server: 'scaffolding on HTTPServer2',
} as const

/** Every chunk of an upload except the last must be a multiple of this many bytes. */
const granularity = 8_388_608

export class GeminiApi {
  readonly storage = new Storage()
  readonly #options: GeminiOptions
  readonly #videos: Videos
  /** Neither user sees the other's files: the demo service of each key. */
  readonly #services = new Map<string, Send>()
  /** The key that each upload was started with. */
  readonly #uploads = new Map<string, string>()
  readonly #routes: readonly Route[]

  constructor(options: GeminiOptions) {
    this.#options = options
    this.#videos = new Videos(options.url)
    const models = vendorModels.map((model) => ({
      ...model,
      kind: model.kind === 'image' ? ('text' as const) : model.kind,
    }))
    for (const key of options.keys)
      this.#services.set(key, createDemoService({ pace: 'instant', models: () => models }))
    const file = /^\/v1beta\/files\/([^/:]+)$/
    const forward: Handler = ({ received }) => this.#askDemo(received)
    const uploadTo: Handler = (match) => this.#upload(match)
    this.#routes = [
      ['GET', /^\/v1beta\/models$/, () => replyJson({ models: vendorModels.map(toResource) })],
      [
        'GET',
        /^\/v1beta\/models\/([^/:]+)$/,
        ({ segments: [id = ''] }) => replyJson(toResource(findVendorModel(id, 'GetModel'))),
      ],
      ['POST', /^\/v1beta\/models\/([^/:]+):(\w+)$/, (match) => this.#callModel(match)],
      [
        'GET',
        /^\/v1beta\/(models\/[^/]+\/operations\/[^/]+)$/,
        ({ received, segments: [name = ''], fault }) =>
          replyJson(this.#videos.poll(name, received.key, fault)),
      ],
      ['GET', /^\/v1beta\/files$/, forward],
      ['GET', file, forward],
      ['DELETE', file, forward],
      ['GET', /^\/v1beta\/files\/([^/:]+):download$/, (match) => this.#redirectToStorage(match)],
      [
        'GET',
        /^\/download\/v1beta\/files\/([^/:]+):download$/,
        ({ received, segments: [id = ''] }) =>
          cutRange(this.#videos.find(id, received.key), received.headers.range),
      ],
      ['POST', /^\/upload\/v1beta\/files$/, uploadTo],
      ['PUT', /^\/upload\/v1beta\/files$/, uploadTo],
    ]
  }

  /** Never throws: errors are responses. */
  async respond(received: ReceivedRequest, fault?: ContentFault): Promise<FakeResponse> {
    const route = this.#routes.find(
      ([method, path]) => method === received.method && path.test(received.path),
    )
    if (!route) return pathNotFound(received)
    const [, path, handle] = route
    try {
      checkKey(received, this.#options)
      const segments = path.exec(received.path)?.slice(1) ?? []
      const reply = await handle({ received, segments, fault })
      return { ...reply, headers: { ...vendorHeaders, ...reply.headers } }
    } catch (error) {
      if (error instanceof VendorError) return writeGoogleError(error, received)
      throw error
    }
  }

  #askDemo(received: ReceivedRequest, body?: object): Promise<FakeResponse> {
    const key = this.#uploads.get(received.query.get('upload_id') ?? '') ?? received.key
    const service = this.#services.get(key)
    if (!service) throw google('NOT_FOUND', 'Upload not found: it was finalized, cancelled or never started.')
    return askDemo(service, received, body)
  }

  #callModel(match: RouteMatch): FakeResponse | Promise<FakeResponse> {
    const { received, segments } = match
    const [id = '', verb = ''] = segments
    findVendorModel(id, verb)
    switch (verb) {
      case 'countTokens':
        return this.#countTokens(match)
      case 'embedContent':
        return this.#askDemo(received, readMessage(received.body, embedContentRequest))
      case 'batchEmbedContents': {
        const message = readMessage(received.body, batchEmbedContentsRequest)
        // `readMessage` has checked the names; the demo service checks the values.
        for (const request of (message.requests ?? []) as readonly { readonly model?: string }[])
          checkModel('BatchEmbedContentsRequest.requests', request.model, id)
        return this.#askDemo(received, message)
      }
      case 'predictLongRunning': {
        const message = readMessage(received.body, predictLongRunningRequest)
        return replyJson(this.#videos.start(message, id, received.key))
      }
      default:
        return this.#generate(match)
    }
  }

  async #generate({ received, segments: [id = '', verb = ''], fault }: RouteMatch): Promise<FakeResponse> {
    const model = findVendorModel(id, verb)
    // `readMessage` has checked the names; the values are checked where they are used.
    const request = readMessage(received.body, generateContentRequest) as GenerateRequest
    checkContents(request.contents, model)
    checkSettings(request, model)
    const streams = verb === 'streamGenerateContent'
    const query = streams ? new URLSearchParams({ alt: 'sse' }) : received.query
    const reply = await this.#askDemo({ ...received, query }, toDemoRequest(request, model))
    const text = Buffer.concat(reply.chunks).toString()
    if (reply.status !== 200) throw new VendorError(reply.status, JSON.parse(text))
    const documents = text.split(/\r\n\r\n/).filter((document) => document !== '')
    // Written by the demo service, as events or as one document.
    const read = documents.map((document) => JSON.parse(document.replace(/^data: /, '')) as Answer)
    const answers = toVendorAnswers(read, request, { model, fault })
    return streams
      ? toStream(answers, received.query.get('alt') ?? received.query.get('$alt'))
      : replyJson(answers[0])
  }

  #countTokens({ received, segments: [id = ''] }: RouteMatch): Promise<FakeResponse> {
    const message = readMessage(received.body, countTokensRequest)
    // As above.
    const whole = message.generateContentRequest as GenerateRequest | undefined
    if (whole) checkModel('CountTokensRequest.generate_content_request', whole.model, id)
    // As above.
    const { contents } = whole ?? (message as GenerateRequest)
    checkContents(contents, findVendorModel(id, 'countTokens'))
    return this.#askDemo(received, message)
  }

  async #upload({ received }: RouteMatch): Promise<FakeResponse> {
    const { headers, query, body } = received
    const command = String(headers['x-goog-upload-command'] ?? '')
    const post = { ...received, method: 'POST' }
    if (query.has('upload_id')) {
      if (command === 'upload' && body.length % granularity !== 0)
        throw invalid(`A chunk but the last must be a multiple of ${granularity} bytes.`)
      return this.#askDemo(post)
    }
    if (headers['x-goog-upload-protocol'] !== 'resumable') return this.#askDemo(post)
    const reply = await this.#askDemo(post, readMessage(body, createFileRequest))
    const url = reply.headers['x-goog-upload-url'] ?? ''
    this.#uploads.set(/upload_id=(\w+)/.exec(url)?.[1] ?? '', received.key)
    return { ...reply, headers: { ...reply.headers, 'x-goog-upload-control-url': url } }
  }

  /** Redirects to a signed link on another host. */
  #redirectToStorage({ received, segments: [id = ''] }: RouteMatch): FakeResponse {
    const location = this.#options.storageUrl() + this.storage.sign(id, this.#videos.find(id, received.key))
    return {
      status: 302,
      headers: { location, 'content-type': 'text/html; charset=UTF-8' },
      chunks: [Buffer.from('<HTML><HEAD><TITLE>302 Moved</TITLE></HEAD></HTML>\n')],
    }
  }
}

function checkModel(path: string, model: string | undefined, id: string): void {
  if (model === `models/${id}`) return
  throw invalid(`* ${path}.model: must be the same as in the path: models/${id}, not ${model}\n`)
}

/** Not JSON: an empty body if the version is missing, a page if it is repeated (wire §4.3). */
function pathNotFound({ path }: ReceivedRequest): FakeResponse {
  const type = 'text/html; charset=UTF-8'
  if (!path.includes('/v1beta')) return replyText('', { status: 404, type })
  const page = '<!DOCTYPE html>\n<html lang=en>\n<title>Error 404 (Not Found)!!1</title>\n'
  return replyText(page, { status: 404, type })
}

/** The key is valid only in its header; the second step of an upload needs none, because its URL is secret. */
function checkKey(
  { headers, query, path, key }: ReceivedRequest,
  { keys, acceptsKeyAnywhere }: GeminiOptions,
): void {
  const headerKey = headers['x-goog-api-key']
  const credentials = [headerKey, headers.authorization, query.get('key') ?? undefined].filter(
    (one) => one !== undefined,
  )
  if (credentials.length > 1)
    throw invalid('Multiple authentication credentials received. Please pass only one.')
  if (acceptsKeyAnywhere && keys.includes(key)) return
  if (headers.authorization !== undefined)
    throw google(
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      [detail('ErrorInfo', { reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED', domain: 'googleapis.com' })],
    )
  if (headerKey === undefined && path.startsWith('/upload/') && query.has('upload_id')) return
  if (headerKey === undefined)
    throw google(
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    )
  if (!keys.includes(String(headerKey))) throw wrongGoogleKey(String(headerKey))
}
