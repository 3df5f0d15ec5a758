// Generates a value that a JSON Schema allows, and infers a schema from a value.
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import { isObject, type JsonObject } from './json-schema'

/** Limits schemas that refer to themselves. */
const maxDepth = 8

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '6f1c6b0e-3a6d-4f0a-9d5e-2b8f1f1f7a10',
}

interface Generation {
  /** The whole schema, which references point into. */
  readonly root: unknown
  /** Values are empty unless the schema provides one. */
  readonly isBlank: boolean
}

/** An example of the expected answers. */
export function exampleOf(schema: unknown): unknown {
  return write(schema, { root: schema, isBlank: false }, 0)
}

/** A value to fill in: the schema's shape with empty texts and zeros; null if the type is not known. */
export function blankOf(schema: unknown): unknown {
  return write(schema, { root: schema, isBlank: true }, 0)
}

function write(schema: unknown, options: Generation, depth: number): unknown {
  if (!isObject(schema) || depth > maxDepth) return null
  if (typeof schema.$ref === 'string') {
    return write(followReference(options.root, schema.$ref), options, depth + 1)
  }
  for (const keyword of ['const', 'default', 'example']) if (keyword in schema) return schema[keyword]
  for (const keyword of ['examples', 'enum']) {
    const values = schema[keyword]
    if (Array.isArray(values) && values.length > 0) return values[0]
  }
  const [choice] = [schema.anyOf, schema.oneOf].flatMap((each) => (Array.isArray(each) ? [each[0]] : []))
  if (choice !== undefined) return write(choice, options, depth + 1)
  const merged = Array.isArray(schema.allOf) ? mergeAll(schema, schema.allOf) : schema
  return writeType(merged, options, depth)
}

function mergeAll(schema: JsonObject, parts: readonly unknown[]): JsonObject {
  const objects = parts.filter(isObject)
  const properties = objects.map(({ properties }) => (isObject(properties) ? properties : {}))
  return Object.assign({}, ...objects, schema, {
    properties: Object.assign({}, ...properties, isObject(schema.properties) ? schema.properties : {}),
  })
}

function writeType(schema: JsonObject, options: Generation, depth: number): unknown {
  const { isBlank } = options
  if (isBlank && !('type' in schema || 'properties' in schema)) return null
  switch (typeOf(schema)) {
    case 'object': {
      const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
      return Object.fromEntries(properties.map(([name, inner]) => [name, write(inner, options, depth + 1)]))
    }
    case 'array':
      return isBlank && !schema.items ? [] : writeItems(schema, options, depth)
    case 'integer':
    case 'number':
      return isBlank ? 0 : writeNumber(schema)
    case 'boolean':
      return !isBlank
    case 'null':
      return null
    default:
      return isBlank ? '' : writeText(schema)
  }
}

/** The first type that is not null; inferred from the keywords if the schema has none. */
function typeOf(schema: JsonObject): string {
  const types = [schema.type].flat().map((type) => String(type).toLowerCase())
  const type = types.find((each) => each !== 'null') ?? types[0]
  if (type && type !== 'undefined') return type
  if ('properties' in schema) return 'object'
  return 'items' in schema || 'prefixItems' in schema ? 'array' : 'string'
}

function writeItems(schema: JsonObject, options: Generation, depth: number): unknown[] {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  const count = Math.min(3, Math.max(first.length > 0 ? 0 : 1, readNumber(schema.minItems) ?? 0))
  const rest = Array.from({ length: Math.max(0, count - first.length) }, () => schema.items ?? {})
  return [...first, ...rest].map((item) => write(item, options, depth + 1))
}

function writeNumber(schema: JsonObject): number {
  const min = readNumber(schema.minimum) ?? readNumber(schema.exclusiveMinimum)
  const max = readNumber(schema.maximum) ?? readNumber(schema.exclusiveMaximum)
  const preferred = typeOf(schema) === 'integer' ? 1 : 1.5
  if (min !== undefined && preferred <= min) return schema.minimum === undefined ? min + 1 : min
  return max !== undefined && preferred >= max ? max - (schema.maximum === undefined ? 1 : 0) : preferred
}

