// The fake Gemini API: finds the method, checks the key, parses the message, responds (wire §2–§7, §9).
import { type Content, checkContents, checkSettings, type GenerateRequest } from './contents.fixture'
import { type EmbedRequest, embed, embedBatch } from './embeddings.fixture'
import { detail, google, invalid, VendorError, writeGoogleError, wrongGoogleKey } from './errors.fixture'
import type { ContentFault, PollFault } from './fault.fixture'
import type { Files, StoredFile } from './files.fixture'
import { countTokens, toChunks, toSingleResponse } from './generation.fixture'
import {
  batchEmbedContentsRequest,
  countTokensRequest,
  embedContentRequest,
  generateContentRequest,
  predictLongRunningRequest,
} from './messages.fixture'
import { readMessage } from './proto-json.fixture'
import { type FakeResponse, type ReceivedRequest, replyJson, replyText } from './reply.fixture'
import { cutRange, type Storage } from './storage.fixture'
import { toArrayStream, toEventStream, vendorHeaders } from './streams.fixture'
import { findVendorModel, listVendorModels, toResource } from './vendor-models.fixture'
import type { Videos } from './videos.fixture'

export interface Gemini {
  readonly keys: readonly string[]
  /** Accepts the key as a token and in the query, too, as a compatible service does. */
  readonly acceptsKeyAnywhere: boolean
  readonly files: Files
  readonly videos: Videos
  readonly storage: Storage
  readonly storageUrl: () => string
}

type AnyFault = ContentFault | PollFault

interface RouteMatch {
  readonly received: ReceivedRequest
  readonly gemini: Gemini
  /** The matched parts of the path: model or file, then verb or operation. */
  readonly segments: readonly string[]
  readonly fault: AnyFault | undefined
}

interface Method {
  readonly method: string
  readonly path: RegExp
  readonly handle: (match: RouteMatch) => FakeResponse
}

const methods: readonly Method[] = [
  {
    method: 'GET',
    path: /^\/v1beta\/models$/,
    handle: ({ received }) => replyJson(listVendorModels(received.query)),
  },
  {
    method: 'GET',
    path: /^\/v1beta\/models\/([^/:]+)$/,
    handle: ({ segments: [id = ''] }) => replyJson(toResource(findVendorModel(id, 'GetModel'))),
  },
  { method: 'POST', path: /^\/v1beta\/models\/([^/:]+):(\w+)$/, handle: callModel },
  { method: 'GET', path: /^\/v1beta\/(models\/[^/]+\/operations\/[^/]+)$/, handle: pollOperation },
  {
    method: 'GET',
    path: /^\/v1beta\/files$/,
    handle: ({ received, gemini }) => replyJson(gemini.files.list(received.query, received.key)),
  },
  {
    method: 'GET',
    path: /^\/v1beta\/files\/([^/:]+)$/,
    handle: ({ received, gemini, segments: [id = ''] }) => replyJson(gemini.files.describe(id, received.key)),
  },
  {
    method: 'DELETE',
    path: /^\/v1beta\/files\/([^/:]+)$/,
    handle: ({ received, gemini, segments: [id = ''] }) => replyJson(gemini.files.delete(id, received.key)),
  },
  { method: 'GET', path: /^\/v1beta\/files\/([^/:]+):download$/, handle: download },
  { method: 'GET', path: /^\/download\/v1beta\/files\/([^/:]+):download$/, handle: sendBytes },
  {
    method: 'POST',
    path: /^\/upload\/v1beta\/files$/,
    handle: ({ received, gemini }) => gemini.files.upload(received),
  },
  {
    method: 'PUT',
    path: /^\/upload\/v1beta\/files$/,
    handle: ({ received, gemini }) => gemini.files.upload(received),
  },
]

/** Never throws: errors are responses. */
export function answerGemini(received: ReceivedRequest, gemini: Gemini, fault?: AnyFault): FakeResponse {
  const route = methods
    .filter(({ method }) => method === received.method)
    .map(({ path, handle }) => ({ match: path.exec(received.path), answer: handle }))
    .find(({ match }) => match)
  if (!route?.match) return pathNotFound(received)
  try {
    checkKey(received, gemini)
    const segments = route.match.slice(1)
    const reply = route.answer({ received, gemini, segments, fault })
    return { ...reply, headers: { ...vendorHeaders, ...reply.headers } }
  } catch (error) {
    if (error instanceof VendorError) return writeGoogleError(error, received)
    throw error
  }
}

