// The texts of function settings: declarations in common formats, with their problems, and mocks.
import {
  FunctionDeclaration,
  type FunctionMock,
  type FunctionSettings,
} from '#shared/schemas/chat-parameters'
import type { JsonProblem } from '#shared/schemas/json-problem'
import { parseExactJson, writeExactJson } from '#shared/wire/exact-json'
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { findJsonError } from '../../../../components/json-error'
import {
  createProblemLocator,
  type LocatedProblem,
  parseJsonPath,
  type Steps,
} from '../../../../json-editor/json-locations'
import type { FunctionsDraft } from '../editor-drafts'
import { findUnsupportedKeywords } from '../schema/check-schema'

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

type Parsed = { -readonly [Name in keyof ParsedDeclarations]: ParsedDeclarations[Name][number][] }

export function parseDeclarations(value: unknown): ParsedDeclarations {
  const parsed: Parsed = { found: [], invalid: [], formats: [], skipped: [] }
  readInto(parsed, value, [])
  return { ...parsed, formats: [...new Set(parsed.formats)] }
}

function readInto(parsed: Parsed, value: unknown, steps: Steps): void {
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) readInto(parsed, member, [...steps, index])
  } else if (!isObject(value)) parsed.invalid.push(steps)
  else {
    const key = ['functionDeclarations', 'function_declarations'].find((name) => Array.isArray(value[name]))
    if (key) {
      if (!steps.includes('tools')) parsed.formats.push('Gemini API format')
      parsed.skipped.push(...Object.keys(value).filter((name) => name !== key))
      readInto(parsed, value[key], [...steps, key])
    } else if (Array.isArray(value.tools)) {
      parsed.formats.push('the request’s tools field')
      readInto(parsed, value.tools, [...steps, 'tools'])
    } else readOne(parsed, value, steps)
  }
}

function readOne(parsed: Parsed, value: JsonObject, steps: Steps): void {
  const isTool = value.type === 'function'
  if (isTool && isObject(value.function))
    convert(parsed, value.function, [...steps, 'function'], 'OpenAI format')
  else if (isTool && 'name' in value) convert(parsed, value, steps, 'OpenAI format')
  else if ('name' in value && isObject(value.input_schema)) convert(parsed, value, steps, 'Anthropic format')
  else if ('name' in value && isObject(value.inputSchema)) convert(parsed, value, steps, 'MCP format')
  else if (isToolWithoutFunctions(value)) parsed.skipped.push(Object.keys(value)[0] ?? '')
  else if (!('name' in value)) parsed.invalid.push(steps)
  else {
    const schemaKey = ['parameters', 'parametersJsonSchema'].find((key) => key in value)
    parsed.found.push({ declaration: value, steps, schemaSteps: schemaKey ? [...steps, schemaKey] : null })
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
function convert(parsed: Parsed, value: JsonObject, steps: Steps, format: string): void {
  const schemaKey = schemaKeys.find((key) => isObject(value[key]))
  const schema = schemaKey && value[schemaKey]
  const unsupported = findUnsupportedKeywords(schema, 'parameters')
  const isFull = unsupported.some(({ isJsonSchemaOnly }) => isJsonSchemaOnly)
  const declaration = {
    name: value.name,
    ...(value.description === undefined ? {} : { description: value.description }),
    ...(schema === undefined ? {} : { [isFull ? 'parametersJsonSchema' : 'parameters']: schema }),
  }
  parsed.formats.push(format)
  parsed.found.push({ declaration, steps, schemaSteps: schemaKey ? [...steps, schemaKey] : null })
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

export function toFunctionsDraft(settings: FunctionSettings | undefined): FunctionsDraft {
  const { declarations = [], mode = 'AUTO', mocks = [], answerWithMocks = false } = settings ?? {}
  return {
    text: declarations.length > 0 ? writeExactJson(declarations, 2) : '',
    mode,
    mocks: Object.fromEntries(mocks.map(({ name, response }) => [name, writeExactJson(response, 2)])),
    answerWithMocks,
  }
}

type ReadMock =
  | { readonly response: FunctionMock['response'] | null; readonly error?: undefined }
  | { readonly error: string }

/** A blank text means no mock; only a JSON object can be sent as a mock (wire §2.3). */
export function parseMock(text: string): ReadMock {
  if (text.trim() === '') return { response: null }
  try {
    const value = parseExactJson(text)
    return isObject(value) ? { response: value } : { error: 'must be a JSON object: {"output": …}' }
  } catch {
    return { error: 'isn’t valid JSON' }
  }
}

/** Names of mocks that cannot be sent. */
export function listInvalidMocks({ mocks }: FunctionsDraft): readonly string[] {
  return Object.keys(mocks).filter((name) => parseMock(mocks[name] ?? '').error !== undefined)
}

export function toFunctionSettings(
  draft: FunctionsDraft,
  declarations: FunctionSettings['declarations'],
  wasOn: boolean | undefined,
): FunctionSettings {
  const mocks = Object.entries(draft.mocks).flatMap(([name, text]) => {
    const { response } = { response: null, ...parseMock(text) }
    return response ? [{ name, response }] : []
  })
  return {
    on: declarations.length > 0 && (wasOn ?? true),
    declarations,
    ...(draft.mode === 'AUTO' ? {} : { mode: draft.mode }),
    mocks,
    answerWithMocks: draft.answerWithMocks,
  }
}
