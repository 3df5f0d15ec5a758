// Walks the subschemas of a JSON Schema, and describes a schema in one line.
import type { Steps } from '../../../../json-editor/json-locations'

export type JsonObject = Readonly<Record<string, unknown>>

const single = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const listed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every subschema with its path, starting with the schema itself. */
export function* walkSchemas(schema: JsonObject, steps: Steps = []): Generator<[JsonObject, Steps]> {
  yield [schema, steps]
  for (const [keyword, value] of Object.entries(schema)) {
    if (single.has(keyword) && isObject(value)) yield* walkSchemas(value, [...steps, keyword])
    const inner = listed.has(keyword) || named.has(keyword) ? listMembers(value) : []
    for (const [step, member] of inner)
      if (isObject(member) && !(single.has(keyword) && isObject(value)))
        yield* walkSchemas(member, [...steps, keyword, step])
  }
}

function listMembers(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((member, index) => [index, member])
  return isObject(value) ? Object.entries(value) : []
}

/** The kind of value at a path within a schema: a schema, a record of schemas, or a keyword's value. */
type PathKind = 'schema' | 'schemas' | 'value'

export function findPathKind(steps: Steps): PathKind {
  let kind: PathKind = 'schema'
  for (const step of steps) kind = follow(kind, step)
  return kind
}

function follow(kind: PathKind, step: string | number): PathKind {
  if (kind === 'schemas') return 'schema'
  if (kind === 'value') return 'value'
  // `items` may also be a list: its members are schemas in both cases.
  if (typeof step === 'number') return 'schema'
  if (named.has(step) || (listed.has(step) && !single.has(step))) return 'schemas'
  return single.has(step) ? 'schema' : 'value'
}

const maxNames = 4

/** `An object with name, role, and 2 more.` */
export function describeSchema(schema: JsonObject): string {
  if (Object.keys(schema).length === 0) return 'No schema. Any JSON is allowed.'
  const type = String(schema.type ?? '').toLowerCase()
  if (type === 'array')
    return isObject(schema.items) ? `A list of ${describeItems(schema.items)}.` : 'A list.'
  if (type === 'object' || isObject(schema.properties)) return `An object${describeMembers(schema)}.`
  return type ? `A single value: ${type}.` : 'One of several schemas.'
}

function describeItems(items: JsonObject): string {
  const type = String(items.type ?? '').toLowerCase()
  if (type === 'object' || isObject(items.properties)) return `objects${describeMembers(items)}`
  return type ? `${type} values` : 'values'
}

function describeMembers({ properties }: JsonObject): string {
  const names = isObject(properties) ? Object.keys(properties) : []
  if (names.length === 0) return ''
  const rest = names.length > maxNames ? `, and ${names.length - maxNames} more` : ''
  return ` with ${names.slice(0, maxNames).join(', ')}${rest}`
}
