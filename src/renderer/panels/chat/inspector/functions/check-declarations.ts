// Finds and locates problems in a text of function declarations.
import { FunctionDeclaration } from '#shared/schemas/chat-parameters'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { findJsonError } from '../../../../components/json-error'
import { createProblemLocator, type LocatedProblem, parseJsonPath, type Steps } from '../json-locations'
import { findUnsupportedKeywords } from '../schema/check-schema'
import { isObject, type JsonObject } from '../schema/json-schema'
import { type ParsedDeclarations, parseDeclarations } from './parse-declarations'

export interface CheckedDeclarations {
  readonly reading: ParsedDeclarations
  readonly problems: readonly LocatedProblem[]
  /** The declarations to send; null if there are errors. */
  readonly declarations: FunctionDeclaration[] | null
}

const maxFunctions = 128
const nothing: ParsedDeclarations = { found: [], misfits: [], forms: [], leftOut: [] }

/** `check` returns the problems of a schema. A blank text is valid, without declarations. */
export async function checkDeclarations(
  text: string,
  check: (schema: unknown) => Promise<readonly JsonProblem[]>,
): Promise<CheckedDeclarations> {
  if (text.trim() === '') return { reading: nothing, problems: [], declarations: [] }
  const mistake = findJsonError(text)
  const locator = createProblemLocator(text)
  if (mistake) return { reading: nothing, problems: [locator.mistake(mistake)], declarations: null }
  const reading = parseDeclarations(JSON.parse(text))
  const own = [...findOwnProblems(reading)].map(([steps, message]) => locator.problem(steps, message))
  const ofSchemas = await Promise.all(
    reading.found.map(async ({ declaration, schemaSteps }) => {
      const schema = schemaOf(declaration)
      if (!schemaSteps || !isObject(schema)) return []
      const faults = await check(schema)
      return faults.map(({ path, message }) =>
        locator.problem([...schemaSteps, ...parseJsonPath(path)], message),
      )
    }),
  )
  const problems = [...own, ...ofSchemas.flat()]
  const parsed = FunctionDeclaration.array().safeParse(reading.found.map(({ declaration }) => declaration))
  const isRight = problems.every(({ severity }) => severity === 'warning')
  return { reading, problems, declarations: isRight && parsed.success ? parsed.data : null }
}

function schemaOf(declaration: JsonObject): unknown {
  return declaration.parameters ?? declaration.parametersJsonSchema
}

type Fault = readonly [steps: Steps, message: string | { readonly warning: string }]

function* findOwnProblems({ found, misfits }: ParsedDeclarations): Generator<Fault> {
  for (const steps of misfits) yield [steps, 'isn’t a function declaration: it has no name']
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
    if (schemaSteps) yield* findSchemaFaults(declaration, schemaSteps)
  }
}

const otherTypes = ['string', 'number', 'integer', 'boolean', 'array', 'null']

function* findSchemaFaults(declaration: JsonObject, steps: Steps): Generator<Fault> {
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
  for (const { steps: inner, message, isOfJsonSchema } of findUnsupportedKeywords(schema, 'parameters')) {
    const advice = isOfJsonSchema ? '; use “parametersJsonSchema” for full JSON Schema' : ''
    yield [[...steps, ...inner], { warning: message + advice }]
  }
}
