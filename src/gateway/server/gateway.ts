// Handles one request: guard, find the route, authenticate, read the body, call the handler, write the response.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { toApiError } from '#shared/endpoints/errors'
import { dialectOf, type RouteId, routeList } from '#shared/endpoints/routes'
import {
  ApiError,
  readErrorBody,
  toErrorHeaders,
  toGeminiBody,
  toOpenAiBody,
} from '#shared/schemas/api-error'
import type { ExchangeSummary } from '#shared/schemas/exchange'
import type { HttpResponse } from '#shared/wire/http'
import { discardBody } from '#shared/wire/read-body'
import { MediaBudget } from '../exchange-log/retained-files'
import { type EventStreamResponse, type Handler, jsonResponse } from '../handlers/handler'
import { handlers } from '../handlers/handlers'
import { unknownModel } from '../handlers/models'
import { wasNeverSent } from '../outbound/transport-error'
import type { GatewayPorts } from '../ports'
import { redactName } from '../redaction/text'
import { type BodyThread, createBodyValidator } from './body-thread'
import { findRoute, methodsOf, type RouteMatch, readTarget } from './find-route'
import { authenticate, checkHost, checkOrigin, findSentKey, preflightHeaders, readCredentials } from './guard'
import { createMetrics } from './metrics'
import { drainRequest, readRequest } from './read-request'
import { type InstancePorts, RequestContext } from './request-context'
import { writeResponse } from './write-response'

/** Turns of the event loop. */
const maxTurns = 100

/** Serves the route table, independent of any listener. */
export interface Gateway {
  /** Responds to any request. */
  readonly serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** The responses in progress on a connection, the oldest first. */
  readonly listResponses: (socket: Duplex) => ServerResponse[]
  /** The requests in progress that will be logged. */
  readonly listRunning: () => ExchangeSummary[]
  /** Ends a request in progress as if its client had disconnected. Returns false if it has ended. */
  readonly stop: (id: string) => boolean
  /** Ends all requests in progress in the same way, because the gateway stops. */
  readonly stopAll: () => void
  /** Resolves once all requests are reported, shortly after their connections were closed. */
  readonly reported: () => Promise<void>
}

/** `bodyThread` validates large bodies; without it, that happens in this thread. */
export function createGateway(given: GatewayPorts, bodyThread?: BodyThread): Gateway {
  const metrics = createMetrics(given)
  const ports: InstancePorts = {
    ...given,
    mediaBudget: new MediaBudget(),
    derivedKeys: new Map(),
    apiDescriptions: new Map(),
    counts: metrics,
    metrics: () => metrics.write(running),
  }
  const validateBody = createBodyValidator(bodyThread)
  // A map would keep ended requests alive in the tables that it has outgrown, until the next full garbage collection.
  const running: RequestContext[] = []

  async function handleRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const context = new RequestContext(incoming, outgoing, ports)
    running.push(context)
    outgoing.on('close', () => {
      running.splice(running.indexOf(context), 1)
      context.end()
    })
    ports.onStart?.()
    let response: HttpResponse | EventStreamResponse
    try {
      const match = admitRequest(context, ports)
      if (match) {
        await readRequest(context, match, validateBody)
        // `Handlers` pairs each handler with its entry; TypeScript cannot follow a pairing through a lookup.
        response = await (handlers[match.id] as Handler<RouteId>)(context)
        adviseRetry(context, response.status)
      } else response = respondToUnmatched(context)
    } catch (error) {
      response = errorResponseFor(context, error)
    }
    // The client has disconnected.
    if (outgoing.destroyed) return await discard(response)
    recordErrorResponse(context, response)
    context.common['x-upstream'] = context.record.upstream.kind
    const beforeEnd = isEarlyError(context, response) ? () => drainRequest(incoming) : undefined
    // The rest of such a request is cut off, so the connection cannot be reused.
    if (beforeEnd) context.common.connection = 'close'
    await writeResponse(context, response, { idleTimeout: context.limits.bodyTimeout, beforeEnd })
    if (!incoming.complete) await drainRequest(incoming)
  }

  return {
    serve: (incoming, outgoing) => {
      handleRequest(incoming, outgoing).catch(() => outgoing.destroy())
    },
    listResponses: (socket) =>
      running.filter(({ incoming }) => incoming.socket === socket).map(({ outgoing }) => outgoing),
    listRunning: () => running.filter(({ isLogged }) => isLogged).map((context) => context.summarize()),
    stop: (id) => {
      const context = running.find(({ record }) => record.id === id)
      context?.stop('Stopped in the Gateway panel.')
      return context !== undefined
    },
    stopAll: () => {
      for (const context of [...running]) context.stop('The gateway stopped before the request ended.')
    },
    reported: async () => {
      // Limited, because a request that was pipelined behind another one may never end.
      for (let turn = 0; turn < maxTurns && running.length > 0; turn += 1) await nextTurn()
    },
  }
}

