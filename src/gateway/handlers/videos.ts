// Starts videos and polls their operations, whose sealed names make the gateway stateless (E10, decisions §8).
import { unusableResponse } from '#shared/endpoints/errors'
import type { ApiError } from '#shared/schemas/api-error'
import { Operation } from '#shared/schemas/gemini-requests'
import type { HttpBody, HttpResponse } from '#shared/wire/http'
import { isObject } from '#shared/wire/json-objects'
import { resolveSealedName, rewriteOperation } from './gateway-names'
import { type HandlerRequest, type Handlers, jsonResponse } from './handler'
import {
  isErrorResponse,
  readJson,
  requestUpstreamJson,
  siblingPath,
  toUpstreamRequest,
} from './upstream-request'

export const videos: Pick<Handlers, 'predictLongRunning' | 'getOperation' | 'getModelOperation'> = {
  predictLongRunning: async (request) =>
    describe(request, await requestUpstreamJson(request, toUpstreamRequest(request))),
  getOperation: poll,
  getModelOperation: poll,
}

/** Polls the upstream where the operation was started, even if another one is active now. */
async function poll(request: HandlerRequest): Promise<HttpResponse> {
  const name = resolveSealedName(request, 'operation', request.parameters.operation ?? '')
  const path = siblingPath(request, `/${encodeURI(name)}`)
  return await describe(
    request,
    await requestUpstreamJson(request, toUpstreamRequest(request, { method: 'GET', path })),
    name,
  )
}

/** `known` is the operation's name, which some upstreams leave out of the response to a poll. */
async function describe(
  request: HandlerRequest,
  response: HttpResponse,
  known?: string,
): Promise<HttpResponse> {
  if (isErrorResponse(response)) return response
  const operation = await readOperation(response.body, known)
  return jsonResponse(rewriteOperation(operation, request))
}

/** Bytes; some services put a whole video into the operation. */
const maxOperation = 64 * 1024 * 1024

async function readOperation(body: HttpBody, known: string | undefined): Promise<Operation> {
  const json = await readJson(body, maxOperation, invalidOperation)
  const parsed = Operation.safeParse(known === undefined || !isObject(json) ? json : { ...json, name: known })
  if (parsed.success) return parsed.data
  throw invalidOperation(parsed.error)
}

function invalidOperation(cause?: unknown): ApiError {
  return unusableResponse(
    "The provider returned a response that isn't an operation. Check the base URL and the model.",
    cause,
  )
}
