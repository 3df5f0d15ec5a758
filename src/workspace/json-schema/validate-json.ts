// Validates JSON text against a JSON Schema, and reports the path of every mismatch.

import type { ErrorObject, ValidateFunction } from 'ajv'
import { ApiError } from '#shared/schemas/api-error'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { runWithTimeout } from '../concurrency/run-with-timeout'
import { isDeeperThan, parseOrExplain, toJsonPath } from './json-syntax'
import { toErrorMessage, toProblems } from './problems'
import {
  dialectOf,
  followPointer,
  mapSchemas,
  type Path,
  readPointer,
  resetDialects,
  walkSchemas,
} from './schema-walk'

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

const maxDepth = 100
/** As JSON. A larger schema could not be sent either. */
const maxJsonLength = 1024 * 1024

/** Returns an empty list for a valid schema. Accepts the vendors' keywords. */
function findSchemaProblems(schema: unknown): JsonProblem[] {
  if (!isObject(schema)) return [{ path: '$', message: 'must be an object' }]
  const limit = exceedsLimits(schema)
  if (limit) return [{ path: '$', message: limit }]
  const read = fromVendorSchema(schema)
  const dialect = dialectOf(read)
  // `$schema` has selected the dialect already. A dialect unknown to Ajv is not an error.
  const { $schema: _, ...body } = read
  const fits = dialect.validateSchema(body)
  const problems = fits === true ? [] : toSchemaProblems(dialect.errors ?? [], body)
  return problems.length > 0 ? problems : [...findInvalidReferences(body)]
}

function exceedsLimits(schema: JsonObject): string | undefined {
  if (isDeeperThan(schema, maxDepth)) return `is nested more than ${maxDepth} levels deep`
  if (JSON.stringify(schema).length > maxJsonLength) return 'is larger than 1 MB'
  return undefined
}

/** Merges errors of the same path: Ajv reports one several times, because the draft has nested choices. */
function toSchemaProblems(errors: readonly ErrorObject[], schema: unknown): JsonProblem[] {
  const byPath = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    byPath.set(error.instancePath, [...(byPath.get(error.instancePath) ?? []), error])
  }
  return [...byPath].map(([pointer, found]) => ({
    path: toJsonPath(readPointer(schema, pointer)),
    message: mergeMessages(found),
  }))
}

const typeNames = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

function mergeMessages(found: readonly ErrorObject[]): string {
  const choice = found.find(({ keyword }) => keyword === 'enum')
  const [first] = found
  if (choice) {
    return Array.isArray(choice.schema) && choice.schema.includes('integer')
      ? `must be one of ${typeNames.join(', ')}`
      : toErrorMessage(choice)
  }
  const types = found.filter(({ keyword }) => keyword === 'type')
  const [type] = types
  if (!type) return first ? toErrorMessage(first) : 'is not valid'
  const names = [...new Set(types.flatMap(({ params }) => params.type))]
  return toErrorMessage({ ...type, params: { type: names } })
}

/** Finds what the draft does not check: broken references and invalid patterns. */
function* findInvalidReferences(schema: JsonObject): Generator<JsonProblem> {
  for (const [each, path] of walkSchemas(schema)) {
    const at = (...steps: Path) => toJsonPath([...path, ...steps])
    if (typeof each.$ref === 'string') {
      const problem = findReferenceProblem(schema, each, each.$ref)
      if (problem) yield { path: at('$ref'), message: problem }
    }
    if (typeof each.pattern === 'string' && !isPattern(each.pattern))
      yield { path: at('pattern'), message: 'is not a valid regular expression' }
    for (const pattern of isObject(each.patternProperties) ? Object.keys(each.patternProperties) : []) {
      if (!isPattern(pattern))
        yield { path: at('patternProperties', pattern), message: 'is not a valid regular expression' }
    }
  }
}

function findReferenceProblem(schema: JsonObject, from: JsonObject, reference: string): string | undefined {
  if (!reference.startsWith('#')) return 'must point to a location in this schema (#/…)'
  const fragment = decodeFragment(reference.slice(1))
  const isPointer = fragment === '' || fragment.startsWith('/')
  const target = isPointer ? followPointer(schema, fragment) : findAnchor(schema, fragment)
  if (target === from) return 'is a circular reference'
  if (isObject(target) || typeof target === 'boolean') return undefined
  return `refers to ${reference}, which doesn’t exist`
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function findAnchor(schema: JsonObject, name: string): JsonObject | undefined {
  for (const [each] of walkSchemas(schema))
    if (each.$anchor === name || each.$dynamicAnchor === name || each.$id === `#${name}`) return each
  return undefined
}

/** With the flag that Ajv uses. */
function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

const vendorTypes: Readonly<Record<string, string>> = {
  STRING: 'string',
  NUMBER: 'number',
  INTEGER: 'integer',
  BOOLEAN: 'boolean',
  ARRAY: 'array',
  OBJECT: 'object',
  NULL: 'null',
}

/** 64-bit integers, which the vendors' JSON has as strings. */
const countKeywords = [
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
] as const

/** Converts the vendors' OpenAPI subset (wire §2.6). Every value keeps its path, so that problems name the user's own paths. */
function fromVendorSchema(schema: JsonObject): JsonObject {
  return mapSchemas(schema, (each) => {
    const read: Record<string, unknown> = { ...each, ...parseCounts(each) }
    if (typeof each.type === 'string') read.type = readType(each.type)
    if (Array.isArray(each.type)) read.type = each.type.map(readType)
    if (each.type === 'TYPE_UNSPECIFIED') delete read.type
    return read
  })
}

function readType(type: unknown): unknown {
  return typeof type === 'string' ? (vendorTypes[type] ?? type) : type
}

/** Replaces `nullable` with its JSON Schema equivalent. */
function readNullable(schema: JsonObject): JsonObject {
  return mapSchemas(schema, ({ nullable, ...each }) => {
    if (nullable !== true) return each
    if (each.type === undefined) return makeNullable(each)
    const values = Array.isArray(each.enum) && !each.enum.includes(null) ? { enum: [...each.enum, null] } : {}
    return { ...each, type: [...new Set([each.type, 'null'].flat())], ...values }
  })
}

/** Definitions stay at the top level, where references expect them. */
function makeNullable({ $defs = {}, definitions = {}, ...each }: JsonObject): JsonObject {
  return { $defs, definitions, anyOf: [{ type: 'null' }, each] }
}

function parseCounts(schema: JsonObject): Record<string, number> {
  const parsed = countKeywords.flatMap((keyword) => {
    const value = schema[keyword]
    return typeof value === 'string' && /^\d{1,15}$/.test(value) ? [[keyword, Number(value)] as const] : []
  })
  return Object.fromEntries(parsed)
}
