// Validates a text against a JSON Schema, and names the path of every mismatch.
import type { ValidateFunction } from 'ajv'
import { ApiError } from '#shared/schemas/api-error'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { runWithTimeout } from '../concurrency/run-with-timeout'
import { findSchemaProblems, fromVendorSchema, readNullable } from './check-schema'
import { parseOrExplain } from './json-mistake'
import { toProblems } from './problems'
import { dialectOf, isObject, type JsonObject, mapSchemas, resetDialects } from './schema-places'

/** A schema of references to references, or a pattern that backtracks, is ended after this many milliseconds. */
const usualPatience = 1000
const maxCompiled = 30
const longest = 20 * 1024 * 1024

export interface JsonSchemas {
  /** Whether it is a schema; the vendor's upper-case types pass. Empty if it is. */
  check(input: { readonly schema: unknown }): JsonProblem[]
  /** Whether the text is JSON that the schema allows; `unchecked` where that could not be found out. Never throws. */
  validate(input: { schema: unknown; text: string }): JsonProblem[]
}

export function createJsonSchemas(patience = usualPatience): JsonSchemas {
  /** The one that was used last is last. */
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
    check: ({ schema }) => guard({ schema, patience }, () => findAllSchemaProblems(schema, compileOnce)),
    validate: ({ schema, text }) =>
      guard({ schema, patience }, () => {
        const [fault] = findAllSchemaProblems(schema, compileOnce)
        if (fault) return unchecked(`The schema isn’t valid: ${fault.path} ${fault.message}.`)
        if (text.length > longest) return unchecked('The JSON is larger than 20 MB and can’t be validated.')
        const parsed = parseOrExplain(text)
        if ('mistake' in parsed) return [{ path: '$', message: parsed.mistake }]
        // The line above has found no fault, so it is an object.
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
    return [{ path: '$', message: `isn’t supported: ${reasonOf(error)}` }]
  }
}

function compile(schema: JsonObject): ValidateFunction {
  // An asynchronous validator would answer with a promise.
  const { $schema: _, $async: __, ...rest } = withoutNames(readNullable(fromVendorSchema(schema)))
  // To a schema without a name Ajv does not find the way back from `#`.
  const body = { ...rest, $id: ownName }
  const dialect = dialectOf(schema)
  try {
    return dialect.compile(body)
  } finally {
    // Ajv would keep every schema that it has ever seen.
    dialect.removeSchema(body)
  }
}

const ownName = 'gen-playground:schema'

/** References stay within the schema, and lead to places: a name could only be mistaken for that of the draft itself. */
function withoutNames(schema: JsonObject): JsonObject {
  return mapSchemas(schema, ({ $id, ...each }) =>
    typeof $id === 'string' && /^#./.test($id) ? { ...each, $id } : each,
  )
}

interface Guarded {
  readonly schema: unknown
  /** Milliseconds. */
  readonly patience: number
}

function guard({ schema, patience }: Guarded, work: () => JsonProblem[]): JsonProblem[] {
  if (isObject(schema)) dialectOf(schema)
  try {
    return runWithTimeout(patience, work)
  } catch (error) {
    const ended = error instanceof ApiError && error.code === 'DEADLINE_EXCEEDED'
    if (!ended) return unchecked(`Validation failed: ${reasonOf(error)}.`)
    resetDialects()
    return unchecked(
      `Validation timed out after ${patience.toLocaleString('en')} ms. Look for nested quantifiers in patterns or circular references.`,
    )
  }
}

/** Not a fault of the document: nothing was found out about it. */
function unchecked(why: string): JsonProblem[] {
  return [{ path: '$', message: `Couldn’t validate the JSON. ${why}`, unchecked: true }]
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it has a circular reference or is nested too deeply'
  return error instanceof Error ? error.message : String(error)
}
