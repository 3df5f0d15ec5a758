// The OpenAPI 3.1 description of the gateway, generated from the tables of routes and endpoints.
import { endpointList } from './endpoints'
import { describeResponses, errorSchemas, fileBodies, fileParameters, type Refer } from './openapi-components'
import { beyondSpecification, type Json, requestFields, sourceKeyword, specified } from './request-fields'
import { responseFields, streamFields } from './response-fields'
import {
  type Credential,
  type CredentialLocation,
  credentialLocations,
  type Route,
  type RouteId,
  routeList,
} from './routes'

const schemes = {
  query: { type: 'apiKey', in: 'query', name: 'key', description: 'The local key.' },
  header: { type: 'apiKey', in: 'header', name: 'x-goog-api-key', description: 'The local key.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The local key.' },
} as const satisfies Readonly<Record<CredentialLocation, Json>>

const tags = {
  specification: 'Routes of the seventeen endpoints of the specification.',
  beyond: 'Routes beyond the specification, which clients need.',
}

/** `origin` is the gateway's URL as the client used it. Contains no secret. */
export function describeApi(version: string, origin: string): Json {
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
  const schemas = Object.fromEntries([...names].map(([schema, name]) => [name, schema]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gen Playground gateway',
      version,
      description: `The local gateway. All routes except the health check require the local key. Upload URLs need no key. Every response includes the x-exchange-id and x-upstream headers. ${beyondSpecification} marks routes and fields that the specification does not have.`,
    },
    servers: [{ url: origin }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas, securitySchemes: schemes },
  }
}

function describeRoute(id: RouteId, route: Route, refer: Refer): Json {
  const request = describeRequest(id, route, refer)
  const uses = endpointList.filter(([, endpoint]) => endpoint.route === id)
  const titles = uses.map(([name, { title, model }]) => `${name}: ${title} (${model})`)
  return {
    summary: route.summary,
    ...(uses.length > 0
      ? { description: titles.join('\n\n'), tags: ['specification'] }
      : { tags: ['beyond'], [beyondSpecification]: true }),
    security: describeSecurity(route.credential),
    parameters: describeParameters(id, route),
    ...(request ? { requestBody: request } : {}),
    responses: describeResponses(id, route, refer),
  }
}

function describeSecurity(credential: Credential): readonly Json[] {
  const requirements = credentialLocations[credential].map((name) => ({ [name]: [] }))
  return credential === 'address' ? [{}, ...requirements] : requirements
}

const pathParameters: Readonly<Record<string, string>> = {
  model: 'Model ID, with or without “models/”.',
  operation: 'Last segment of the operation’s name.',
  file: 'Last segment of the file’s name.',
  upload: 'ID of the upload.',
}

export function describeParameters(id: RouteId, route: Route): readonly Json[] {
  const models = endpointList.flatMap(([, { route, model }]) => (route === id ? [model] : []))
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name],
    schema: {
      type: 'string',
      ...(name === 'model' && models.length > 0 ? { examples: [...new Set(models)] } : {}),
    },
  }))
  const alt = {
    name: 'alt',
    in: 'query',
    description: 'sse sends server-sent events. Otherwise the response is one JSON array.',
    schema: { type: 'string', enum: ['sse', 'json'], default: 'json' },
    [sourceKeyword]: '§6 Events',
  }
  if (id === 'streamGenerateContent') return [...inPath, alt]
  return [...inPath, ...(fileParameters[id] ?? [])]
}

function describeRequest(id: RouteId, route: Route, refer: Refer): Json | undefined {
  if (route.body === 'none') return undefined
  if (route.body === 'bytes') return { content: fileBodies[id] }
  if (route.body === 'multipart')
    return { required: true, content: { 'multipart/form-data': { schema: describeForm(id) } } }
  const uses = endpointList.filter(([, endpoint]) => endpoint.route === id)
  const examples = uses.map(
    ([name, { title, example }]) => [name, { summary: title, value: example }] as const,
  )
  const fields = requestFields[id]
  const schema = fields ? { schema: refer(fields) } : {}
  const shown = examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}
  return { required: true, content: { 'application/json': { ...schema, ...shown } } }
}

/** The schema of a form's fields, with the file, which is binary. */
export function describeForm(id: RouteId): Json {
  const schema: Json = requestFields[id] ?? {}
  const file = specified('§4 E1', { type: 'string', format: 'binary', description: 'The audio file.' })
  const required = Array.isArray(schema.required) ? schema.required : []
  return {
    ...schema,
    properties: { file, ...Object(schema.properties) },
    required: [...required, 'file'],
  }
}

/** A schema that two routes share is named after the first. */
function nameSchemas(): Map<Json, string> {
  const names = new Map([
    [errorSchemas.gemini, 'GeminiError'],
    [errorSchemas.openai, 'OpenAiError'],
  ])
  for (const [id, route] of routeList as readonly [RouteId, Route][]) {
    const title = id.charAt(0).toUpperCase() + id.slice(1)
    const request = requestFields[id]
    if (request && route.body === 'json' && !names.has(request)) names.set(request, `${title}Request`)
    const response = responseFields[id]
    if (response && !names.has(response)) names.set(response, `${title}Response`)
    const chunk = streamFields[id]
    if (chunk) names.set(chunk, `${title}Chunk`)
  }
  return names
}
