// Infers a JSON Schema from an example of what it should allow.
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import { isObject, type JsonObject } from './schema-places'

/** What has been seen at one place of the example; the members of a list share one. */
interface Shape {
  isNull: boolean
  isText: boolean
  isBoolean: boolean
  number: 'integer' | 'number' | null
  items: Shape | null
  members: { seen: number; of: Map<string, { seen: number; shape: Shape }> } | null
}

/** `responseSchema` says `nullable`, JSON Schema has a type for null (wire §2.6). */
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
  shape.members ??= { seen: 0, of: new Map() }
  shape.members.seen += 1
  for (const [name, inner] of Object.entries(value)) {
    const member = shape.members.of.get(name) ?? { seen: 0, shape: createShape() }
    member.seen += 1
    observe(member.shape, inner)
    shape.members.of.set(name, member)
  }
}

function toSchema(shape: Shape, sentAs: StructuredSettings['sentAs']): JsonObject {
  const forms = [...listForms(shape, sentAs)]
  const [only] = forms
  // An empty list says nothing of its items, and some type has to be named.
  if (!only) return { type: shape.isNull ? 'null' : 'string' }
  if (forms.length === 1) return shape.isNull ? allowNull(only, sentAs) : only
  if (!shape.isNull) return { anyOf: forms }
  return sentAs === 'responseSchema'
    ? { anyOf: forms, nullable: true }
    : { anyOf: [...forms, { type: 'null' }] }
}

function allowNull(schema: JsonObject, sentAs: StructuredSettings['sentAs']): JsonObject {
  return sentAs === 'responseSchema'
    ? { ...schema, nullable: true }
    : { ...schema, type: [schema.type, 'null'] }
}

function* listForms(shape: Shape, sentAs: StructuredSettings['sentAs']): Generator<JsonObject> {
  if (shape.isText) yield { type: 'string' }
  if (shape.number) yield { type: shape.number }
  if (shape.isBoolean) yield { type: 'boolean' }
  if (shape.items) yield { type: 'array', items: toSchema(shape.items, sentAs) }
  if (!shape.members) return
  const { seen, of } = shape.members
  const properties = [...of].map(([name, member]) => [name, toSchema(member.shape, sentAs)])
  const required = [...of].filter(([, member]) => member.seen === seen).map(([name]) => name)
  yield {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  }
}
