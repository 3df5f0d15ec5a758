// The results of a turn's calls in their editors: typed text, which survives a restart, or the initial text.
import {
  type ChatParameters,
  type FunctionDeclaration,
  type FunctionMock,
  maxMockRounds,
} from '#shared/schemas/chat-parameters'
import { parseExactJson, writeExactJson } from '#shared/wire/exact-json'
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { findJsonError, type JsonSyntaxError } from '../../../components/json-error'
import { lineOf } from '../../../json-editor/json-locations'
import { createForm } from '../../../state/draft-store'
import type { FunctionCall, FunctionResult } from './function-results'

/** Result and error are separate, so that switching between them loses neither. */
export interface ResultDraft {
  readonly failing?: boolean
  readonly result?: string
  readonly error?: string
}

/** By the index of the call in its turn. */
type ResultDrafts = Readonly<Record<number, ResultDraft>>

/** Drafts of older turns are deleted: their conversations may no longer exist. */
const maxTurns = 50

export const resultDrafts = createForm(
  'results',
  // Only these functions write it.
  (saved) =>
    (saved as { readonly turns: Readonly<Record<string, ResultDrafts>> } | undefined) ?? { turns: {} },
)

export function writeResultDraft(turnId: string, index: number, change: ResultDraft) {
  const { [turnId]: typed = {}, ...others } = resultDrafts.read().turns
  const recent = Object.entries(others).slice(1 - maxTurns)
  const changed = { ...typed, [index]: { ...typed[index], ...change } }
  resultDrafts.write({ turns: { ...Object.fromEntries(recent), [turnId]: changed } })
}

export function clearResultDrafts(turnId: string) {
  const { [turnId]: _, ...others } = resultDrafts.read().turns
  resultDrafts.write({ turns: others })
}

export interface CallDraft {
  readonly call: FunctionCall
  /** Label of the editor; calls of the same function are numbered. */
  readonly label: string
  readonly failing: boolean
  readonly text: string
  readonly parsed: ParsedResult
  readonly mock: FunctionMock | undefined
  /** The text equals the mock. */
  readonly isMock: boolean
}

interface DraftSources {
  readonly typed: ResultDrafts | undefined
  readonly declarations: readonly FunctionDeclaration[]
  readonly mocks: readonly FunctionMock[]
}

const firstError = { error: 'The function failed.' }

export function toDrafts(calls: readonly FunctionCall[], sources: DraftSources): CallDraft[] {
  return calls.map((call, index) => {
    const typed = sources.typed?.[index]
    const mock = findMock(sources.mocks, call.name)
    const failing = typed?.failing ?? false
    const declaration = sources.declarations.find(({ name }) => name === call.name)
    const text = failing
      ? (typed?.error ?? writeResult(firstError))
      : (typed?.result ?? writeResult(mock?.response ?? toSkeleton(declaration)))
    const parsed = parseResult(text)
    const isMock = mock !== undefined && 'response' in parsed && isSame(parsed.response, mock.response)
    return { call, label: toLabel(calls, index), failing, text, parsed, mock, isMock }
  })
}

/** In the order of the calls; undefined if one of them is not valid yet. */
export function listResponses(drafts: readonly CallDraft[]): FunctionResult['response'][] | undefined {
  const responses = drafts.flatMap(({ parsed }) => ('response' in parsed ? [parsed.response] : []))
  return responses.length === drafts.length ? responses : undefined
}

/** Mock results are not marked; they are recognized by being equal to a mock. */
export function isFromMock(
  { name, response }: FunctionResult,
  requests: readonly (ChatParameters | null | undefined)[],
): boolean {
  return requests.some((parameters) => {
    const mock = findMock(parameters?.functions?.mocks ?? [], name)
    return mock !== undefined && isSame(mock.response, response)
  })
}

/** Whether mocks would have answered these calls if they had not reached their limit of rounds. */
export function isLoopAtEnd(
  calls: readonly FunctionCall[],
  { functions }: Pick<ChatParameters, 'functions'>,
  round: number,
): boolean {
  if (!functions?.on || !functions.answerWithMocks || round <= maxMockRounds) return false
  return calls.every(({ name }) => findMock(functions.mocks, name) !== undefined)
}

