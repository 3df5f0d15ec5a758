// Finds and locates problems in a text of function declarations.
import { FunctionDeclaration } from '#shared/schemas/chat-parameters'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { findJsonError } from '../../../../components/json-error'
import {
  createProblemLocator,
  type LocatedProblem,
  parseJsonPath,
  type Steps,
} from '../../../../json-editor/json-locations'
import { findUnsupportedKeywords } from '../schema/check-schema'
import { isObject, type JsonObject } from '../schema/json-schema'
import { type ParsedDeclarations, parseDeclarations } from './parse-declarations'

export interface CheckedDeclarations {
  readonly parsed: ParsedDeclarations
  readonly problems: readonly LocatedProblem[]
  /** The declarations to send; null if there are errors. */
  readonly declarations: FunctionDeclaration[] | null
}

const maxFunctions = 128
const empty: ParsedDeclarations = { found: [], invalid: [], formats: [], skipped: [] }

/** `check` returns the problems of a schema. A blank text is valid, without declarations. */
export async function checkDeclarations(
  text: string,
  check: (schema: unknown) => Promise<readonly JsonProblem[]>,
): Promise<CheckedDeclarations> {
  if (text.trim() === '') return { parsed: empty, problems: [], declarations: [] }
  const syntaxError = findJsonError(text)
  const locator = createProblemLocator(text)
  if (syntaxError) return { parsed: empty, problems: [locator.syntaxError(syntaxError)], declarations: null }
  const parsed = parseDeclarations(JSON.parse(text))
  const ownProblems = [...findOwnProblems(parsed)].map(([steps, message]) => locator.problem(steps, message))
  const schemaProblems = await Promise.all(
    parsed.found.map(async ({ declaration, schemaSteps }) => {
      const schema = schemaOf(declaration)
      if (!schemaSteps || !isObject(schema)) return []
      const faults = await check(schema)
      return faults.map(({ path, message }) =>
        locator.problem([...schemaSteps, ...parseJsonPath(path)], message),
      )
    }),
  )
  const problems = [...ownProblems, ...schemaProblems.flat()]
  const validated = FunctionDeclaration.array().safeParse(parsed.found.map(({ declaration }) => declaration))
  const isValid = problems.every(({ severity }) => severity === 'warning')
  return { parsed, problems, declarations: isValid && validated.success ? validated.data : null }
}

function schemaOf(declaration: JsonObject): unknown {
  return declaration.parameters ?? declaration.parametersJsonSchema
}

type Problem = readonly [steps: Steps, message: string | { readonly warning: string }]

function* findOwnProblems({ found, invalid }: ParsedDeclarations): Generator<Problem> {
  for (const steps of invalid) yield [steps, 'isn’t a function declaration: it has no name']
  if (found.length > maxFunctions) yield [[], `must have at most ${maxFunctions} functions`]
  const names = new Set<unknown>()
  for (const { declaration, steps, schemaSteps } of found) {
    const { name, description } = declaration
    const typed = FunctionDeclaration.shape.name.safeParse(name)
    if (typeof name !== 'string') yield [[...steps, 'name'], 'must be a string']
    else if (!typed.success) yield [[...steps, 'name'], typed.error.issues[0]?.message ?? 'is not valid']
    if (names.has(name)) yield [[...steps, 'name'], `${JSON.stringify(name)} is declared twice`]
    names.add(name)
    if (description !== undefined && typeof description !== 'string')
      yield [[...steps, 'description'], 'must be a string']
    if (schemaSteps) yield* findSchemaProblems(declaration, schemaSteps)
  }
}

const otherTypes = ['string', 'number', 'integer', 'boolean', 'array', 'null']

function* findSchemaProblems(declaration: JsonObject, steps: Steps): Generator<Problem> {
  const schema = schemaOf(declaration)
  if (!isObject(schema)) return yield [steps, 'must be an object']
  const type = String(schema.type).toLowerCase()
  // The schema check reports invalid types.
  if (otherTypes.includes(type) || schema.type === undefined)
    yield [
      'type' in schema ? [...steps, 'type'] : steps,
      'must be of type "object", because functions take named arguments',
    ]
  if (declaration.parameters === undefined) return
  for (const { steps: inner, message, isJsonSchemaOnly } of findUnsupportedKeywords(schema, 'parameters')) {
    const hint = isJsonSchemaOnly ? '; use “parametersJsonSchema” for full JSON Schema' : ''
    yield [[...steps, ...inner], { warning: message + hint }]
  }
}
