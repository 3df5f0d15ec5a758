// Traverses the subschemas of a JSON Schema, resolves pointers, and provides Ajv for each dialect.

import { Ajv, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { isObject, type JsonObject } from '#shared/wire/json-objects'

const schemaKeywords = new Set([
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
const schemaListKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const schemaMapKeywords = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

/** Applies `change` to every subschema, from the innermost out. Other values stay unchanged. */
export function mapSchemas(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const mapOne = (value: unknown) => (isObject(value) ? mapSchemas(value, change) : value)
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (schemaListKeywords.has(keyword) && Array.isArray(value)) return [keyword, value.map(mapOne)]
    if (schemaMapKeywords.has(keyword) && isObject(value)) {
      return [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapOne(inner)])),
      ]
    }
    return [keyword, schemaKeywords.has(keyword) ? mapOne(value) : value]
  })
  return change(Object.fromEntries(entries))
}

export type Path = readonly (string | number)[]

/** Yields every subschema with its path, the schema itself first. */
export function* walkSchemas(schema: JsonObject, path: Path = []): Generator<[JsonObject, Path]> {
  yield [schema, path]
  for (const [keyword, value] of Object.entries(schema)) {
    if (schemaListKeywords.has(keyword) && Array.isArray(value)) {
      for (const [index, inner] of value.entries())
        if (isObject(inner)) yield* walkSchemas(inner, [...path, keyword, index])
    } else if (schemaMapKeywords.has(keyword) && isObject(value)) {
      for (const [name, inner] of Object.entries(value))
        if (isObject(inner)) yield* walkSchemas(inner, [...path, keyword, name])
    } else if (schemaKeywords.has(keyword) && isObject(value)) yield* walkSchemas(value, [...path, keyword])
  }
}

/** `/items/0/name` → `['items', 0, 'name']`: an array index is a number. */
export function readPointer(document: unknown, pointer: string): (string | number)[] {
  let current = document
  return splitPointer(pointer).map((name) => {
    const step = Array.isArray(current) ? Number(name) : name
    current = getChild(current, name)
    return step
  })
}

/** Returns undefined if the pointer has no target. */
export function followPointer(document: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce(getChild, document)
}

function splitPointer(pointer: string): string[] {
  const names = pointer.split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function getChild(parent: unknown, name: string): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return undefined
  // Arrays have their indexes as names, like objects.
  return (parent as Readonly<Record<string, unknown>>)[name]
}

const options: Options = {
  allErrors: true,
  // Unknown keywords and formats are for the provider to check, and there is no console to log them to.
  strict: false,
  logger: false,
  verbose: true,
  // Inlining would copy a schema as often as it is referenced.
  inlineRefs: false,
  // Otherwise every object would have a `constructor`.
  ownProperties: true,
  // Schemas are independent: two may have the same `$id`.
  addUsedSchema: false,
}

const dialects = new Map<'2020-12' | 'draft-07', Ajv>()

/** Ajv for draft-07 if the schema names it, otherwise for 2020-12. Created on first use, because that is slow. */
export function dialectOf({ $schema }: JsonObject): Ajv {
  const name = typeof $schema === 'string' && /draft-0[67]/.test($schema) ? 'draft-07' : '2020-12'
  const known = dialects.get(name)
  if (known) return known
  const ajv = name === 'draft-07' ? new Ajv(options) : new Ajv2020(options)
  addFormats(ajv)
  // Ajv compiles the draft with its first schema. Do it here, outside the time limit of a schema.
  void ajv.validateSchema({})
  dialects.set(name, ajv)
  return ajv
}

/** Called after a timeout: an Ajv instance that was interrupted can no longer be used. */
export function resetDialects(): void {
  dialects.clear()
}
