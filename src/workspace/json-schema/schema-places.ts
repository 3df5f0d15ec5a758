// Where schemas stand within a JSON Schema: a property that is called `type` is no type.

export type JsonObject = Readonly<Record<string, unknown>>

const single = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'propertyNames',
  'contains',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
])
const listed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const named = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same schema with each schema in it changed, from the innermost out. What is no schema stays as it is. */
export function mapSchemas(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const mapOne = (value: unknown) => (isObject(value) ? mapSchemas(value, change) : value)
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (listed.has(keyword) && Array.isArray(value)) return [keyword, value.map(mapOne)]
    if (named.has(keyword) && isObject(value)) {
      return [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapOne(inner)])),
      ]
    }
    return [keyword, single.has(keyword) ? mapOne(value) : value]
  })
  return change(Object.fromEntries(entries))
}

export type Path = readonly (string | number)[]

/** Every schema in it with its place, itself first. */
export function* walkSchemas(schema: JsonObject, path: Path = []): Generator<[JsonObject, Path]> {
  yield [schema, path]
  for (const [keyword, value] of Object.entries(schema)) {
    if (listed.has(keyword) && Array.isArray(value)) {
      for (const [index, inner] of value.entries())
        if (isObject(inner)) yield* walkSchemas(inner, [...path, keyword, index])
    } else if (named.has(keyword) && isObject(value)) {
      for (const [name, inner] of Object.entries(value))
        if (isObject(inner)) yield* walkSchemas(inner, [...path, keyword, name])
    } else if (single.has(keyword) && isObject(value)) yield* walkSchemas(value, [...path, keyword])
  }
}
