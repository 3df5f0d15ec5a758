// The reference of the gateway: every endpoint, and every route beyond the specification, with its fields and errors.
import { type EndpointId, endpointList, type endpoints } from './endpoints'
import { type RouteExample, routeExamples } from './examples'
import { describeForm, describeParameters, toJsonSchema } from './openapi'
import { type DescribedResponse, listErrors } from './openapi-components'
import { beyondSpecification, requestFields } from './request-fields'
import { type Route, type RouteId, routeList, routes } from './routes'

export interface ReferenceEntry {
  readonly id: EndpointId | RouteId
  readonly title: string
  readonly routeId: RouteId
  readonly route: Route
  /** The one that the specification documents, or the shortest. */
  readonly prefix: string
  /** The model of the path or form; null for routes without one. */
  readonly model: string | null
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** The JSON body; null for other bodies, and none. */
  readonly example: object | null
  readonly isBeyondSpecification: boolean
}

const endpointEntries: readonly ReferenceEntry[] = endpointList.map(([id, endpoint]) => ({
  id,
  title: endpoint.title,
  routeId: endpoint.route,
  route: routes[endpoint.route],
  prefix: endpoint.prefix,
  model: endpoint.model,
  query: endpoint.query ?? {},
  headers: {},
  example: endpoint.example,
  isBeyondSpecification: false,
}))

const usedRoutes: ReadonlySet<RouteId> = new Set(endpointList.map(([, { route }]) => route))

/** A route beyond the specification without an entry does not compile. */
type OtherRouteId = Exclude<RouteId, (typeof endpoints)[EndpointId]['route']>
const otherRoutes: Readonly<Record<OtherRouteId, RouteExample>> = routeExamples

const routeEntries: readonly ReferenceEntry[] = (routeList as readonly [RouteId, Route][])
  .filter((entry): entry is [OtherRouteId, Route] => !usedRoutes.has(entry[0]))
  .map(([id, route]) => {
    const { title, model, body, headers } = otherRoutes[id]
    return {
      id,
      title,
      routeId: id,
      route,
      prefix: route.prefixes[0] ?? '',
      model: route.path.includes('{model}') ? (model ?? 'gen-2.5-flash') : null,
      query: {},
      headers: headers ?? {},
      example: body ?? null,
      isBeyondSpecification: true,
    }
  })

/** The seventeen endpoints, then the other routes. */
export const referenceEntries: readonly ReferenceEntry[] = [...endpointEntries, ...routeEntries]

export interface ReferenceField {
  /** `contents[].parts[].text` */
  readonly path: string
  readonly location: 'path' | 'query' | 'header' | 'body' | 'form'
  /** `string`, `integer`, `array of string` */
  readonly type: string
  readonly required: boolean
  readonly description: string
  /** Allowed values, or examples. */
  readonly values: readonly string[]
  /** No other values are allowed. */
  readonly isEnum: boolean
  readonly isBeyondSpecification: boolean
}

type Json = Readonly<Record<string, unknown>>

/** In the order of the schema: an object before its members. */
export function listFields({ routeId, route }: ReferenceEntry): readonly ReferenceField[] {
  const parameters = describeParameters(routeId, route).map((parameter) =>
    toField(
      { ...toObject(parameter.schema), description: parameter.description },
      {
        path: String(parameter.name),
        // The generator writes no other locations.
        location: parameter.in as 'path' | 'query' | 'header',
        required: parameter.required === true,
      },
    ),
  )
  return [...parameters, ...listBody(routeId, route)]
}

function listBody(id: RouteId, { body }: Route): readonly ReferenceField[] {
  const schema = requestSchema(id)
  if (!schema || body === 'none' || body === 'bytes') return []
  return listMembers(schema, '', body === 'multipart' ? 'form' : 'body')
}

/** The JSON Schema of a request's body or form; null for routes without one. */
export function requestSchema(id: RouteId): Json | null {
  const fields = requestFields[id]
  if (!fields) return null
  return routes[id].body === 'multipart' ? describeForm(id) : toJsonSchema(fields)
}

function listMembers(schema: Json, prefix: string, location: ReferenceField['location']): ReferenceField[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(toObject(schema.properties)).flatMap(([name, value]) => {
    const member = toObject(value)
    const path = prefix + name
    const field = toField(member, { path, location, required: required.includes(name) })
    const items = toObject(member.items)
    return [
      field,
      ...listMembers(member, `${path}.`, location),
      ...listMembers(items, `${path}[].`, location),
    ]
  })
}

type FieldPosition = Pick<ReferenceField, 'path' | 'location' | 'required'>

function toField(schema: Json, position: FieldPosition): ReferenceField {
  const values = schema.enum ?? schema.examples
  return {
    ...position,
    type: nameType(schema),
    description: typeof schema.description === 'string' ? schema.description : '',
    values: Array.isArray(values) ? values.map(showValue) : [],
    isEnum: Array.isArray(schema.enum),
    isBeyondSpecification: schema[beyondSpecification] === true,
  }
}

function showValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function nameType(schema: Json): string {
  const { type, format } = schema
  if (format === 'binary') return 'file'
  if (type === 'array') return `array of ${nameType(toObject(schema.items))}`
  if (Array.isArray(type)) return type.join(' or ')
  return typeof type === 'string' ? type : 'any'
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** The errors of an endpoint, by status. */
export function listErrorsOf({ routeId, route }: ReferenceEntry): readonly DescribedResponse[] {
  return listErrors(routeId, route)
}