function writeText(schema: JsonObject): string {
  const text = texts[String(schema.format)] ?? 'text'
  const min = readNumber(schema.minLength) ?? 0
  const max = readNumber(schema.maxLength) ?? text.length
  return text.padEnd(Math.min(min, 200), '.').slice(0, Math.max(max, min))
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function followReference(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  const steps = reference.slice(1).split('/').slice(1)
  return steps.reduce<unknown>((value, step) => {
    const name = decodeStep(step)
    return isObject(value) ? value[name] : Array.isArray(value) ? value[Number(name)] : undefined
  }, root)
}

function decodeStep(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** The values found at one path of the example; all items of a list share a path. */
interface Shape {
  isNull: boolean
  isText: boolean
  isBoolean: boolean
  number: 'integer' | 'number' | null
  items: Shape | null
  members: { count: number; byName: Map<string, { count: number; shape: Shape }> } | null
}

/** `responseSchema` uses `nullable`, JSON Schema has a type for null (wire §2.6). */
export function inferSchema(example: unknown, sentAs: StructuredSettings['sentAs']): JsonObject {
  const shape = createShape()
  observe(shape, example)
  return toSchema(shape, sentAs)
}

function createShape(): Shape {
  return { isNull: false, isText: false, isBoolean: false, number: null, items: null, members: null }
}

function observe(shape: Shape, value: unknown): void {
  if (value === null) shape.isNull = true
  else if (typeof value === 'string') shape.isText = true
  else if (typeof value === 'boolean') shape.isBoolean = true
  else if (typeof value === 'number')
    shape.number = Number.isInteger(value) && shape.number !== 'number' ? 'integer' : 'number'
  else if (Array.isArray(value)) {
    shape.items ??= createShape()
    for (const item of value) observe(shape.items, item)
  } else if (isObject(value)) observeMembers(shape, value)
}

function observeMembers(shape: Shape, value: JsonObject): void {
  shape.members ??= { count: 0, byName: new Map() }
  shape.members.count += 1
  for (const [name, inner] of Object.entries(value)) {
    const member = shape.members.byName.get(name) ?? { count: 0, shape: createShape() }
    member.count += 1
    observe(member.shape, inner)
    shape.members.byName.set(name, member)
  }
}

function toSchema(shape: Shape, sentAs: StructuredSettings['sentAs']): JsonObject {
  const variants = [...listVariants(shape, sentAs)]
  const [single] = variants
  // An empty list does not determine the type of its items, but a type is required.
  if (!single) return { type: shape.isNull ? 'null' : 'string' }
  if (variants.length === 1) return shape.isNull ? allowNull(single, sentAs) : single
  if (!shape.isNull) return { anyOf: variants }
  return sentAs === 'responseSchema'
    ? { anyOf: variants, nullable: true }
    : { anyOf: [...variants, { type: 'null' }] }
}

function allowNull(schema: JsonObject, sentAs: StructuredSettings['sentAs']): JsonObject {
  return sentAs === 'responseSchema'
    ? { ...schema, nullable: true }
    : { ...schema, type: [schema.type, 'null'] }
}

function* listVariants(shape: Shape, sentAs: StructuredSettings['sentAs']): Generator<JsonObject> {
  if (shape.isText) yield { type: 'string' }
  if (shape.number) yield { type: shape.number }
  if (shape.isBoolean) yield { type: 'boolean' }
  if (shape.items) yield { type: 'array', items: toSchema(shape.items, sentAs) }
  if (!shape.members) return
  const { count, byName } = shape.members
  const properties = [...byName].map(([name, member]) => [name, toSchema(member.shape, sentAs)])
  const required = [...byName].filter(([, member]) => member.count === count).map(([name]) => name)
  yield {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  }
}
