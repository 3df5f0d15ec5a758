// The reference of the gateway: every endpoint, and every route beyond the specification, with its fields and errors.

import { upstreamModelHeader } from '../wire/http'
import { toObject } from '../wire/json-objects'
import { type EndpointId, endpointList, type endpoints } from './endpoints'
import { type DescribedError, listErrorCases } from './error-cases'
import { type RouteExample, routeExamples } from './examples'
import { describeForm, describeParameters } from './openapi'
import { successHeaders } from './openapi-components'
import {
  beyondSpecification,
  type Json,
  memberSourceKeyword,
  requestFields,
  sourceKeyword,
} from './request-fields'
import { responseFields } from './response-fields'
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
  /** The value of an absent field; null if it has no such value. */
  readonly defaultValue: string | null
  /** The section of the specification that describes the field; null for fields beyond it. */
  readonly source: string | null
  readonly isBeyondSpecification: boolean
}

/** Fields that the specification requires of single endpoints of a route (§4). */
const requiredFields: Readonly<Partial<Record<ReferenceEntry['id'], readonly string[]>>> = {
  E4: ['contents[].parts[].text'],
  E5: ['contents[].parts[].text'],
  E6: ['contents[].parts[].text'],
  E7: ['contents[].parts[].text', 'generationConfig.responseModalities'],
}

/** In the order of the schema: an object before its members. */
export function listFields(entry: ReferenceEntry): readonly ReferenceField[] {
  const { id, routeId, route } = entry
  const parameters = describeParameters(routeId, route).map((parameter) =>
    toField(
      { ...parameter, ...toObject(parameter.schema) },
      {
        path: String(parameter.name),
        // The generator writes no other locations.
        location: parameter.in as 'path' | 'query' | 'header',
        required: parameter.required === true,
        source: parameter.in === 'path' ? sectionOf(entry) : null,
      },
    ),
  )
  return [...parameters, ...listBody(entry)].map((field) =>
    requiredFields[id]?.includes(field.path) ? { ...field, required: true } : field,
  )
}

function sectionOf({ id, isBeyondSpecification }: ReferenceEntry): string | null {
  return isBeyondSpecification ? null : `§4 ${id}`
}

function listBody(entry: ReferenceEntry): readonly ReferenceField[] {
  const { routeId, route } = entry
  const schema = requestSchema(routeId)
  if (!schema || route.body === 'none' || route.body === 'bytes') return []
  const location = route.body === 'multipart' ? 'form' : 'body'
  return listMembers(schema, { prefix: '', location, source: sectionOf(entry) })
}

/** The JSON Schema of a request's body or form; null for routes without one. */
export function requestSchema(id: RouteId): Json | null {
  return routes[id].body === 'multipart' ? describeForm(id) : (requestFields[id] ?? null)
}

const responseHeaders = {
  'x-exchange-id': { description: 'Identifies the request in the log.', schema: { type: 'string' } },
  'x-upstream': { description: 'The provider that has answered.', schema: { type: 'string' } },
  [upstreamModelHeader]: {
    description: 'The model that the request was sent to, if the provider has its own name for it.',
    schema: { type: 'string' },
  },
}

/** The fields of a successful response: its headers and its JSON, or that of each event of a stream. */
export function listResponseFields(entry: ReferenceEntry): readonly ReferenceField[] {
  const { routeId } = entry
  const headers = Object.entries({ ...responseHeaders, ...successHeaders[routeId] }).map(([path, header]) => {
    const { description, schema } = toObject(header)
    const position = { path, location: 'header', required: false, source: null } as const
    return { ...toField({ description, ...toObject(schema) }, position), isBeyondSpecification: true }
  })
  const fields = responseFields[routeId]
  const source = sectionOf(entry)
  return [...(fields ? listMembers(fields, { prefix: '', location: 'body', source }) : []), ...headers]
}

interface MemberContext {
  readonly prefix: string
  readonly location: ReferenceField['location']
  readonly source: string | null
}

function listMembers(schema: Json, { prefix, location, source: inherited }: MemberContext): ReferenceField[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  const source = toText(schema[memberSourceKeyword]) ?? inherited
  return Object.entries(toObject(schema.properties)).flatMap(([name, value]) => {
    const member = toObject(value)
    const path = prefix + name
    const field = toField(member, { path, location, source, required: required.includes(name) })
    const items = toObject(member.items)
    return [
      field,
      ...listMembers(member, { prefix: `${path}.`, location, source: field.source }),
      ...listMembers(items, { prefix: `${path}[].`, location, source: field.source }),
    ]
  })
}

type FieldPosition = Pick<ReferenceField, 'path' | 'location' | 'required' | 'source'>

function toField(schema: Json, position: FieldPosition): ReferenceField {
  const values = schema.enum ?? schema.examples
  const isBeyondSpecification = schema[beyondSpecification] === true
  return {
    ...position,
    type: nameType(schema),
    description: toText(schema.description) ?? '',
    values: Array.isArray(values) ? values.map(showValue) : [],
    isEnum: Array.isArray(schema.enum),
    defaultValue: schema.default === undefined ? null : showValue(schema.default),
    source: isBeyondSpecification ? null : (toText(schema[sourceKeyword]) ?? position.source),
    isBeyondSpecification,
  }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
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

/** Endpoints whose models require a text. */
const textEndpoints: ReadonlySet<ReferenceEntry['id']> = new Set(['E4', 'E5', 'E6', 'E7'])

/** The errors of an endpoint, by status. */
export function listErrorsOf({ id, routeId, route }: ReferenceEntry): readonly DescribedError[] {
  return listErrorCases(routeId, route).filter((error) => error.id !== 'missingText' || textEndpoints.has(id))
}
