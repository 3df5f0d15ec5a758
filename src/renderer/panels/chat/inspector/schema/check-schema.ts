// Finds problems in the text of a schema, and keywords that the API does not accept.
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { findJsonError } from '../../../../components/json-error'
import {
  createProblemLocator,
  type LocatedProblem,
  parseJsonPath,
  type Steps,
} from '../../../../json-editor/json-locations'
import { apiKeywords } from './complete-schema'

export interface CheckedSchema {
  readonly problems: readonly LocatedProblem[]
  /** The schema to send; null if there are errors. */
  readonly schema: JsonObject | null
  /** Some keywords are not supported in `responseSchema`. */
  readonly hasUnsupportedKeywords: boolean
}

interface SchemaText {
  readonly text: string
  readonly sentAs: StructuredSettings['sentAs']
}

/** `check` returns the problems of a schema. A blank text allows any JSON. */
export async function checkSchemaText(
  { text, sentAs }: SchemaText,
  check: (schema: unknown) => Promise<readonly JsonProblem[]>,
): Promise<CheckedSchema> {
  if (text.trim() === '') return { problems: [], schema: {}, hasUnsupportedKeywords: false }
  const locator = createProblemLocator(text)
  const syntaxError = findJsonError(text)
  if (syntaxError)
    return { problems: [locator.syntaxError(syntaxError)], schema: null, hasUnsupportedKeywords: false }
  const schema: unknown = JSON.parse(text)
  if (!isObject(schema)) {
    const problems = [locator.problem([], 'must be an object')]
    return { problems, schema: null, hasUnsupportedKeywords: false }
  }
  const found = await check(schema)
  const faults = found.map(({ path, message }) => locator.problem(parseJsonPath(path), message))
  const unsupported = findUnsupportedKeywords(schema, 'responseSchema')
  const warnings = sentAs === 'responseSchema' ? unsupported : []
  return {
    problems: [
      ...faults,
      ...warnings.map(({ steps, message }) => locator.problem(steps, { warning: message })),
    ],
    schema: faults.length > 0 ? null : schema,
    hasUnsupportedKeywords: warnings.some(({ isJsonSchemaOnly }) => isJsonSchemaOnly),
  }
}

interface UnsupportedKeyword {
  readonly steps: Steps
  /** Shown after the path: “isn’t supported by …”. */
  readonly message: string
  /** The keyword is supported if the schema is sent as JSON Schema. */
  readonly isJsonSchemaOnly: boolean
}

/** What the vendor's `Schema` rejects; below an unsupported keyword, nothing is searched. */
export function findUnsupportedKeywords(
  schema: unknown,
  member: 'responseSchema' | 'parameters',
): UnsupportedKeyword[] {
  if (!isObject(schema)) return []
  const { type, enum: values, required, properties, items, anyOf } = schema
  const unsupported: UnsupportedKeyword[] = Object.keys(schema)
    .filter((keyword) => !apiKeywords.has(keyword))
    .map((keyword) => ({ steps: [keyword], message: `isn’t supported by ${member}`, isJsonSchemaOnly: true }))
  if (Array.isArray(type)) {
    const message = `must be a single type in ${member}; use “nullable” to allow null`
    unsupported.push({ steps: ['type'], message, isJsonSchemaOnly: true })
  }
  if (Array.isArray(values) && values.some((value) => typeof value !== 'string')) {
    const message = `must contain only strings in ${member}`
    unsupported.push({ steps: ['enum'], message, isJsonSchemaOnly: true })
  }
  // JSON Schema allows a name that isn't declared, but no answer could match it.
  const names = new Set(isObject(properties) ? Object.keys(properties) : [])
  for (const [index, name] of Array.isArray(required) ? required.entries() : []) {
    const message = `is required but isn’t in properties: ${name}`
    if (!names.has(String(name)))
      unsupported.push({ steps: ['required', index], message, isJsonSchemaOnly: false })
  }
  const inner: (readonly [Steps, unknown])[] = [
    ...(isObject(properties) ? Object.entries(properties) : []).map(
      ([name, property]) => [['properties', name], property] as const,
    ),
    [['items'], items],
    ...(Array.isArray(anyOf) ? anyOf : []).map((choice, index) => [['anyOf', index], choice] as const),
  ]
  for (const [path, subschema] of inner)
    for (const { steps, ...rest } of findUnsupportedKeywords(subschema, member))
      unsupported.push({ steps: [...path, ...steps], ...rest })
  return unsupported
}
