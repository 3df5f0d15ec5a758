// Converts Google's schemas, a subset of OpenAPI 3.0, to JSON Schema.
import { toExactNumber } from '#shared/wire/exact-json'
import { isObject, type JsonObject, toCamelCase } from '#shared/wire/json-objects'

/** Lists of schemas, and objects with a schema for each name. */
const schemaLists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const schemaMaps = new Set(['properties', '$defs', 'definitions', 'patternProperties'])
const schemas = new Set(['items', 'additionalProperties', 'not'])

/** 64-bit integers, which Google's SDKs send as strings. */
const limits = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
])

/** Formats that OpenAPI adds, and strict validators of JSON Schema reject. */
const openApiFormats = new Set(['enum', 'int32', 'int64', 'float', 'double', 'byte', 'google-datetime'])

/** Called with the path of a member that has no equivalent and no effect. */
type OnIgnored = (path: string) => void

/**
 * Types become lower-case, `nullable` a type, numbers that are sent as text numbers, and `propertyOrdering` the order of the
 * properties. Real JSON Schema is unchanged, because Google's schemas have these differences only.
 */
export function toJsonSchema(schema: JsonObject, path: string, onIgnored: OnIgnored): JsonObject {
  const { nullable, propertyOrdering, format, example, defs, ref, ...others } = toCamelCase(schema)
  if (example !== undefined) onIgnored(`${path}.example`)
  const members = {
    ...others,
    ...(isObject(others.properties) && Array.isArray(propertyOrdering)
      ? { properties: orderProperties(others.properties, propertyOrdering) }
      : {}),
    // Vertex AI's names of them.
    ...(isObject(defs) ? { $defs: defs } : {}),
    ...(typeof ref === 'string' ? { $ref: ref.replace(/^#\/defs\//, '#/$defs/') } : {}),
  }
  const converted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members))
    converted[name] = convertMember(name, value, path, onIgnored)
  if (typeof format === 'string' && !openApiFormats.has(format)) converted.format = format
  return nullable === true ? withNull(converted) : converted
}

/** Servers write the properties in the order of the schema. */
function orderProperties(properties: JsonObject, names: readonly unknown[]): JsonObject {
  const rank = new Map(names.map((name, index) => [name, index]))
  const rankOf = (name: string): number => rank.get(name) ?? rank.size
  return Object.fromEntries(Object.entries(properties).sort(([one], [other]) => rankOf(one) - rankOf(other)))
}

function convertMember(name: string, value: unknown, path: string, onIgnored: OnIgnored): unknown {
  if (name === 'type') return convertType(value)
  if (limits.has(name)) return typeof value === 'string' && value !== '' ? toExactNumber(value) : value
  const inner = (schema: unknown, key: string): unknown =>
    isObject(schema) ? toJsonSchema(schema, `${path}.${key}`, onIgnored) : schema
  if (schemaMaps.has(name) && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, schema]) => [key, inner(schema, `${name}.${key}`)]),
    )
  if (!schemaLists.has(name) && !schemas.has(name)) return value
  return Array.isArray(value) ? value.map((schema) => inner(schema, `${name}[]`)) : inner(value, name)
}

function convertType(type: unknown): unknown {
  if (Array.isArray(type)) return type.map(convertType)
  return typeof type === 'string' ? type.toLowerCase() : type
}

function withNull(schema: JsonObject): JsonObject {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return { ...schema, type: [schema.type, 'null'], ...values }
}

/** "'maxLength' is not permitted", "'uniqueItems' …": github.com/jina-ai/node-DeepResearch/issues/79, 1jehuang/jcode/issues/687 */
const notStrict = [
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'uniqueItems',
  'contains',
  'default',
  'anyOf',
  'allOf',
  'oneOf',
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'prefixItems',
]

/** "'uri' is not a valid format": developers.openai.com/api/docs/guides/structured-outputs, github.com/cyanheads/git-mcp-server/issues/47 */
const strictFormats = new Set<unknown>([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
])

/**
 * Returns the schema in the form that OpenAI's strict mode requires, in which the model can only send what the schema
 * allows; undefined if it has an optional property, one without a type, or a keyword or format that this mode does not have.
 */
export function toStrictSchema(schema: JsonObject): JsonObject | undefined {
  const types = [schema.type].flat()
  if (schema.type === undefined || notStrict.some((name) => name in schema)) return undefined
  if (schema.format !== undefined && !strictFormats.has(schema.format)) return undefined
  if (types.includes('array')) {
    const items = isObject(schema.items) ? toStrictSchema(schema.items) : undefined
    return items && { ...schema, items }
  }
  if (!types.includes('object')) return schema
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {})
  const required = Array.isArray(schema.required) ? schema.required : []
  if (schema.additionalProperties === true || isObject(schema.additionalProperties)) return undefined
  if (properties.length === 0 || properties.some(([name]) => !required.includes(name))) return undefined
  const strict = properties.map(([name, value]) => [name, isObject(value) && toStrictSchema(value)] as const)
  if (strict.some(([, value]) => !value)) return undefined
  return { ...schema, properties: Object.fromEntries(strict), additionalProperties: false }
}
