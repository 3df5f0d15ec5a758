// Serves one request: guard, find, authenticate, read, hand to its handler, write what comes back.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteId } from '#shared/endpoints/routes'
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import type { Answer } from '#shared/wire/call'
import { redactPath } from '../exchange-log/redact'
import type { EventsAnswer, Handler, Surroundings } from '../handlers/handler'
import { handlers } from '../handlers/handlers'
import { noSuchModel } from '../handlers/models'
import { neverLeft } from '../outbound/transport-error'
import type { GatewayPorts } from '../ports'
import { authenticate, holdsLocalKey, readCredentials } from './authenticate'
import type { ValidateBody } from './body-validator'
import { drainRequest } from './drain-request'
import type { RouteFinder } from './find-route'
import { answerPreflight, checkHost, checkOrigin } from './guard'
import { readCall } from './read-call'
import { readTarget } from './target'
import { Visit } from './visit'
import { toErrorAnswer } from './write-error'
import { toApiError, writeAnswer } from './write-response'

export interface Serving {
  readonly ports: GatewayPorts
  readonly routes: RouteFinder
  readonly validateBody: ValidateBody
}

/** Never rejects. */
export async function serveCall(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  serving: Serving,
): Promise<void> {
  const visit = new Visit(incoming, outgoing, serving.ports)
  let answer: Answer | EventsAnswer
  try {
    answer = await answerVisit(visit, serving)
  } catch (error) {
    answer = refuse(visit, error)
  }
  if (outgoing.destroyed) return await leave(answer)
  noteRefusal(visit, answer)
  visit.common['x-upstream'] = visit.record.upstream
  const beforeEnd = refusesEarly(visit, answer) ? () => drainRequest(incoming) : undefined
  // The rest of such a request is cut off in the end, so its answer must not promise another one on the connection.
  if (beforeEnd) visit.common.connection = 'close'
  const { upstreamSilence: idleTimeout } = serving.ports.limits()
  await writeAnswer(outgoing, answer, { common: visit.common, tap: visit, idleTimeout, beforeEnd })
  await drainRequest(incoming)
}

/** While the body is still on its way; one that waits to be asked for (`Expect`) will never come. */
function refusesEarly({ incoming, common }: Visit, answer: Answer | EventsAnswer): boolean {
  return answer.status >= 400 && !incoming.complete && common.connection === undefined
}

async function answerVisit(
  visit: Visit,
  { ports, routes, validateBody }: Serving,
): Promise<Answer | EventsAnswer> {
  const { incoming, headers, method } = visit
  const target = readTarget(incoming.url ?? '/')
  visit.check = 'host'
  const host = checkHost(target.authority ?? headers.host, incoming.socket.localPort ?? 0)
  visit.check = 'origin'
  Object.assign(visit.common, checkOrigin(headers.origin, ports.allowedOrigins()))
  visit.check = 'path'
  const surroundings = lookAround(visit, ports)
  const credentials = readCredentials(incoming.rawHeaders, target.keys)
  visit.isAdmitted = holdsLocalKey(credentials, surroundings.localKey)
  const found = routes.find(method, target.decodedPath)
  if (!found) return answerElsewhere(visit, target.decodedPath, routes)
  visit.found = found
  visit.record.noteRoute(found.id)
  visit.check = 'key'
  authenticate(credentials, found.route.credential, visit.isAdmitted)
  const call = await readCall(visit, { found, target, host, surroundings, validateBody })
  // `Handlers` pairs each handler with its entry; TypeScript cannot follow a pairing through a lookup.
  const answer = await (handlers[found.id] as Handler<RouteId>)(call)
  adviseRetry(visit, answer.status)
  return answer
}

function lookAround({ upstream }: Visit, ports: GatewayPorts): Surroundings {
  const { version, upstreamOf } = ports
  return {
    upstream,
    upstreamOf,
    version,
    localKey: ports.localKey(),
    namingKey: ports.namingKey?.(),
    models: ports.models(),
    limits: ports.limits(),
  }
}

/** `OPTIONS`, a wrong verb, an unknown path. */
function answerElsewhere(visit: Visit, path: string, routes: RouteFinder): Answer {
  const methods = routes.methodsOf(path)
  if (methods.length === 0) throw noSuchPath(visit.method, path)
  visit.common.allow = methods.join(', ')
  if (visit.method !== 'OPTIONS')
    throw new ApiError(
      'METHOD_NOT_ALLOWED',
      `${visit.method} is not allowed here, only ${visit.common.allow}.`,
    )
  const headers = visit.headers.origin === undefined ? {} : answerPreflight(visit.headers, methods)
  return { status: 204, headers, body: null }
}

function noSuchPath(method: string, path: string): ApiError {
  const verb = /^(?:\/v1)?\/v1beta\/models\/([^/:]+):(\w+)$/.exec(path)
  if (verb?.[1] && verb[2]) return noSuchModel(verb[1], verb[2])
  return new ApiError(
    'NOT_FOUND',
    `There is nothing at ${method} ${redactPath(path).slice(0, 200)}. GET /openapi.json describes every route.`,
  )
}

function refuse(visit: Visit, cause: unknown): Answer {
  const error = toApiError(cause)
  if (error.code === 'INTERNAL') console.error(error.cause)
  adviseRetry(visit, error.http, neverLeft(error))
  return toErrorAnswer(error, visit.dialect)
}

/** Clients that repeat a failed call by themselves must not repeat work that may have been done (wire §4.6). */
function adviseRetry(visit: Visit, status: number, isHarmless = false): void {
  const isAmbiguous = (status === 502 || status === 504) && visit.method === 'POST' && visit.record.wasSent
  if (isAmbiguous && !isHarmless) visit.common['x-should-retry'] = 'false'
}

function noteRefusal({ record }: Visit, answer: Answer | EventsAnswer): void {
  if (answer.status < 400 || !('body' in answer) || !(answer.body instanceof Uint8Array)) return
  const body: unknown = JSON.parse(new TextDecoder().decode(answer.body))
  record.noteError(readErrorBody(answer.status, body)?.message ?? `Status ${answer.status}`)
}

/** Nobody waits any more: what still flows is let go. */
async function leave(answer: Answer | EventsAnswer): Promise<void> {
  const flow = 'events' in answer ? answer.events : answer.body
  if (flow === null || flow instanceof Uint8Array) return
  await flow[Symbol.asyncIterator]().return?.()
}