/** True if the client is still sending its body. A body that waits for `100 Continue` will never be sent. */
function isEarlyError({ incoming, common }: RequestContext, { status }: { status: number }): boolean {
  return status >= 400 && !incoming.complete && common.connection === undefined
}

/** Makes all checks that need no body. Returns undefined if no route matches. */
function admitRequest(context: RequestContext, ports: InstancePorts): RouteMatch | undefined {
  const { incoming, clientHeaders, method } = context
  const target = readTarget(incoming.url ?? '/')
  context.path = target.path
  context.query = target.query
  context.check = 'host'
  context.origin = `http://${checkHost(target.authority ?? clientHeaders.host, incoming.socket.localPort ?? 0)}`
  context.check = 'origin'
  if (clientHeaders.origin !== undefined)
    Object.assign(context.common, checkOrigin(clientHeaders.origin, ports.allowedOrigins()))
  context.check = 'path'
  const credentials = readCredentials(incoming.rawHeaders, target.keys)
  context.record.sentKey = findSentKey(credentials, context.localKey, ports.findKey)
  context.isAdmitted = context.record.sentKey !== undefined
  context.decodedPath = target.decodedPath
  const match = findRoute(method, target.decodedPath, context.modelNames)
  if (!match) return undefined
  context.match = match
  context.record.route = match.id
  if (match.parameters.model) context.record.setModel(match.parameters.model)
  context.check = 'key'
  authenticate(credentials, match.route.credential, context.isAdmitted)
  context.isAccepted = true
  return match
}

function respondToUnmatched({
  method,
  decodedPath: path,
  common,
  clientHeaders,
  modelNames,
}: RequestContext): HttpResponse {
  const methods = methodsOf(path, modelNames)
  if (methods.length === 0) throw pathNotFound(method, path)
  common.allow = methods.join(', ')
  if (method !== 'OPTIONS')
    throw new ApiError('METHOD_NOT_ALLOWED', `${method} isn't allowed here. Use ${common.allow}.`)
  const headers = clientHeaders.origin === undefined ? {} : preflightHeaders(clientHeaders, methods)
  return { status: 204, headers, body: null }
}

function pathNotFound(method: string, path: string): ApiError {
  const verb = /^(?:\/v1)?\/v1beta\/models\/([^/:]+):(\w+)$/.exec(path)
  if (verb?.[1] && verb[2]) return unknownModel(verb[1], verb[2])
  const problem = `No route for ${method} ${redactName(path)}.`
  if (dialectOf(path) === 'gemini')
    return new ApiError('NOT_FOUND', `${problem} GET /openapi.json lists all routes.`)
  return new ApiError('NOT_FOUND', `${problem} For OpenAI clients, the gateway serves ${openAiRoutes}.`, {
    openAiCode: 'unknown_url',
  })
}

const openAiRoutes = routeList
  .filter(([, { dialect }]) => dialect === 'openai')
  .map(([, { method, path }]) => `${method} ${path}`)
  .join(', ')

function errorResponseFor(context: RequestContext, cause: unknown): HttpResponse {
  const error = toApiError(cause)
  if (error.code === 'INTERNAL') console.error(error.cause)
  adviseRetry(context, error.http, wasNeverSent(error))
  const body = context.dialect === 'openai' ? toOpenAiBody(error) : toGeminiBody(error)
  const { headers, ...response } = jsonResponse(body, error.http)
  const retry = error.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(error.retryAfter)) }
  return { ...response, headers: { ...headers, ...toErrorHeaders(error), ...retry } }
}

/** Clients with automatic retries must not repeat work that may have been done (wire §4.6). */
function adviseRetry({ method, record, common }: RequestContext, status: number, isHarmless = false): void {
  const isAmbiguous = (status === 502 || status === 504) && method === 'POST' && record.wasSent
  if (isAmbiguous && !isHarmless) common['x-should-retry'] = 'false'
}

function recordErrorResponse({ record }: RequestContext, response: HttpResponse | EventStreamResponse): void {
  if (response.status < 400 || !('body' in response) || !(response.body instanceof Uint8Array)) return
  const body: unknown = JSON.parse(new TextDecoder().decode(response.body))
  record.setError(readErrorBody(response.status, body)?.message ?? `Status ${response.status}`)
}

async function discard(response: HttpResponse | EventStreamResponse): Promise<void> {
  if ('events' in response) await response.events[Symbol.asyncIterator]().return?.()
  else await discardBody(response.body)
}