/** Replaces the function's previous mock. */
export function addMock(
  functions: ChatParameters['functions'],
  mock: FunctionMock,
): NonNullable<ChatParameters['functions']> {
  const before = functions ?? { on: false, declarations: [], mocks: [], answerWithMocks: false }
  return { ...before, mocks: [...before.mocks.filter(({ name }) => name !== mock.name), mock] }
}

function findMock(mocks: readonly FunctionMock[], name: string): FunctionMock | undefined {
  return mocks.find((mock) => mock.name === name)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function toLabel(calls: readonly FunctionCall[], index: number): string {
  const { name } = calls[index] ?? { name: '' }
  const count = calls.filter((call) => call.name === name).length
  if (count < 2) return `Result of ${name}`
  const position = calls.slice(0, index + 1).filter((call) => call.name === name).length
  return `Result ${position} of ${name}`
}

export type ParsedResult =
  | { readonly response: FunctionResult['response'] }
  | {
      readonly problem: JsonSyntaxError
      /** The text is JSON of the wrong type. */
      readonly isJson: boolean
    }

/** A result must be a JSON object (wire §2.3). */
export function parseResult(text: string): ParsedResult {
  const problem = findJsonError(text)
  if (problem && text.trim() === '') {
    return { problem: { ...problem, message: 'Enter the result as a JSON object.' }, isJson: false }
  }
  if (problem) {
    const message = `Line ${lineOf(text, problem.from)}: ${problem.message}`
    return { problem: { ...problem, message }, isJson: false }
  }
  const value = parseExactJson(text)
  if (isObject(value)) return { response: value }
  const message = `The result must be an object, not ${describeType(value)}. Wrap it in { "output": … }.`
  return { problem: { from: 0, to: text.length, message }, isJson: true }
}

export function writeResult(response: FunctionResult['response']): string {
  return writeExactJson(response, 2)
}

function describeType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return { string: 'a string', number: 'a number' }[String(typeof value)] ?? 'a Boolean'
}

/** The initial text of an editor: the declared shape. Always an object (wire §2.3), so other values are in `output`. */
export function toSkeleton(declaration: JsonObject | undefined): Record<string, unknown> {
  const schema = declaration?.response ?? declaration?.responseJsonSchema
  if (!isObject(schema)) return { output: null }
  const value = blankOf(schema)
  return isObject(value) ? { ...value } : { output: value }
}

/** Limits schemas that refer to themselves. */
const maxDepth = 8

/** The schema's shape with empty texts and zeros, unless it provides values; null if the type is not known. */
function blankOf(schema: unknown, root: unknown = schema, depth = 0): unknown {
  if (!isObject(schema) || depth > maxDepth) return null
  const blankInner = (inner: unknown) => blankOf(inner, root, depth + 1)
  if (typeof schema.$ref === 'string') return blankInner(followReference(root, schema.$ref))
  for (const keyword of ['const', 'default', 'example']) if (keyword in schema) return schema[keyword]
  for (const keyword of ['examples', 'enum']) {
    const values = schema[keyword]
    if (Array.isArray(values) && values.length > 0) return values[0]
  }
  for (const choices of [schema.anyOf, schema.oneOf])
    if (Array.isArray(choices)) return blankInner(choices[0])
  const types = [schema.type].flat().map((type) => String(type).toLowerCase())
  const type = types.find((name) => name !== 'null') ?? 'null'
  if (type === 'object' || isObject(schema.properties)) {
    const properties = Object.entries(isObject(schema.properties) ? schema.properties : {})
    return Object.fromEntries(properties.map(([name, inner]) => [name, blankInner(inner)]))
  }
  if (type === 'array') return schema.items ? [blankInner(schema.items)] : []
  const blanks: Readonly<Record<string, unknown>> = { string: '', integer: 0, number: 0, boolean: false }
  return blanks[type] ?? null
}

function followReference(root: unknown, reference: string): unknown {
  const steps = reference.split('/').slice(1)
  return steps.reduce<unknown>((value, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return isObject(value) ? value[name] : Array.isArray(value) ? value[Number(name)] : undefined
  }, root)
}
