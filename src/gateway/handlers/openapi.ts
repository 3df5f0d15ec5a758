// The gateway's OpenAPI description, generated from the route tables once per URL.
import { z } from 'zod'
import { endpointList } from '#shared/endpoints/endpoints'
import { type Credential, type Route, type RouteId, routeList } from '#shared/endpoints/routes'
import { GeminiErrorBody, OpenAiErrorBody } from '#shared/schemas/api-error'
import type { HttpResponse } from '#shared/wire/http'
import { type Handlers, jsonResponse } from './handler'
import { describeResponses, fileBodies, fileParameters, type Refer } from './openapi-components'

/** By version and origin: a gateway has only a few. */
const responses = new Map<string, HttpResponse>()

export const openapi: Pick<Handlers, 'openapi'> = {
  openapi: async ({ version, origin }) => {
    const cached = responses.get(version + origin)
    if (cached) return cached
    const response = jsonResponse(describeApi(version, origin))
    responses.set(version + origin, response)
    return response
  },
}

type Json = Readonly<Record<string, unknown>>

const schemes = {
  keyInQuery: { type: 'apiKey', in: 'query', name: 'key' },
  keyInHeader: { type: 'apiKey', in: 'header', name: 'x-goog-api-key' },
  bearer: { type: 'http', scheme: 'bearer' },
} as const

const schemesOf: Record<Credential, readonly (keyof typeof schemes)[]> = {
  'query-or-header': ['keyInQuery', 'keyInHeader'],
  'bearer-or-header': ['bearer', 'keyInHeader'],
  bearer: ['bearer'],
  any: ['keyInQuery', 'keyInHeader', 'bearer'],
  address: ['keyInQuery', 'keyInHeader', 'bearer'],
  none: [],
}

/** `origin` is the gateway's URL as the client used it. */
function describeApi(version: string, origin: string): Json {
  const names = nameSchemas()
  const refer: Refer = (schema) => ({ $ref: `#/components/schemas/${names.get(schema)}` })
  const paths: Record<string, Record<string, Json>> = {}
  for (const [id, route] of routeList) {
    for (const [index, prefix] of route.prefixes.entries()) {
      const path = prefix + route.path
      const operationId = index === 0 ? id : `${id}${index + 1}`
      paths[path] = {
        ...paths[path],
        [route.method.toLowerCase()]: { operationId, ...describeRoute(id, route, refer) },
      }
    }
  }
  const schemas = Object.fromEntries([...names].map(([schema, name]) => [name, toSchema(schema)]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gen Playground gateway',
      version,
      description:
        'The local gateway. All routes except the health check require the local key. Upload URLs need no key. Every response includes the x-exchange-id and x-upstream headers.',
    },
    servers: [{ url: origin }],
    paths,
    components: { schemas, securitySchemes: schemes },
  }
}

function describeRoute(id: RouteId, route: Route, refer: Refer): Json {
  const request = describeRequest(id, route, refer)
  return {
    summary: route.summary,
    tags: [route.dialect],
    security: describeSecurity(route.credential),
    parameters: describeParameters(id, route),
    ...(request ? { requestBody: request } : {}),
    responses: describeResponses(id, route, refer),
  }
}

function describeSecurity(credential: Credential): readonly Json[] {
  const requirements = schemesOf[credential].map((name) => ({ [name]: [] }))
  return credential === 'address' ? [{}, ...requirements] : requirements
}

function describeParameters(id: RouteId, route: Route): readonly Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const alt = { name: 'alt', in: 'query', schema: { type: 'string', enum: ['sse', 'json'] } }
  if (id === 'streamGenerateContent') return [...inPath, alt]
  return [...inPath, ...(fileParameters[id] ?? [])]
}

function describeRequest(id: RouteId, route: Route, refer: Refer): Json | undefined {
  if (route.body === 'none') return undefined
  if (route.body === 'bytes') return { content: fileBodies[id] }
  if (route.body === 'multipart')
    return { required: true, content: { 'multipart/form-data': describeForm() } }
  const uses = endpointList.filter(([, endpoint]) => endpoint.route === id)
  const examples = uses.map(
    ([name, { title, example }]) => [name, { summary: title, value: example }] as const,
  )
  const schema = route.request ? { schema: refer(route.request) } : {}
  const shown = examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}
  return { required: true, content: { 'application/json': { ...schema, ...shown } } }
}

/** The file has no schema: it is binary. */
function describeForm(): Json {
  const text = { type: 'string' }
  const properties = {
    model: text,
    file: { type: 'string', format: 'binary' },
    stream: text,
    response_format: text,
  }
  return { schema: { type: 'object', properties, required: ['model', 'file'] } }
}

/** A schema that two routes share is named after the first. */
function nameSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>([
    [GeminiErrorBody, 'GeminiError'],
    [OpenAiErrorBody, 'OpenAiError'],
  ])
  for (const [id, route] of routeList as readonly [RouteId, Route][]) {
    const title = id.charAt(0).toUpperCase() + id.slice(1)
    if (route.request && route.body === 'json' && !names.has(route.request))
      names.set(route.request, `${title}Request`)
    if (route.response && !names.has(route.response)) names.set(route.response, `${title}Response`)
  }
  return names
}

function toSchema(schema: z.ZodType): Json {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return plain
}
