// Validates JSON text against a JSON Schema, and reports the path of every mismatch.
import type { ValidateFunction } from 'ajv'
import { ApiError } from '#shared/schemas/api-error'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { runWithTimeout } from '../concurrency/run-with-timeout'
import { findSchemaProblems, fromVendorSchema, readNullable } from './check-schema'
import { parseOrExplain } from './json-syntax'
import { toProblems } from './problems'
import { dialectOf, isObject, type JsonObject, mapSchemas, resetDialects } from './schema-walk'

/** Ends the validation of nested references and backtracking patterns. */
const defaultTimeoutMs = 1000
const maxCompiled = 30
const maxTextLength = 20 * 1024 * 1024

export interface JsonSchemas {
  /** Returns an empty list for a valid schema. Accepts the vendors' upper-case types. */
  check(input: { readonly schema: unknown }): JsonProblem[]
  /** Returns an empty list if the text matches. Reports an `unchecked` problem if it cannot tell. Never throws. */
  validate(input: { schema: unknown; text: string }): JsonProblem[]
}

export function createJsonSchemas(timeoutMs = defaultTimeoutMs): JsonSchemas {
  /** In order of last use. */
  const compiled = new Map<string, ValidateFunction>()

  const compileOnce = (schema: JsonObject): ValidateFunction => {
    const key = JSON.stringify(schema)
    const validate = compiled.get(key) ?? compile(schema)
    compiled.delete(key)
    compiled.set(key, validate)
    for (const oldest of compiled.keys()) {
      if (compiled.size <= maxCompiled) break
      compiled.delete(oldest)
    }
    return validate
  }

  return {
    check: ({ schema }) => guard({ schema, timeoutMs }, () => findAllSchemaProblems(schema, compileOnce)),
    validate: ({ schema, text }) =>
      guard({ schema, timeoutMs }, () => {
        const [problem] = findAllSchemaProblems(schema, compileOnce)
        if (problem) return unchecked(`The schema isn’t valid: ${problem.path} ${problem.message}.`)
        if (text.length > maxTextLength)
          return unchecked('The JSON is larger than 20 MB and can’t be validated.')
        const parsed = parseOrExplain(text)
        if ('problem' in parsed) return [{ path: '$', message: parsed.problem }]
        // The schema has no problems, so it is an object.
        const validate = compileOnce(schema as JsonObject)
        if (validate(parsed.value)) return []
        const compiledSchema = isObject(validate.schema) ? validate.schema : {}
        return toProblems(validate.errors ?? [], parsed.value, compiledSchema)
      }),
  }
}

function findAllSchemaProblems(
  schema: unknown,
  compileOnce: (schema: JsonObject) => ValidateFunction,
): JsonProblem[] {
  const problems = findSchemaProblems(schema)
  if (problems.length > 0 || !isObject(schema)) return problems
  try {
    compileOnce(schema)
    return []
  } catch (error) {
    return [{ path: '$', message: `isn’t supported: ${describeError(error)}` }]
  }
}

function compile(schema: JsonObject): ValidateFunction {
  // An asynchronous validator would return a promise.
  const { $schema: _, $async: __, ...rest } = withoutIds(readNullable(fromVendorSchema(schema)))
  // Without an `$id`, Ajv does not resolve `#`.
  const body = { ...rest, $id: schemaId }
  const dialect = dialectOf(schema)
  try {
    return dialect.compile(body)
  } finally {
    // Ajv would cache every schema.
    dialect.removeSchema(body)
  }
}

const schemaId = 'gen-playground:schema'

/** Removes `$id`, which is not needed for references within the schema, and could clash with the draft's. */
function withoutIds(schema: JsonObject): JsonObject {
  return mapSchemas(schema, ({ $id, ...each }) =>
    typeof $id === 'string' && /^#./.test($id) ? { ...each, $id } : each,
  )
}

interface GuardOptions {
  readonly schema: unknown
  /** Milliseconds. */
  readonly timeoutMs: number
}

function guard({ schema, timeoutMs }: GuardOptions, work: () => JsonProblem[]): JsonProblem[] {
  if (isObject(schema)) dialectOf(schema)
  try {
    return runWithTimeout(timeoutMs, work)
  } catch (error) {
    const ended = error instanceof ApiError && error.code === 'DEADLINE_EXCEEDED'
    if (!ended) return unchecked(`Validation failed: ${describeError(error)}.`)
    resetDialects()
    return unchecked(
      `Validation timed out after ${timeoutMs.toLocaleString('en')} ms. Look for nested quantifiers in patterns or circular references.`,
    )
  }
}

/** A problem of the validation itself, not of the document. */
function unchecked(why: string): JsonProblem[] {
  return [{ path: '$', message: `Couldn’t validate the JSON. ${why}`, unchecked: true }]
}

function describeError(error: unknown): string {
  if (error instanceof RangeError) return 'it has a circular reference or is nested too deeply'
  return error instanceof Error ? error.message : String(error)
}
