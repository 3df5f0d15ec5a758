// Makes of a request that may come in the call that its handler is given: body read and validated, model known.
import { verbOf } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import type { Body, Headers } from '#shared/wire/call'
import type { GatewayCall, Surroundings } from '../handlers/handler'
import { checkModel } from '../handlers/models'
import { replaceOwnFiles } from '../handlers/replace-file-uris'
import type { ValidateBody } from './body-validator'
import type { FoundRoute } from './find-route'
import { brokenOff, readBytes, tooSlow } from './read-bytes'
import type { Target } from './target'
import { checkContentType, checkEncoding } from './validate-body'
import type { Visit } from './visit'

export interface Admitted {
  readonly found: FoundRoute
  readonly target: Target
  /** Host and port as the caller wrote them. */
  readonly host: string
  readonly surroundings: Surroundings
  readonly validateBody: ValidateBody
}

export async function readCall(visit: Visit, admitted: Admitted): Promise<GatewayCall> {
  const { found, target, host, surroundings } = admitted
  const { id, route, prefix, parameters } = found
  const verb = verbOf(route)
  const model = parameters.model ?? ''
  if (model) visit.record.noteModel(model)
  if (verb) checkModel(model, verb, surroundings.models)
  const came = await readRequest(visit, admitted)
  const { upstream, upstreamOf, localKey, namingKey, models, limits, version } = surroundings
  const origin = `http://${host}`
  const body =
    verb && came instanceof Uint8Array
      ? await replaceOwnFiles(came, { localKey, namingKey, upstream, origin })
      : came
  // Written out: spreading here costs more than reading the request.
  return {
    upstream,
    upstreamOf,
    localKey,
    namingKey,
    models,
    limits,
    version,
    id,
    prefix,
    parameters,
    method: visit.method,
    path: target.path,
    query: target.query,
    headers: body === came ? visit.passedHeaders : withoutLength(visit.passedHeaders),
    body,
    signal: visit.signal,
    origin,
    notes: visit.record,
  }
}

function withoutLength({ 'content-length': _, ...headers }: Headers): Headers {
  return headers
}

async function readRequest(visit: Visit, { found, surroundings, validateBody }: Admitted): Promise<Body> {
  const { id, route, parameters } = found
  const { jsonBody: limit, callerSilence: silence } = surroundings.limits
  if (route.body === 'multipart') {
    checkFormType(visit.headers['content-type'])
    return flowIn(visit, silence)
  }
  if (route.body === 'bytes') {
    checkEncoding(visit.headers)
    return hasBody(visit.headers) ? flowIn(visit, silence) : null
  }
  if (route.body !== 'json') return null
  checkContentType(visit.headers)
  allowBody(visit)
  const came = await readBytes(visit.incoming, { limit, silence })
  const { bytes, endpoint, error } = await validateBody(came, { route: id, model: parameters.model ?? '' })
  visit.record.noteRequestChunk(bytes)
  if (error) throw error
  visit.record.noteEndpoint(endpoint)
  return bytes
}

function hasBody(headers: Headers): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Answers `Expect: 100-continue` when the body is really wanted, so that a refused one is never sent. */
function allowBody({ headers, outgoing, common }: Visit): void {
  if (headers.expect === undefined) return
  outgoing.writeContinue()
  delete common.connection
}

async function* flowIn(visit: Visit, silence: number): AsyncGenerator<Uint8Array, void, undefined> {
  allowBody(visit)
  // Leaving early must not destroy the request: its answer goes out over the same socket.
  const chunks: AsyncIterableIterator<Buffer> = visit.incoming.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const { value: chunk, done } = await inTime(chunks.next(), silence)
      if (done) return
      visit.record.noteRequestBytes(chunk.length)
      yield chunk
    }
  } finally {
    // Not awaited: where a silent caller was given up, its next chunk may never come.
    chunks.return?.().catch(() => {})
  }
}

/** What breaks here is the caller's connection: no failure of ours. */
function inTime<Result>(next: Promise<Result>, silence: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const waiting = setTimeout(() => reject(tooSlow(silence)), silence)
    next.then(resolve, () => reject(brokenOff())).finally(() => clearTimeout(waiting))
  })
}

function checkFormType(type: string | undefined): void {
  if (type?.toLowerCase().startsWith('multipart/form-data')) return
  throw new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Content-Type: must be multipart/form-data, but is ${type || 'missing'}.`,
    { param: 'Content-Type' },
  )
}
