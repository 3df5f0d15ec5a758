// Completes and checks the body of a request by the schema of its endpoint.
import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser'
import type { JsonProblem } from '#shared/schemas/json-problem'
import type { CodeCompletion, JsonCursor } from '../../../components/code-completion'
import { findJsonError } from '../../../components/json-error'
import { createProblemLocator, type LocatedProblem, parseJsonPath } from '../../../json-editor/json-locations'

type JsonObject = Readonly<Record<string, unknown>>

/** Members at a key, and allowed values or examples at a value. */
export function completeRequest(
  schema: JsonObject,
  { path, isKey, text }: JsonCursor,
): readonly CodeCompletion[] {
  if (!isKey) return completeValue(findSchema(schema, path))
  const parent = path.slice(0, -1)
  const present = membersAt(text, parent)
  return Object.entries(toObject(findSchema(schema, parent).properties))
    .filter(([name]) => !present.includes(name))
    .map(([label, member]) => toKeyCompletion(label, toObject(member)))
}

function completeValue({ enum: allowed, examples, type }: JsonObject): readonly CodeCompletion[] {
  if (type === 'boolean') return [true, false].map((value) => toValueCompletion(value))
  const values = allowed ?? examples
  return Array.isArray(values) ? values.map(toValueCompletion) : []
}

function toValueCompletion(value: unknown): CodeCompletion {
  if (typeof value === 'string') return { label: value }
  const json = JSON.stringify(value)
  return { label: json, json }
}

function toKeyCompletion(label: string, schema: JsonObject): CodeCompletion {
  const { description } = schema
  return { label, json: emptyValue(schema), ...(typeof description === 'string' ? { description } : {}) }
}

/** The cursor is put between the brackets or quotation marks. */
function emptyValue({ type }: JsonObject): string {
  if (type === 'array') return '[]'
  if (type === 'object') return '{}'
  if (type === 'boolean') return 'true'
  return type === 'number' || type === 'integer' ? '0' : '""'
}

/** The schema of the value at a path; empty if the value isn't described. */
function findSchema(schema: JsonObject, path: JsonCursor['path']): JsonObject {
  return path.reduce<JsonObject>(
    (found, step) => toObject(typeof step === 'number' ? found.items : toObject(found.properties)[step]),
    schema,
  )
}

function membersAt(text: string, path: JsonCursor['path']): readonly string[] {
  const tree = readTree(text)
  const node = tree && findNodeAtLocation(tree, [...path])
  return node?.type === 'object' ? Object.keys(toObject(getNodeValue(node))) : []
}

function readTree(text: string) {
  try {
    return parseTree(text)
  } catch {
    // Nested too deeply for the parser; the editor reports that itself.
    return undefined
  }
}

function toObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

/** `validate` returns the mismatches between a text and the schema. */
export async function checkRequest(
  text: string,
  validate: (text: string) => Promise<readonly JsonProblem[]>,
): Promise<readonly LocatedProblem[]> {
  const locator = createProblemLocator(text)
  const syntaxError = findJsonError(text)
  if (syntaxError) return [locator.syntaxError(syntaxError)]
  const found = await validate(text)
  return found.map(({ path, message }) => locator.problem(parseJsonPath(path), message))
}
