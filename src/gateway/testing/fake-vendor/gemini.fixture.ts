// The Gemini API's double: finds the method, asks for the key, reads the message, answers (wire §2–§7, §9).
import { type Content, checkContents, checkSettings, type GenerateRequest } from './contents.fixture'
import { type EmbedRequest, embed, embedBatch } from './embeddings.fixture'
import { detail, google, invalid, VendorError, writeGoogleError, wrongGoogleKey } from './errors.fixture'
import type { ContentFault, PollFault } from './fault.fixture'
import type { Files, KeptFile } from './files.fixture'
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
  /** The key also counts as a token and in the query, as at a service with this same API. */
  readonly takesKeyAnywhere: boolean
  readonly files: Files
  readonly videos: Videos
  readonly storage: Storage
  readonly storageUrl: () => string
}

type AnyFault = ContentFault | PollFault

interface Found {
  readonly asked: ReceivedRequest
  readonly gemini: Gemini
  /** The path's own parts: model or file, then verb or operation. */
  readonly names: readonly string[]
  readonly fault: AnyFault | undefined
}

interface Method {
  readonly method: string
  readonly path: RegExp
  readonly answer: (found: Found) => FakeResponse
}

const methods: readonly Method[] = [
  {
    method: 'GET',
    path: /^\/v1beta\/models$/,
    answer: ({ asked }) => replyJson(listVendorModels(asked.query)),
  },
  {
    method: 'GET',
    path: /^\/v1beta\/models\/([^/:]+)$/,
    answer: ({ names: [id = ''] }) => replyJson(toResource(findVendorModel(id, 'GetModel'))),
  },
  { method: 'POST', path: /^\/v1beta\/models\/([^/:]+):(\w+)$/, answer: callModel },
  { method: 'GET', path: /^\/v1beta\/(models\/[^/]+\/operations\/[^/]+)$/, answer: pollOperation },
  {
    method: 'GET',
    path: /^\/v1beta\/files$/,
    answer: ({ asked, gemini }) => replyJson(gemini.files.list(asked.query, asked.key)),
  },
  {
    method: 'GET',
    path: /^\/v1beta\/files\/([^/:]+)$/,
    answer: ({ asked, gemini, names: [id = ''] }) => replyJson(gemini.files.describe(id, asked.key)),
  },
  {
    method: 'DELETE',
    path: /^\/v1beta\/files\/([^/:]+)$/,
    answer: ({ asked, gemini, names: [id = ''] }) => replyJson(gemini.files.delete(id, asked.key)),
  },
  { method: 'GET', path: /^\/v1beta\/files\/([^/:]+):download$/, answer: download },
  { method: 'GET', path: /^\/download\/v1beta\/files\/([^/:]+):download$/, answer: hand },
  {
    method: 'POST',
    path: /^\/upload\/v1beta\/files$/,
    answer: ({ asked, gemini }) => gemini.files.upload(asked),
  },
  {
    method: 'PUT',
    path: /^\/upload\/v1beta\/files$/,
    answer: ({ asked, gemini }) => gemini.files.upload(asked),
  },
]

/** Never throws: refusals are answers. */
export function answerGemini(asked: ReceivedRequest, gemini: Gemini, fault?: AnyFault): FakeResponse {
  const found = methods
    .filter(({ method }) => method === asked.method)
    .map(({ path, answer }) => ({ match: path.exec(asked.path), answer }))
    .find(({ match }) => match)
  if (!found?.match) return noSuchPath(asked)
  try {
    checkKey(asked, gemini)
    const names = found.match.slice(1)
    const reply = found.answer({ asked, gemini, names, fault })
    return { ...reply, headers: { ...vendorHeaders, ...reply.headers } }
  } catch (error) {
    if (error instanceof VendorError) return writeGoogleError(error, asked)
    throw error
  }
}

/** Not JSON: nothing at all without the version, a page under a doubled one (wire §4.3). */
function noSuchPath({ path }: ReceivedRequest): FakeResponse {
  const type = 'text/html; charset=UTF-8'
  if (!path.includes('/v1beta')) return replyText('', { status: 404, type })
  const page =
    '<!DOCTYPE html>\n<html lang=en>\n<title>Error 404 (Not Found)!!1</title>\n<p><b>404.</b> <ins>That’s an error.</ins>\n'
  return replyText(page, { status: 404, type })
}