/** Not JSON: an empty body if the version is missing, a page if it is repeated (wire §4.3). */
function pathNotFound({ path }: ReceivedRequest): FakeResponse {
  const type = 'text/html; charset=UTF-8'
  if (!path.includes('/v1beta')) return replyText('', { status: 404, type })
  const page =
    '<!DOCTYPE html>\n<html lang=en>\n<title>Error 404 (Not Found)!!1</title>\n<p><b>404.</b> <ins>That’s an error.</ins>\n'
  return replyText(page, { status: 404, type })
}

/** The key is valid only in its header; the second step of an upload needs none, because its URL is secret. */
function checkKey(
  { headers, query, path, key }: ReceivedRequest,
  { keys, acceptsKeyAnywhere }: Gemini,
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

function callModel(match: RouteMatch): FakeResponse {
  const [id = '', verb = ''] = match.segments
  const model = findVendorModel(id, verb)
  const { received, gemini } = match
  switch (verb) {
    case 'countTokens':
      return replyJson(count(match))
    case 'embedContent':
      // `readMessage` has checked the names; the values are checked where they are used.
      return replyJson(embed(readMessage(received.body, embedContentRequest) as EmbedRequest))
    case 'batchEmbedContents': {
      const { requests } = readMessage(received.body, batchEmbedContentsRequest)
      // As above.
      return replyJson(embedBatch(requests as readonly EmbedRequest[] | undefined, id))
    }
    case 'predictLongRunning':
      return replyJson(
        gemini.videos.start(readMessage(received.body, predictLongRunningRequest), model.id, received.key),
      )
    default:
      return generate(match, verb === 'streamGenerateContent')
  }
}

function generate(
  { received, gemini, segments: [id = '', verb = ''], fault }: RouteMatch,
  streams: boolean,
): FakeResponse {
  const model = findVendorModel(id, verb)
  // `readMessage` has checked the names; the values are checked where they are used.
  const request = readMessage(received.body, generateContentRequest) as GenerateRequest
  const checkFile = (uri: string): void => gemini.files.checkUse(uri, received.key)
  checkContents(request.contents, { model, message: 'GenerateContentRequest', checkFile })
  checkSettings(request, model)
  const tokens = countTokens(request.contents ?? [])
  if (tokens > 1_048_576)
    throw invalid(`The input token count (${tokens}) exceeds the maximum number of tokens allowed (1048576).`)
  // Faults of polls never match a generation.
  const input = { request, model, fault: fault as ContentFault | undefined }
  if (!streams) return replyJson(toSingleResponse(input))
  const alt = received.query.get('alt') ?? received.query.get('$alt')
  return alt === 'sse' ? toEventStream(toChunks(input)) : toArrayStream(toChunks(input))
}

function count({ received, gemini, segments: [id = ''] }: RouteMatch): object {
  const read = readMessage(received.body, countTokensRequest)
  // `readMessage` has checked the names; the values are checked where they are used.
  const whole = read.generateContentRequest as (GenerateRequest & { model?: string }) | undefined
  if (whole && whole.model !== `models/${id}`)
    throw invalid(
      `* CountTokensRequest.generate_content_request.model: must be the same as in the path: models/${id}, not ${whole.model}\n`,
    )
  // As above.
  const contents = whole?.contents ?? (read.contents as readonly Content[] | undefined)
  const model = findVendorModel(id, 'countTokens')
  const checkFile = (uri: string): void => gemini.files.checkUse(uri, received.key)
  checkContents(contents, { model, message: 'CountTokensRequest', checkFile })
  const totalTokens = countTokens(contents ?? [])
  return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] }
}

function pollOperation({ received, gemini, segments: [name = ''], fault }: RouteMatch): FakeResponse {
  // Faults of content never match a poll.
  return replyJson(gemini.videos.poll(name, received.key, fault as PollFault | undefined))
}

/** Redirects to a signed link on another host; uploaded files cannot be downloaded. */
function download(match: RouteMatch): FakeResponse {
  const { gemini, segments } = match
  const location = gemini.storageUrl() + gemini.storage.sign(segments[0] ?? '', findVideo(match))
  return {
    status: 302,
    headers: { location, 'content-type': 'text/html; charset=UTF-8' },
    chunks: [Buffer.from('<HTML><HEAD><TITLE>302 Moved</TITLE></HEAD></HTML>\n')],
    extension: 'whole',
  }
}

/** Sends the bytes directly; requires the key. */
function sendBytes(match: RouteMatch): FakeResponse {
  return cutRange(findVideo(match), match.received.headers.range)
}

function findVideo({ received, gemini, segments: [id = ''] }: RouteMatch): StoredFile {
  const file = gemini.files.find(id, received.key)
  if (received.query.get('alt') === 'media' && file.source === 'GENERATED') return file
  throw google('FAILED_PRECONDITION', `The File ${id} cannot be downloaded.`)
}
