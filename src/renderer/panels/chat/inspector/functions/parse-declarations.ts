// Parses function declarations in common formats, converts between their texts, and finds their problems.

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

interface FoundDeclaration {
  /** As it will be saved and sent. */
  readonly declaration: JsonObject
  /** The path of its members in the parsed value. */
  readonly steps: Steps
  /** The path of its parameters; null if it has none. */
  readonly schemaSteps: Steps | null
}

export interface ParsedDeclarations {
  readonly found: readonly FoundDeclaration[]
  /** Paths of values that are not declarations. */
  readonly invalid: readonly Steps[]
  /** Other formats that were converted; empty for a plain list or a single declaration. */
  readonly formats: readonly string[]
  /** Names of tools that are not functions. */
  readonly skipped: readonly string[]
}

type Piece =
  | ({ readonly kind: 'declaration'; readonly format?: string } & FoundDeclaration)
  | { readonly kind: 'invalid'; readonly steps: Steps }
  | { readonly kind: 'format'; readonly format: string }
  | { readonly kind: 'skipped'; readonly name: string }

export function parseDeclarations(value: unknown): ParsedDeclarations {
  const pieces = [...readPieces(value, [])]
  const formats = pieces.flatMap((piece) => ('format' in piece && piece.format ? [piece.format] : []))
  return {
    found: pieces.flatMap((piece) => (piece.kind === 'declaration' ? [piece] : [])).map(toFound),
    invalid: pieces.flatMap((piece) => (piece.kind === 'invalid' ? [piece.steps] : [])),
    formats: [...new Set(formats)],
    skipped: pieces.flatMap((piece) => (piece.kind === 'skipped' ? [piece.name] : [])),
  }
}

function toFound({ declaration, steps, schemaSteps }: FoundDeclaration): FoundDeclaration {
  return { declaration, steps, schemaSteps }
}

function* readPieces(value: unknown, steps: Steps): Generator<Piece> {
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) yield* readPieces(member, [...steps, index])
    return
  }
  if (!isObject(value)) return yield { kind: 'invalid', steps }
  for (const key of ['functionDeclarations', 'function_declarations']) {
    if (Array.isArray(value[key])) return yield* readTool(value, key, steps)
  }
  if (Array.isArray(value.tools)) {
    yield { kind: 'format', format: 'the request’s tools field' }
    return yield* readPieces(value.tools, [...steps, 'tools'])
  }
  yield readOne(value, steps)
}

function* readTool(tool: JsonObject, key: string, steps: Steps): Generator<Piece> {
  if (!steps.includes('tools')) yield { kind: 'format', format: 'Gemini API format' }
  for (const name of Object.keys(tool)) if (name !== key) yield { kind: 'skipped', name }
  yield* readPieces(tool[key], [...steps, key])
}

function readOne(value: JsonObject, steps: Steps): Piece {
  if (value.type === 'function' && isObject(value.function))
    return convert(value.function, [...steps, 'function'], 'OpenAI format')
  if (value.type === 'function' && 'name' in value) return convert(value, steps, 'OpenAI format')
  if ('name' in value && isObject(value.input_schema)) return convert(value, steps, 'Anthropic format')
  if ('name' in value && isObject(value.inputSchema)) return convert(value, steps, 'MCP format')
  if (isToolWithoutFunctions(value)) return { kind: 'skipped', name: Object.keys(value)[0] ?? '' }
  if (!('name' in value)) return { kind: 'invalid', steps }
  const schemaKey = ['parameters', 'parametersJsonSchema'].find((key) => key in value)
  return {
    kind: 'declaration',
    declaration: value,
    steps,
    schemaSteps: schemaKey ? [...steps, schemaKey] : null,
  }
}

const otherTools = [
  'googleSearch',
  'google_search',
  'urlContext',
  'url_context',
  'codeExecution',
  'code_execution',
]

function isToolWithoutFunctions(value: JsonObject): boolean {
  const [name, ...others] = Object.keys(value)
  return others.length === 0 && otherTools.includes(name ?? '')
}

const schemaKeys = ['parameters', 'input_schema', 'inputSchema'] as const

/** Full JSON Schema goes into the member that supports all of it (wire §2.3). */
function convert(value: JsonObject, steps: Steps, format: string): Piece {
  const schemaKey = schemaKeys.find((key) => isObject(value[key]))
  const schema = schemaKey && value[schemaKey]
  const member = findUnsupportedKeywords(schema, 'parameters').some(
    ({ isJsonSchemaOnly }) => isJsonSchemaOnly,
  )
    ? 'parametersJsonSchema'
    : 'parameters'
  const declaration = {
    name: value.name,
    ...(value.description === undefined ? {} : { description: value.description }),
    ...(schema === undefined ? {} : { [member]: schema }),
  }
  return {
    kind: 'declaration',
    format,
    declaration,
    steps,
    schemaSteps: schemaKey ? [...steps, schemaKey] : null,
  }
}

/** Returns null if there is nothing to report. */
export function describeParsed({ found, formats, skipped }: ParsedDeclarations): string | null {
  const count = found.length === 1 ? '1 function' : `${found.length} functions`
  const foundText = formats.length > 0 ? `Found ${count} in ${formats.join(' and ')}.` : ''
  const skippedText = skipped.length > 0 ? `Skipped, not functions: ${skipped.join(', ')}.` : ''
  return [foundText, skippedText].filter(Boolean).join(' ') || null
}

const write = (value: unknown) => JSON.stringify(value, null, 2)

/** Appends the declarations of `added`; null if one of the texts contains something else. */
export function addDeclarations(text: string, added: string): string | null {
  const before = text.trim() === '' ? [] : listDeclarations(text)
  const after = listDeclarations(added)
  return before && after ? write([...before, ...after]) : null
}

/** The same functions as a plain list; null if the text contains something else. */
export function plainDeclarations(text: string): string | null {
  const declarations = listDeclarations(text)
  return declarations && write(declarations)
}

/** Converts a pasted text in another format to ours; returns any other text unchanged. */
export function convertPasted(text: string, whole: boolean): string {
  try {
    const { found, formats, invalid } = parseDeclarations(JSON.parse(text))
    if (formats.length === 0 || invalid.length > 0) return text
    const declarations = found.map(({ declaration }) => declaration)
    // Next to others, it becomes a member of their list.
    return whole ? write(declarations) : declarations.map(write).join(',\n')
  } catch {
    return text
  }
}

/** `get_weather_2` if there is a `get_weather` already. */
export function findFreeName(name: string, usedNames: readonly string[]): string {
  if (!usedNames.includes(name)) return name
  let number = 2
  while (usedNames.includes(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}

function listDeclarations(text: string): readonly unknown[] | null {
  try {
    const { found, invalid } = parseDeclarations(JSON.parse(text))
    // The user must repair it, because converting would drop data.
    return invalid.length > 0 ? null : found.map(({ declaration }) => declaration)
  } catch {
    return null
  }
}

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
