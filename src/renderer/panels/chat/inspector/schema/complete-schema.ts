// Code completion for JSON Schemas, and for function declarations around them.
import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser'
import { isObject } from '#shared/wire/json-objects'
import type { CodeCompletion, JsonCursor } from '../../../../components/code-completion'
import type { Steps } from '../../../../json-editor/json-locations'

/** Keywords of the vendor's `Schema`. */
const apiKeys: readonly CodeCompletion[] = [
  { label: 'type', json: '""', description: 'string, object, …' },
  { label: 'description', json: '""', description: 'for the model to read' },
  { label: 'properties', json: '{}', description: 'the object’s properties' },
  { label: 'required', json: '[]', description: 'properties that must be present' },
  { label: 'items', json: '{}', description: 'for lists' },
  { label: 'enum', json: '[]', description: 'allowed values' },
  { label: 'format', json: '""', description: 'date-time, …' },
  { label: 'nullable', json: 'true', description: 'null is allowed' },
  { label: 'anyOf', json: '[]', description: 'any of several schemas' },
  { label: 'minimum', json: '0', description: 'for numbers' },
  { label: 'maximum', json: '100', description: 'for numbers' },
  { label: 'minItems', json: '1', description: 'for lists' },
  { label: 'maxItems', json: '10', description: 'for lists' },
  { label: 'minLength', json: '1', description: 'for strings' },
  { label: 'maxLength', json: '100', description: 'for strings' },
  { label: 'pattern', json: '""', description: 'a regular expression' },
  { label: 'title', json: '""' },
  { label: 'default', json: '""' },
  { label: 'example', json: '""' },
  { label: 'propertyOrdering', json: '[]', description: 'property order in the response' },
]

const jsonSchemaKeys: readonly CodeCompletion[] = [
  { label: 'additionalProperties', json: 'false', description: 'JSON Schema only' },
  { label: 'oneOf', json: '[]', description: 'JSON Schema only' },
  { label: 'const', json: '""', description: 'JSON Schema only' },
  { label: '$ref', json: '"#/$defs/"', description: 'JSON Schema only' },
  { label: '$defs', json: '{}', description: 'JSON Schema only' },
]

const keys = [...apiKeys, ...jsonSchemaKeys]

/** The vendor's `Schema` has only these members; it rejects others. */
export const apiKeywords: ReadonlySet<string> = new Set([
  ...apiKeys.map(({ label }) => label),
  'minProperties',
  'maxProperties',
])

const types = ['string', 'object', 'array', 'integer', 'number', 'boolean', 'null']
const formats = ['date-time', 'date', 'time', 'email', 'uri', 'uuid', 'int32', 'int64', 'float', 'double']
const booleans: readonly CodeCompletion[] = [
  { label: 'true', json: 'true' },
  { label: 'false', json: 'false' },
]

/** `root` is the path of the schema in the text. */
export function completeSchema(
  { path, isKey, text }: JsonCursor,
  root: Steps = [],
): readonly CodeCompletion[] {
  const steps = path.slice(root.length)
  const parent = path.slice(0, -1)
  if (isKey)
    return findPathKind(steps.slice(0, -1)) === 'schema' ? without(keys, membersAt(text, parent)) : []
  const inList = typeof steps.at(-1) === 'number'
  const keyword = steps.at(inList ? -2 : -1)
  const owner = path.slice(0, inList ? -2 : -1)
  if (findPathKind(owner.slice(root.length)) !== 'schema') return []
  if (keyword === 'type') return types.map((label) => ({ label }))
  if (keyword === 'format') return formats.map((label) => ({ label }))
  if (keyword === 'nullable') return booleans
  if (!inList || (keyword !== 'required' && keyword !== 'propertyOrdering')) return []
  const listed = valueAt(text, parent)
  const names = membersAt(text, [...owner, 'properties']).map((label) => ({ label }))
  return without(names, Array.isArray(listed) ? listed.map(String) : [])
}

/** Keywords whose value is a schema; of the lists, `items` may also be a single one. */
const schemaKeywords = new Set([
  ...['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
])
/** Keywords whose value is a list or a record of schemas. */
const schemasKeywords = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'],
])

/** The kind of value at a path within a schema: a schema, a record of schemas, or a keyword's value. */
type PathKind = 'schema' | 'schemas' | 'value'

function findPathKind(steps: Steps): PathKind {
  let kind: PathKind = 'schema'
  for (const step of steps) kind = follow(kind, step)
  return kind
}

function follow(kind: PathKind, step: string | number): PathKind {
  if (kind === 'schemas') return 'schema'
  if (kind === 'value') return 'value'
  // `items` may also be a list: its members are schemas in both cases.
  if (typeof step === 'number') return 'schema'
  if (schemasKeywords.has(step)) return 'schemas'
  return schemaKeywords.has(step) ? 'schema' : 'value'
}

function membersAt(text: string, steps: Steps): readonly string[] {
  const value = valueAt(text, steps)
  return isObject(value) ? Object.keys(value) : []
}

function without(all: readonly CodeCompletion[], excluded: readonly string[]): readonly CodeCompletion[] {
  return all.filter(({ label }) => !excluded.includes(label))
}

function valueAt(text: string, steps: Steps): unknown {
  try {
    const tree = parseTree(text)
    const node = tree && findNodeAtLocation(tree, [...steps])
    return node && getNodeValue(node)
  } catch {
    return undefined
  }
}

const declarationKeys: readonly CodeCompletion[] = [
  { label: 'name', json: '""', description: 'letters, digits, _' },
  { label: 'description', json: '""', description: 'when to call it' },
  { label: 'parameters', json: '{}', description: 'schema of the arguments' },
  { label: 'parametersJsonSchema', json: '{}', description: 'full JSON Schema' },
  { label: 'response', json: '{}', description: 'schema of the result' },
]

const schemaKeys = ['parameters', 'parametersJsonSchema', 'response', 'responseJsonSchema']

export function completeDeclarations(cursor: JsonCursor): readonly CodeCompletion[] {
  const start = cursor.path.findIndex((step) => schemaKeys.includes(String(step)))
  if (start !== -1 && cursor.path.length > start + 1)
    return completeSchema(cursor, cursor.path.slice(0, start + 1))
  const depth = cursor.path.filter((step) => typeof step !== 'number').length
  return cursor.isKey && depth === 1
    ? without(declarationKeys, membersAt(cursor.text, cursor.path.slice(0, -1)))
    : []
}
