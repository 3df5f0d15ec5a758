// What is wrong with the text of an answer's schema, and where.
import type { StructuredSettings } from '#shared/schemas/chat-parameters'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { findJsonMistake } from '../../../../components/json-mistake'
import { readJsonPath } from '../json-places'
import { createPlacer, type PlacedProblem } from '../placed-problem'
import { findForeignWords } from './response-schema-words'
import { isObject, type JsonObject } from './schema-places'

export interface CheckedSchema {
  readonly problems: readonly PlacedProblem[]
  /** What can be sent; null where a problem stands against it. */
  readonly schema: JsonObject | null
  /** There are words that `responseSchema` does not take. */
  readonly hasForeignWords: boolean
}

interface SchemaText {
  readonly text: string
  readonly sentAs: StructuredSettings['sentAs']
}

/** `check` says what is wrong with a schema. A blank text is the schema of any JSON. */
export async function checkSchemaText(
  { text, sentAs }: SchemaText,
  check: (schema: unknown) => Promise<readonly JsonProblem[]>,
): Promise<CheckedSchema> {
  if (text.trim() === '') return { problems: [], schema: {}, hasForeignWords: false }
  const place = createPlacer(text)
  const mistake = findJsonMistake(text)
  if (mistake) return { problems: [place.mistake(mistake)], schema: null, hasForeignWords: false }
  const schema: unknown = JSON.parse(text)
  if (!isObject(schema)) {
    const problems = [place.problem([], 'must be an object')]
    return { problems, schema: null, hasForeignWords: false }
  }
  const found = await check(schema)
  const faults = found.map(({ path, message }) => place.problem(readJsonPath(path), message))
  const foreign = findForeignWords(schema, 'responseSchema')
  const warnings = sentAs === 'responseSchema' ? foreign : []
  return {
    problems: [
      ...faults,
      ...warnings.map(({ steps, message }) => place.problem(steps, { warning: message })),
    ],
    schema: faults.length > 0 ? null : schema,
    hasForeignWords: warnings.some(({ isOfJsonSchema }) => isOfJsonSchema),
  }
}
