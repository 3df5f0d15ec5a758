// Function calling: selects the functions and their arguments for a prompt, validates the turns like the vendor API, and
// describes results in text (E8).
import { isObject, type JsonObject } from '#shared/wire/json-objects'
import { type AnswerChunk, createSignature } from '../generation/answer-chunks'
import { invalidArgument } from '../generation/fields'
import type { FunctionDeclaration, FunctionResult, Generation, ReadTurn } from '../generation/read-request'
import { countTokens } from '../generation/tokens'
import { typeOf } from '../schema/resolve-schema'
import { readSource } from '../schema/source'
import { fillSchema } from '../schema/write-json'
import { toOpaqueId } from '../seed'
import { capitalize, keywordsOf, quote, quotePrompt, wordsOf } from '../text/words'

/** Only the first call is signed. Ids exist from the third generation on (wire §2.3, §2.4). */
export function* answerWithCalls(
  request: Generation,
  calls: readonly SelectedCall[],
): Generator<AnswerChunk> {
  for (const [index, { name, args }] of calls.entries()) {
    const id = request.requiresSignatures ? { id: toOpaqueId(`${request.fingerprint}${index}`, 8) } : {}
    const signature =
      index === 0 && request.entry?.thinks ? { thoughtSignature: createSignature(request, name) } : {}
    yield {
      part: { functionCall: { ...id, name, args: { ...args } }, ...signature },
      tokens: countTokens(name) + countTokens(JSON.stringify(args)),
    }
  }
  yield { finishReason: 'STOP' }
}

export interface SelectedCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** A function and the part of the prompt that it handles. */
interface Task {
  readonly declaration: FunctionDeclaration
  readonly focus: string
}

/** Returns no calls if a text answers the prompt better. */
export function selectCalls(request: Generation): SelectedCall[] {
  const functions = readAllowed(request)
  if (functions.length === 0) return []
  const prompt = request.last.text
  const tasks = assignClauses(prompt, functions)
  const [best] = rank(prompt, functions)
  if (tasks.length === 0 && request.callMode === 'ANY' && best)
    tasks.push({ declaration: best.declaration, focus: prompt })
  return tasks.flatMap(({ declaration, focus }) =>
    splitListedItems(declaration, focus).map((text) => ({
      name: declaration.name,
      args: fillArguments(declaration, text, prompt),
    })),
  )
}

function readAllowed({ functions, callMode, allowedFunctions }: Generation): readonly FunctionDeclaration[] {
  const unknown = allowedFunctions.find((name) => !functions.some((declaration) => declaration.name === name))
  if (unknown !== undefined) {
    throw invalidArgument(
      `toolConfig.functionCallingConfig.allowedFunctionNames: "${unknown}" is not declared`,
      'toolConfig',
    )
  }
  if (callMode === 'NONE') return []
  if (callMode !== 'ANY') return functions
  if (functions.length === 0) {
    throw invalidArgument(
      'toolConfig.functionCallingConfig.mode: ANY needs function declarations',
      'toolConfig',
    )
  }
  return allowedFunctions.length > 0
    ? functions.filter(({ name }) => allowedFunctions.includes(name))
    : functions
}

/** Assigns each clause to the function that matches it best, or to the previous one. */
function assignClauses(prompt: string, functions: readonly FunctionDeclaration[]): Task[] {
  const clauses = prompt
    .split(/(?<=[.;?!])\s+|\s*(?:,\s*)?\b(?:and then|then|and also|and|plus)\b\s*|,\s+/i)
    .filter(Boolean)
  const tasks: { declaration: FunctionDeclaration; focus: string }[] = []
  let unassigned = ''
  for (const clause of clauses) {
    const [best] = rank(clause, functions)
    const current = tasks.at(-1)
    if (best && best.score >= 2 && best.declaration !== current?.declaration) {
      tasks.push({ declaration: best.declaration, focus: unassigned + clause })
      unassigned = ''
    } else if (current) current.focus += ` and ${clause}`
    else unassigned += `${clause} and `
  }
  if (tasks.length > 0) return tasks
  const [best] = rank(prompt, functions)
  return best && best.score >= 2 ? [{ declaration: best.declaration, focus: prompt }] : []
}

function rank(text: string, functions: readonly FunctionDeclaration[]) {
  const words = new Set(wordsOf(text).map(stem))
  return functions
    .map((declaration) => ({ declaration, score: score(declaration, words) }))
    .sort((a, b) => b.score - a.score)
}

function score({ name, description, parameters }: FunctionDeclaration, words: ReadonlySet<string>): number {
  const count = (text: string) =>
    new Set(
      keywordsOf(text, 60)
        .map(stem)
        .filter((word) => words.has(word)),
    ).size
  const nameWords = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_.:-]+/g, ' ')
  const properties = isObject(parameters?.properties) ? parameters.properties : {}
  const members = Object.entries(properties).map(([member, schema]) => {
    const { description: text = '', enum: values = [] } = isObject(schema) ? schema : {}
    return `${member.replaceAll('_', ' ')} ${String(text)} ${Array.isArray(values) ? values.join(' ') : ''}`
  })
  return count(nameWords) * 3 + count(description) * 1.5 + Math.min(count(members.join(' ')), 2) * 0.75
}

function stem(text: string): string {
  const word = text.toLowerCase()
  if (word.length < 5) return word.replace(/s$/, '')
  return word.replace(/(?:ies)$/, 'y').replace(/(?:ings?|ers?|ed|es|s)$/, '')
}

const name = "[\\p{L}\\p{N}'’.-]+(?:[ \\t]+\\p{Lu}[\\p{L}'’.-]*)*"
const separator = '(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+(?:and|or|&)\\s+)(?:in\\s+|for\\s+)?'
const enumeration = new RegExp(
  `\\b(?:in|for|at|of|near|to|about|from)\\s+(${name}(?:${separator}${name})+)`,
  'u',
)

