// Converts Ajv's errors to problems, each with a path and a message.
import type { ErrorObject } from 'ajv'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { toJsonPath } from './json-syntax'
import { followPointer, readPointer, walkSchemas } from './schema-walk'

const maxProblems = 200

/** `document` was validated against `schema`, which is the compiled one. */
export function toProblems(
  errors: readonly ErrorObject[],
  document: unknown,
  schema: JsonObject,
): JsonProblem[] {
  const problems = new Map<string, JsonProblem>()
  for (const error of withoutBranches(errors, schema)) {
    const path = toJsonPath([...readPointer(document, error.instancePath), ...innerStep(error)])
    const message = toErrorMessage(error)
    problems.set(`${path}\n${message}`, { path, message })
    if (problems.size === maxProblems) break
  }
  return [...problems.values()]
}

/** Ajv's path ends at the object; problems name the property. */
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

/** Formats an error without its path. Ajv's parameters differ by keyword. */
type MessageFormatter = (finding: {
  params: Readonly<Record<string, unknown>>
  schema: unknown
  data: unknown
}) => string

const minMessage = (one: string, many: string): MessageFormatter => limitMessage('at least', one, many)
const maxMessage = (one: string, many: string): MessageFormatter => limitMessage('at most', one, many)

function limitMessage(bound: string, one: string, many: string): MessageFormatter {
  return ({ params: { limit } }) => `must have ${bound} ${limit} ${limit === 1 ? one : many}`
}

const formatters: Readonly<Record<string, MessageFormatter>> = {
  type: ({ params, data }) => `must be ${nameTypes(params.type)}, not ${nameValue(data)}`,
  required: () => 'is missing',
  dependentRequired: ({ params }) => `is required when "${params.property}" is present`,
  dependencies: ({ params }) => `is required when "${params.property}" is present`,
  additionalProperties: () => 'isn’t allowed here',
  unevaluatedProperties: () => 'isn’t allowed here',
  enum: ({ params }) => `must be one of ${listValues(params.allowedValues)}`,
  const: ({ params }) => `must be ${formatValue(params.allowedValue)}`,
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  exclusiveMinimum: ({ params }) => `must be greater than ${params.limit}`,
  exclusiveMaximum: ({ params }) => `must be less than ${params.limit}`,
  multipleOf: ({ params }) => `must be a multiple of ${params.multipleOf}`,
  minLength: minMessage('character', 'characters'),
  maxLength: maxMessage('character', 'characters'),
  minItems: minMessage('item', 'items'),
  maxItems: maxMessage('item', 'items'),
  additionalItems: maxMessage('item', 'items'),
  unevaluatedItems: () => 'has too many items',
  minProperties: minMessage('property', 'properties'),
  maxProperties: maxMessage('property', 'properties'),
  uniqueItems: ({ params }) => `must not contain duplicates: items ${params.i} and ${params.j} are equal`,
  contains: () => 'is missing a required item',
  pattern: ({ params }) => `must match the pattern ${params.pattern}`,
  format: ({ params }) => `must be in ${params.format} format`,
  propertyNames: ({ params }) => `has a property name that isn’t allowed: "${params.propertyName}"`,
  anyOf: () => 'doesn’t match any of the allowed schemas',
  oneOf: ({ params }) =>
    Array.isArray(params.passingSchemas)
      ? 'matches more than one schema; exactly one must match'
      : 'doesn’t match any of the allowed schemas',
  not: () => 'must not match this schema',
  if: ({ params }) => `doesn’t meet the condition in "${params.failingKeyword}"`,
  'false schema': () => 'isn’t allowed here',
}

export function toErrorMessage({ keyword, params, schema, data, message }: ErrorObject): string {
  return formatters[keyword]?.({ params, schema, data }) ?? message ?? 'is not valid'
}

function nameTypes(types: unknown): string {
  return [types].flat().map(withArticle).join(' or ')
}

function withArticle(type: unknown): string {
  if (type === 'null') return 'null'
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${type}`
}

function nameValue(value: unknown): string {
  if (value === null) return 'null'
  return withArticle(Array.isArray(value) ? 'array' : typeof value)
}

const maxListed = 12

function listValues(values: unknown): string {
  const all = [values].flat()
  const rest = all.length > maxListed ? ` and ${(all.length - maxListed).toLocaleString('en')} more` : ''
  return `${all.slice(0, maxListed).map(formatValue).join(', ')}${rest}`
}

const maxValueLength = 60

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

/** The schemas in each branch of a choice, with those it refers to: Ajv's paths omit the references. */
type Branches = readonly ReadonlySet<unknown>[]

/**
 * If exactly one branch of a choice has the value's type, reports the errors of that branch, which say more. Otherwise
 * reports the choice alone. The errors of the branches come right before that of the choice.
 */
function withoutBranches(errors: readonly ErrorObject[], schema: JsonObject): readonly ErrorObject[] {
  const known = new Map<unknown, Branches>()
  const remaining: ErrorObject[] = []
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      remaining.push(error)
      continue
    }
    const branches = known.get(error.schema) ?? readBranches(error, schema)
    known.set(error.schema, branches)
    let start = remaining.length
    while (isWithin(remaining[start - 1], error, branches)) start -= 1
    const branchErrors = remaining.splice(start)
    remaining.push(...(findMatchingBranch(branchErrors, error, branches) ?? [error]))
  }
  return remaining
}

function readBranches(choice: ErrorObject, schema: JsonObject): Branches {
  const branches: unknown[] = Array.isArray(choice.schema) ? choice.schema : []
  return branches.map((branch) => {
    const reached = new Set<unknown>()
    if (isObject(branch)) collectReachable(branch, schema, reached)
    return reached
  })
}

function collectReachable(from: JsonObject, schema: JsonObject, reached: Set<unknown>): void {
  for (const [each] of walkSchemas(from)) {
    if (reached.has(each)) continue
    reached.add(each)
    const target = typeof each.$ref === 'string' ? followPointer(schema, each.$ref.slice(1)) : undefined
    if (isObject(target)) collectReachable(target, schema, reached)
  }
}

function isWithin(error: ErrorObject | undefined, choice: ErrorObject, branches: Branches): boolean {
  if (!error || !`${error.instancePath}/`.startsWith(`${choice.instancePath}/`)) return false
  return branches.some((reached) => reached.has(error.parentSchema))
}

function findMatchingBranch(
  branchErrors: readonly ErrorObject[],
  choice: ErrorObject,
  branches: Branches,
): readonly ErrorObject[] | undefined {
  if (Array.isArray(choice.params.passingSchemas)) return undefined
  const isOfAnotherType = (error: ErrorObject) =>
    error.instancePath === choice.instancePath && ['type', 'const', 'enum'].includes(error.keyword)
  const candidates = groupByBranch(branchErrors, branches).filter((found) => !found.some(isOfAnotherType))
  return candidates.length === 1 ? candidates[0] : undefined
}

/** The errors are in the order of the branches; two branches may refer to the same schema. */
function groupByBranch(branchErrors: readonly ErrorObject[], branches: Branches): (readonly ErrorObject[])[] {
  const found = branches.map((): ErrorObject[] => [])
  let current = 0
  for (const error of branchErrors) {
    const next = branches.findIndex((reached, index) => index >= current && reached.has(error.parentSchema))
    current = Math.max(current, next)
    found[current]?.push(error)
  }
  return found.filter(({ length }) => length > 0)
}
