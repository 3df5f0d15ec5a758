// Reads the vendor's own way of writing schemas, a subset of OpenAPI's, as the JSON Schema that it means (wire §2.6).
import { type JsonObject, mapSchemas } from './schema-places'

const vendorTypes: Readonly<Record<string, string>> = {
  STRING: 'string',
  NUMBER: 'number',
  INTEGER: 'integer',
  BOOLEAN: 'boolean',
  ARRAY: 'array',
  OBJECT: 'object',
  NULL: 'null',
}

/** Numbers of 64 bits, which the vendor's JSON writes as text. */
const counts = ['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'] as const

/** Every value keeps its place, so that a problem's path is that of the schema as it was written. */
export function readVendorWords(schema: JsonObject): JsonObject {
  return mapSchemas(schema, (each) => {
    const read: Record<string, unknown> = { ...each, ...readCounts(each) }
    if (typeof each.type === 'string') read.type = readType(each.type)
    if (Array.isArray(each.type)) read.type = each.type.map(readType)
    if (each.type === 'TYPE_UNSPECIFIED') delete read.type
    return read
  })
}

function readType(type: unknown): unknown {
  return typeof type === 'string' ? (vendorTypes[type] ?? type) : type
}

/** `nullable` becomes what JSON Schema says in its place. */
export function readNullable(schema: JsonObject): JsonObject {
  return mapSchemas(schema, ({ nullable, ...each }) => {
    if (nullable !== true) return each
    if (each.type === undefined) return orNull(each)
    const values = Array.isArray(each.enum) && !each.enum.includes(null) ? { enum: [...each.enum, null] } : {}
    return { ...each, type: [...new Set([each.type, 'null'].flat())], ...values }
  })
}

/** What others refer to stays where they look for it. */
function orNull({ $defs = {}, definitions = {}, ...each }: JsonObject): JsonObject {
  return { $defs, definitions, anyOf: [{ type: 'null' }, each] }
}

function readCounts(schema: JsonObject): Record<string, number> {
  const written = counts.flatMap((keyword) => {
    const value = schema[keyword]
    return typeof value === 'string' && /^\d{1,15}$/.test(value) ? [[keyword, Number(value)] as const] : []
  })
  return Object.fromEntries(written)
}
