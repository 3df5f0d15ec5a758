// Where schemas stand within a JSON Schema.
import type { Steps } from '../json-places'

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

/** Every schema in it with its place, itself first. */
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

/** What stands at the end of a path that begins at a schema: a schema, a record of them, a keyword's value. */
type PlaceKind = 'schema' | 'schemas' | 'value'

export function readPlace(steps: Steps): PlaceKind {
  let kind: PlaceKind = 'schema'
  for (const step of steps) kind = follow(kind, step)
  return kind
}

function follow(kind: PlaceKind, step: string | number): PlaceKind {
  if (kind === 'schemas') return 'schema'
  if (kind === 'value') return 'value'
  // `items` may be a list as well: its members are schemas whichever way they are reached.
  if (typeof step === 'number') return 'schema'
  if (named.has(step) || (listed.has(step) && !single.has(step))) return 'schemas'
  return single.has(step) ? 'schema' : 'value'
}
