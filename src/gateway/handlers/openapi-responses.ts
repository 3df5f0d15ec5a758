// The answers of a route in the description of the API: the good one, and every way the gateway can refuse.
import type { z } from 'zod'
import type { Route, RouteId } from '#shared/endpoints/routes'
import { GeminiErrorBody, OpenAiErrorBody } from '#shared/schemas/api-error'
import { contentRange, fileHeaders } from './openapi-files'

type Json = Readonly<Record<string, unknown>>

/** How a schema is referred to. */
export type Refer = (schema: z.ZodType) => Json

const refusals = {
  400: 'The request is not of the right shape, or bears two different keys.',
  401: 'The local key is missing, wrong, or in a place that this route does not take it from.',
  403: 'The Host is not this gateway, or the Origin is not allowed; or the upstream refuses.',
  404: 'There is no such model, operation, file or upload.',
  408: 'The rest of the request did not come in time.',
  413: 'The body is larger than the limit.',
  415: 'The body is of another media type, or compressed.',
  416: 'The range lies outside of the file.',
  429: 'The upstream\u2019s quota is used up; Retry-After says when to come again.',
} as const

type Refusal = keyof typeof refusals

export function describeResponses(id: RouteId, route: Route, refer: Refer): Json {
  const schema = refer(route.dialect === 'openai' ? OpenAiErrorBody : GeminiErrorBody)
  const content = { 'application/json': { schema } }
  const refused = refusalsOf(id, route).map((status) => [
    status,
    { description: refusals[status], content, ...headersOf(status) },
  ])
  return {
    200: describeAnswer(id, route, refer),
    ...(id === 'downloadFile' ? { 206: { ...describeAnswer(id, route, refer), headers: contentRange } } : {}),
    ...Object.fromEntries(refused),
    default: { description: 'An error of the gateway or of its upstream.', content },
  }
}

function headersOf(status: Refusal): Json {
  if (status === 416) return { headers: contentRange }
  if (status === 429) return { headers: { 'retry-after': { schema: { type: 'integer' } } } }
  return {}
}

/** Routes that the gateway answers by itself. */
const ownRoutes: ReadonlySet<RouteId> = new Set(['listModels', 'getModel', 'health', 'openapi'])

function refusalsOf(id: RouteId, { credential, body, path }: Route): readonly Refusal[] {
  const isOpen = credential === 'none'
  const hasBody = body !== 'none'
  const applies: Record<Refusal, boolean> = {
    400: !isOpen,
    401: !isOpen,
    403: true,
    404: path.includes('{') || body === 'multipart',
    408: hasBody,
    413: body === 'json' || body === 'multipart',
    415: hasBody,
    416: id === 'downloadFile',
    429: !ownRoutes.has(id),
  }
  const statuses = [400, 401, 403, 404, 408, 413, 415, 416, 429] as const
  return statuses.filter((status) => applies[status])
}

function describeAnswer(id: RouteId, route: Route, refer: Refer): Json {
  const headers = fileHeaders[id]
  return {
    description: 'The answer.',
    content: describeContent(route, refer),
    ...(headers ? { headers } : {}),
  }
}

function describeContent(route: Route, refer: Refer): Json {
  const schema = route.response ? refer(route.response) : {}
  if (route.answer === 'stream') {
    return {
      'text/event-stream': { schema },
      'application/json': { schema: { type: 'array', items: schema } },
    }
  }
  if (route.answer === 'bytes' && !route.response) return { '*/*': {} }
  return { 'application/json': { schema } }
}
