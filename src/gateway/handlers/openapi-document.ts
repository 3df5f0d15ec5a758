// OpenAPI 3.1 from the tables of routes and endpoints: paths, schemas, credentials, examples.
import { z } from 'zod'
import { endpointList } from '#shared/endpoints/endpoints'
import { type Credential, type Route, type RouteId, routeList } from '#shared/endpoints/routes'
import { GeminiErrorBody, OpenAiErrorBody } from '#shared/schemas/api-error'

type Json = Readonly<Record<string, unknown>>

const schemes = {
  keyInQuery: { type: 'apiKey', in: 'query', name: 'key' },
  keyInHeader: { type: 'apiKey', in: 'header', name: 'x-goog-api-key' },
  bearer: { type: 'http', scheme: 'bearer' },
} as const

const placesOf: Record<Credential, readonly (keyof typeof schemes)[]> = {
  'query-or-header': ['keyInQuery', 'keyInHeader'],
  'bearer-or-header': ['bearer', 'keyInHeader'],
  bearer: ['bearer'],
  any: ['keyInQuery', 'keyInHeader', 'bearer'],
  none: [],
}

export function describeApi(version: string): Json {
  const names = nameSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const [id, route] of routeList) {
    for (const [index, prefix] of route.prefixes.entries()) {
      const path = prefix + route.path
      const operationId = index === 0 ? id : `${id}${index + 1}`
      paths[path] = {
        ...paths[path],
        [route.method.toLowerCase()]: { operationId, ...describeRoute(id, route, names) },
      }
    }
  }
  const schemas = Object.fromEntries([...names].map(([schema, name]) => [name, toSchema(schema)]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Model gateway',
      version,
      description: 'The local gateway. Every route asks for its local key, except the health check.',
    },
    paths,
    components: { schemas, securitySchemes: schemes },
  }
}

function describeRoute(id: RouteId, route: Route, names: ReadonlyMap<z.ZodType, string>): Json {
  const error = route.dialect === 'openai' ? OpenAiErrorBody : GeminiErrorBody
  const request = describeRequest(id, route, names)
  return {
    summary: route.summary,
    tags: [route.dialect],
    security: placesOf[route.credential].map((name) => ({ [name]: [] })),
    parameters: describeParameters(id, route),
    ...(request ? { requestBody: request } : {}),
    responses: {
      200: { description: 'The answer.', content: describeAnswer(route, names) },
      default: {
        description: 'An error.',
        content: { 'application/json': { schema: refer(error, names) } },
      },
    },
  }
}

function describeParameters(id: RouteId, route: Route): readonly Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const alt = { name: 'alt', in: 'query', schema: { type: 'string', enum: ['sse', 'json'] } }
  return id === 'streamGenerateContent' ? [...inPath, alt] : inPath
}

function describeRequest(id: RouteId, route: Route, names: ReadonlyMap<z.ZodType, string>): Json | undefined {
  if (route.body === 'none') return undefined
  if (route.body === 'bytes') return { content: { 'application/octet-stream': {} } }
  if (route.body === 'multipart')
    return { required: true, content: { 'multipart/form-data': describeForm() } }
  const uses = endpointList.filter(([, endpoint]) => endpoint.route === id)
  const examples = uses.map(
    ([name, { title, example }]) => [name, { summary: title, value: example }] as const,
  )
  const schema = route.request ? { schema: refer(route.request, names) } : {}
  const shown = examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}
  return { required: true, content: { 'application/json': { ...schema, ...shown } } }
}

/** The file is no field of the form's schema: it is bytes. */
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

function describeAnswer(route: Route, names: ReadonlyMap<z.ZodType, string>): Json {
  const schema = route.response ? refer(route.response, names) : {}
  if (route.answer === 'stream') {
    return {
      'text/event-stream': { schema },
      'application/json': { schema: { type: 'array', items: schema } },
    }
  }
  if (route.answer === 'bytes' && !route.response) return { 'application/octet-stream': {} }
  return { 'application/json': { schema } }
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

function refer(schema: z.ZodType, names: ReadonlyMap<z.ZodType, string>): Json {
  return { $ref: `#/components/schemas/${names.get(schema)}` }
}

function toSchema(schema: z.ZodType): Json {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return plain
}
