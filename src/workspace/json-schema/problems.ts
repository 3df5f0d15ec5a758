// Turns what Ajv has found into problems that people can act upon: one sentence a fault, at its place.
import type { ErrorObject } from 'ajv'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { toJsonPath } from './json-path'
import { readPointer } from './pointer'
import type { JsonObject } from './schema-places'
import { toSentence } from './sentences'
import { withoutBranches } from './without-branches'

const mostProblems = 200

/** `document` is what was held against `schema`, the one that was compiled. */
export function toProblems(
  errors: readonly ErrorObject[],
  document: unknown,
  schema: JsonObject,
): JsonProblem[] {
  const problems = new Map<string, JsonProblem>()
  for (const error of withoutBranches(errors, schema)) {
    const path = toJsonPath([...readPointer(document, error.instancePath), ...innerStep(error)])
    const message = toSentence(error)
    problems.set(`${path}\n${message}`, { path, message })
    if (problems.size === mostProblems) break
  }
  return [...problems.values()]
}

/** Ajv names the object; people look for the property. */
function innerStep({ keyword, params }: ErrorObject): string[] {
  const names: Readonly<Record<string, unknown>> = {
    required: params.missingProperty,
    dependentRequired: params.missingProperty,
    dependencies: params.missingProperty,
    additionalProperties: params.additionalProperty,
    unevaluatedProperties: params.unevaluatedProperty,
  }
  const name = names[keyword]
  return typeof name === 'string' ? [name] : []
}