/** Returns one text for each item that the prompt lists, if the function accepts one item per call. */
function splitListedItems({ parameters }: FunctionDeclaration, focus: string): string[] {
  const properties = isObject(parameters?.properties) ? Object.values(parameters.properties) : []
  const schemas = properties.filter(isObject)
  const texts = schemas.filter((schema) => typeOf(schema) === 'string' && !Array.isArray(schema.enum))
  const listed = focus.match(enumeration)?.[1]
  if (listed === undefined || texts.length !== 1 || schemas.some((schema) => typeOf(schema) === 'array'))
    return [focus]
  const items = listed.split(new RegExp(separator, 'u')).filter(Boolean)
  return items.slice(0, 8).map((item) => focus.replace(listed, item))
}

/** `focus` is the part of the prompt for this call. Values missing there are taken from the whole prompt. */
function fillArguments(
  { parameters }: FunctionDeclaration,
  focus: string,
  prompt: string,
): Record<string, unknown> {
  if (!isObject(parameters?.properties) || Object.keys(parameters.properties).length === 0) return {}
  const focusSource = readSource(focus)
  const promptSource = readSource(prompt)
  const source = {
    ...focusSource,
    quotations: focusSource.quotations.length > 0 ? focusSource.quotations : promptSource.quotations,
    dates: focusSource.dates.length > 0 ? focusSource.dates : promptSource.dates,
    times: focusSource.times.length > 0 ? focusSource.times : promptSource.times,
    emails: focusSource.emails.length > 0 ? focusSource.emails : promptSource.emails,
  }
  const properties = withoutUnnamedChoices(parameters, prompt)
  const value = fillSchema({ type: 'object', ...parameters, properties }, source)
  return isObject(value) ? { ...value } : {}
}

/** Without the optional enumerations of which the prompt names no value: a random unit would look like a mistake. */
function withoutUnnamedChoices(parameters: JsonObject, prompt: string): JsonObject {
  const required = Array.isArray(parameters.required) ? parameters.required : []
  const text = prompt.toLowerCase()
  const isNamed = (value: unknown) => text.includes(String(value).toLowerCase().replaceAll('_', ' '))
  const members = Object.entries(isObject(parameters.properties) ? parameters.properties : {})
  return Object.fromEntries(
    members.filter(([name, member]) => {
      const values = isObject(member) && Array.isArray(member.enum) ? member.enum : undefined
      return required.includes(name) || !values || values.some(isNamed)
    }),
  )
}

export function checkTurns(request: Generation): void {
  const { turns } = request
  turns.forEach((turn, index) => {
    const next = turns[index + 1]
    if (turn.calls.length > 0 && next) checkCount(turn, next, index + 1)
    if (turn.results.length > 0 && (turns[index - 1]?.calls.length ?? 0) === 0) {
      rejectContents(
        `contents[${index}]: Please ensure that function response turn comes immediately after a function call turn.`,
      )
    }
  })
  if (request.requiresSignatures) checkSignatures(turns)
}

function checkCount(callTurn: ReadTurn, next: ReadTurn, index: number): void {
  if (next.results.length === callTurn.calls.length) return
  rejectContents(
    `contents[${index}]: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn (${callTurn.calls.length} calls, ${next.results.length} responses).`,
  )
}

/** The current turn starts at the user's last prompt. Earlier signatures are not required. */
function checkSignatures(turns: readonly ReadTurn[]): void {
  const prompt = turns.filter((turn) => turn.role === 'user' && turn.results.length === 0).at(-1)
  const start = prompt ? turns.indexOf(prompt) : -1
  turns.forEach((turn, index) => {
    const [first] = turn.calls
    if (index <= start || !first || first.signed) return
    rejectContents(
      `contents[${index}]: Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Function call \`${first.name}\`.`,
    )
  })
}

function rejectContents(message: string): never {
  throw invalidArgument(message, 'contents')
}

export function describeResults({ turns, last }: Generation): string {
  const calls = turns.filter((turn) => turn.calls.length > 0).at(-1)?.calls ?? []
  const question =
    turns.filter((turn) => turn.role === 'user' && turn.results.length === 0).at(-1)?.text ?? ''
  const lines = last.results.map((result, index) => {
    const call = calls.find(({ id }) => id !== undefined && id === result.id) ?? calls[index]
    return describeResult(result, call?.args ?? {})
  })
  const opening = question ? quotePrompt(question) : 'The functions returned results.'
  if (lines.length === 1) return `${opening} ${lines[0]}`
  return `${opening} ${lines.length} functions returned:\n\n${lines.map((line) => `- ${line}`).join('\n')}`
}

function describeResult({ name, response }: FunctionResult, args: JsonObject): string {
  const values = Object.values(args)
    .filter((value) => typeof value !== 'object')
    .map(String)
  const called = values.length > 0 ? `\`${name}\` for **${values.join(', ')}**` : `\`${name}\``
  if (response.error !== undefined) return `${capitalize(called)} failed: ${describeValue(response.error)}.`
  const output = response.output ?? response.result ?? response
  return `${capitalize(called)} returned: ${describeValue(output)}.`
}

function describeValue(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.slice(0, 20).map(describeValue).join('; ')
  if (!isObject(value)) return value === null ? 'nothing' : quote(String(value), 500)
  const members = Object.entries(value).slice(0, 20)
  if (members.length === 0) return 'done'
  return members.map(([name, inner]) => `${name.replaceAll('_', ' ')} ${describeValue(inner)}`).join(', ')
}
