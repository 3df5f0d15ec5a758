// Converts Google's schemas, a subset of OpenAPI 3.0, to JSON Schema.
import { isObject, type JsonObject, toCamelCase } from './json-objects'

/** Lists of schemas, and objects with a schema for each name. */
const schemaLists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const schemaMaps = new Set(['properties', 'defs', '$defs', 'definitions', 'patternProperties'])
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

/**
 * Types become lower-case, `nullable` a type, and numbers that are sent as text numbers. Real JSON Schema is unchanged,
 * because Google's schemas have these differences only.
 */
export function toJsonSchema(schema: JsonObject): JsonObject {
  const { nullable, propertyOrdering: _, format, example: __, ...others } = toCamelCase(schema)
  const converted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(others)) converted[name] = convertMember(name, value)
  if (typeof format === 'string' && !openApiFormats.has(format)) converted.format = format
  return nullable === true ? withNull(converted) : converted
}

function convertMember(name: string, value: unknown): unknown {
  if (name === 'type') return convertType(value)
  if (limits.has(name)) return typeof value === 'string' && value !== '' ? Number(value) : value
  if (schemaLists.has(name) && Array.isArray(value)) return value.map(convertSchema)
  if (schemaMaps.has(name) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, convertSchema(inner)]))
  if (schemas.has(name)) return Array.isArray(value) ? value.map(convertSchema) : convertSchema(value)
  return value
}

function convertSchema(value: unknown): unknown {
  return isObject(value) ? toJsonSchema(value) : value
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

/**
 * Returns the schema in the form that OpenAI's strict mode requires, in which the model can only send what the schema
 * allows; undefined if it has an optional property or one without a type.
 */
export function toStrictSchema(schema: JsonObject): JsonObject | undefined {
  if (schema.type === 'array') {
    const items = isObject(schema.items) ? toStrictSchema(schema.items) : undefined
    return items && { ...schema, items }
  }
  if (schema.type !== 'object') return schema.type === undefined ? undefined : schema
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {})
  const required = Array.isArray(schema.required) ? schema.required : []
  if (schema.additionalProperties === true || isObject(schema.additionalProperties)) return undefined
  if (properties.length === 0 || properties.some(([name]) => !required.includes(name))) return undefined
  const strict = properties.map(([name, value]) => [name, isObject(value) && toStrictSchema(value)] as const)
  if (strict.some(([, value]) => !value)) return undefined
  return { ...schema, properties: Object.fromEntries(strict), additionalProperties: false }
}