/** The key counts in its header alone; the second step of an upload may do without, its link is secret enough. */
function checkKey({ headers, query, path, key }: ReceivedRequest, { keys, takesKeyAnywhere }: Gemini): void {
  const given = headers['x-goog-api-key']
  const places = [given, headers.authorization, query.get('key') ?? undefined].filter(
    (one) => one !== undefined,
  )
  if (places.length > 1) throw invalid('Multiple authentication credentials received. Please pass only one.')
  if (takesKeyAnywhere && keys.includes(key)) return
  if (headers.authorization !== undefined)
    throw google(
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      [detail('ErrorInfo', { reason: 'ACCESS_TOKEN_TYPE_UNSUPPORTED', domain: 'googleapis.com' })],
    )
  if (given === undefined && path.startsWith('/upload/') && query.has('upload_id')) return
  if (given === undefined)
    throw google(
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    )
  if (!keys.includes(String(given))) throw wrongGoogleKey(String(given))
}

function callModel(found: Found): FakeResponse {
  const [id = '', verb = ''] = found.names
  const model = findVendorModel(id, verb)
  const { asked, gemini } = found
  switch (verb) {
    case 'countTokens':
      return replyJson(count(found))
    case 'embedContent':
      // `readMessage` has made sure of the names; the values are looked at where they matter.
      return replyJson(embed(readMessage(asked.body, embedContentRequest) as EmbedRequest))
    case 'batchEmbedContents': {
      const { requests } = readMessage(asked.body, batchEmbedContentsRequest)
      // As above.
      return replyJson(embedBatch(requests as readonly EmbedRequest[] | undefined, id))
    }
    case 'predictLongRunning':
      return replyJson(
        gemini.videos.start(readMessage(asked.body, predictLongRunningRequest), model.id, asked.key),
      )
    default:
      return generate(found, verb === 'streamGenerateContent')
  }
}

function generate(
  { asked, gemini, names: [id = '', verb = ''], fault }: Found,
  streams: boolean,
): FakeResponse {
  const model = findVendorModel(id, verb)
  // `readMessage` has made sure of the names; the values are looked at where they matter.
  const request = readMessage(asked.body, generateContentRequest) as GenerateRequest
  const checkFile = (uri: string): void => gemini.files.checkUse(uri, asked.key)
  checkContents(request.contents, { model, message: 'GenerateContentRequest', checkFile })
  checkSettings(request, model)
  const tokens = countTokens(request.contents ?? [])
  if (tokens > 1_048_576)
    throw invalid(`The input token count (${tokens}) exceeds the maximum number of tokens allowed (1048576).`)
  // A poll's faults do not fit a generation: the queue has seen to it.
  const generating = { request, model, fault: fault as ContentFault | undefined }
  if (!streams) return replyJson(toSingleResponse(generating))
  const alt = asked.query.get('alt') ?? asked.query.get('$alt')
  return alt === 'sse' ? toEventStream(toChunks(generating)) : toArrayStream(toChunks(generating))
}

function count({ asked, gemini, names: [id = ''] }: Found): object {
  const read = readMessage(asked.body, countTokensRequest)
  // `readMessage` has made sure of the names; the values are looked at where they matter.
  const whole = read.generateContentRequest as (GenerateRequest & { model?: string }) | undefined
  if (whole && whole.model !== `models/${id}`)
    throw invalid(
      `* CountTokensRequest.generate_content_request.model: must be the same as in the path: models/${id}, not ${whole.model}\n`,
    )
  // As above.
  const contents = whole?.contents ?? (read.contents as readonly Content[] | undefined)
  const model = findVendorModel(id, 'countTokens')
  const checkFile = (uri: string): void => gemini.files.checkUse(uri, asked.key)
  checkContents(contents, { model, message: 'CountTokensRequest', checkFile })
  const totalTokens = countTokens(contents ?? [])
  return { totalTokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }] }
}

function pollOperation({ asked, gemini, names: [name = ''], fault }: Found): FakeResponse {
  // A content's faults do not fit a poll: the queue has seen to it.
  return replyJson(gemini.videos.poll(name, asked.key, fault as PollFault | undefined))
}

/** 302 to a signed link on another host; uploaded files cannot be downloaded. */
function download(found: Found): FakeResponse {
  const { gemini, names } = found
  const location = gemini.storageUrl() + gemini.storage.sign(names[0] ?? '', findFilm(found))
  return {
    status: 302,
    headers: { location, 'content-type': 'text/html; charset=UTF-8' },
    chunks: [Buffer.from('<HTML><HEAD><TITLE>302 Moved</TITLE></HEAD></HTML>\n')],
    ending: 'whole',
  }
}

/** The bytes at once, for the key alone. */
function hand(found: Found): FakeResponse {
  return cutRange(findFilm(found), found.asked.headers.range)
}

function findFilm({ asked, gemini, names: [id = ''] }: Found): KeptFile {
  const file = gemini.files.find(id, asked.key)
  if (asked.query.get('alt') === 'media' && file.source === 'GENERATED') return file
  throw google('FAILED_PRECONDITION', `The File ${id} cannot be downloaded.`)
}
