// Finds problems in the text of a schema, and keywords that the API does not accept.
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { findJsonError } from '../../../../components/json-error'
import {
  createProblemLocator,
  type LocatedProblem,
  parseJsonPath,
  type Steps,
} from '../../../../json-editor/json-locations'
import { apiKeywords } from './complete-schema'
import { isObject, type JsonObject, walkSchemas } from './json-schema'

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

export function findUnsupportedKeywords(
  schema: unknown,
  member: 'responseSchema' | 'parameters',
): UnsupportedKeyword[] {
  if (!isObject(schema)) return []
  return [...walkSchemas(schema)].flatMap(([each, steps]) =>
    listUnsupported(each, member).map((unsupported) => ({
      ...unsupported,
      steps: [...steps, ...unsupported.steps],
    })),
  )
}

function listUnsupported(schema: JsonObject, member: string): UnsupportedKeyword[] {
  const { type, enum: values } = schema
  const keywords: UnsupportedKeyword[] = Object.keys(schema)
    .filter((keyword) => !apiKeywords.has(keyword))
    .map((keyword) => ({ steps: [keyword], message: `isn’t supported by ${member}`, isJsonSchemaOnly: true }))
  if (Array.isArray(type)) {
    const message = `must be a single type in ${member}; use “nullable” to allow null`
    keywords.push({ steps: ['type'], message, isJsonSchemaOnly: true })
  }
  if (Array.isArray(values) && values.some((value) => typeof value !== 'string'))
    keywords.push({
      steps: ['enum'],
      message: `must contain only strings in ${member}`,
      isJsonSchemaOnly: true,
    })
  return [...keywords, ...listUnknownNames(schema)]
}

/** JSON Schema allows it, but the vendor rejects it, and no answer could match it. */
function listUnknownNames({ required, properties }: JsonObject): UnsupportedKeyword[] {
  if (!Array.isArray(required)) return []
  const names = isObject(properties) ? Object.keys(properties) : []
  return required.flatMap((name, index) =>
    names.includes(String(name))
      ? []
      : [
          {
            steps: ['required', index],
            message: `is required but isn’t in properties: ${name}`,
            isJsonSchemaOnly: false,
          },
        ],
  )
}
