// Function calling: which functions a prompt asks for, with which arguments.
import { type AnswerChunk, sign } from '../generation/answer-chunks'
import { invalidArgument, isObject, type Json } from '../generation/fields'
import type { FunctionDeclaration, Generation } from '../generation/read-request'
import { countTokens } from '../generation/tokens'
import { typeOf } from '../schema/resolve-schema'
import { readSource } from '../schema/source'
import { fillSchema } from '../schema/write-json'
import { toOpaqueId } from '../seed'
import { keywordsOf, wordsOf } from '../text/words'

/** Only the first call is signed; ids exist from the third generation on (wire §2.3, §2.4). */
export function* answerWithCalls(request: Generation, calls: readonly ChosenCall[]): Generator<AnswerChunk> {
  for (const [index, { name, args }] of calls.entries()) {
    const id = request.signs ? { id: toOpaqueId(`${request.fingerprint}${index}`, 8) } : {}
    const signature = index === 0 && request.entry?.thinks ? { thoughtSignature: sign(request, name) } : {}
    yield {
      part: { functionCall: { ...id, name, args: { ...args } }, ...signature },
      tokens: countTokens(name) + countTokens(JSON.stringify(args)),
    }
  }
  yield { finishReason: 'STOP' }
}

export interface ChosenCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** A function and the part of the prompt that is its business. */
interface Task {
  readonly declaration: FunctionDeclaration
  readonly focus: string
}

/** None: the prompt is better answered in words. */
export function chooseCalls(request: Generation): ChosenCall[] {
  const functions = readAllowed(request)
  if (functions.length === 0) return []
  const prompt = request.last.text
  const tasks = assign(prompt, functions)
  const [best] = rank(prompt, functions)
  if (tasks.length === 0 && request.callMode === 'ANY' && best)
    tasks.push({ declaration: best.declaration, focus: prompt })
  return tasks.flatMap(({ declaration, focus }) =>
    repeat(declaration, focus).map((text) => ({
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

/** Each clause goes to the function that fits it best, or to the one before it. */
function assign(prompt: string, functions: readonly FunctionDeclaration[]): Task[] {
  const clauses = prompt
    .split(/(?<=[.;?!])\s+|\s*(?:,\s*)?\b(?:and then|then|and also|and|plus)\b\s*|,\s+/i)
    .filter(Boolean)
  const tasks: { declaration: FunctionDeclaration; focus: string }[] = []
  let waiting = ''
  for (const clause of clauses) {
    const [best] = rank(clause, functions)
    const open = tasks.at(-1)
    if (best && best.score >= 2 && best.declaration !== open?.declaration) {
      tasks.push({ declaration: best.declaration, focus: waiting + clause })
      waiting = ''
    } else if (open) open.focus += ` and ${clause}`
    else waiting += `${clause} and `
  }
  if (tasks.length > 0) return tasks
  const [whole] = rank(prompt, functions)
  return whole && whole.score >= 2 ? [{ declaration: whole.declaration, focus: prompt }] : []
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
  const spelled = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_.:-]+/g, ' ')
  const properties = isObject(parameters?.properties) ? parameters.properties : {}
  const members = Object.entries(properties).map(([member, schema]) => {
    const { description: text = '', enum: values = [] } = isObject(schema) ? schema : {}
    return `${member.replaceAll('_', ' ')} ${String(text)} ${Array.isArray(values) ? values.join(' ') : ''}`
  })
  return count(spelled) * 3 + count(description) * 1.5 + Math.min(count(members.join(' ')), 2) * 0.75
}

function stem(spelled: string): string {
  const word = spelled.toLowerCase()
  if (word.length < 5) return word.replace(/s$/, '')
  return word.replace(/(?:ies)$/, 'y').replace(/(?:ings?|ers?|ed|es|s)$/, '')
}

const name = "[\\p{L}\\p{N}'’.-]+(?:[ \\t]+\\p{Lu}[\\p{L}'’.-]*)*"
const separator = '(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+(?:and|or|&)\\s+)(?:in\\s+|for\\s+)?'
const enumeration = new RegExp(
  `\\b(?:in|for|at|of|near|to|about|from)\\s+(${name}(?:${separator}${name})+)`,
  'u',
)

/** One text for each thing the prompt lists, if the function takes one thing at a time. */
function repeat({ parameters }: FunctionDeclaration, focus: string): string[] {
  const properties = isObject(parameters?.properties) ? Object.values(parameters.properties) : []
  const schemas = properties.filter(isObject)
  const texts = schemas.filter((schema) => typeOf(schema) === 'string' && !Array.isArray(schema.enum))
  const listed = focus.match(enumeration)?.[1]
  if (listed === undefined || texts.length !== 1 || schemas.some((schema) => typeOf(schema) === 'array'))
    return [focus]
  const things = listed.split(new RegExp(separator, 'u')).filter(Boolean)
  return things.slice(0, 8).map((thing) => focus.replace(listed, thing))
}

/** `focus` is the part of the prompt that this call is about; what is missing there is searched in all of it. */
function fillArguments(
  { parameters }: FunctionDeclaration,
  focus: string,
  prompt: string,
): Record<string, unknown> {
  if (!isObject(parameters?.properties) || Object.keys(parameters.properties).length === 0) return {}
  const near = readSource(focus)
  const far = readSource(prompt)
  const source = {
    ...near,
    quotations: near.quotations.length > 0 ? near.quotations : far.quotations,
    dates: near.dates.length > 0 ? near.dates : far.dates,
    times: near.times.length > 0 ? near.times : far.times,
    emails: near.emails.length > 0 ? near.emails : far.emails,
  }
  const properties = withoutUnnamedChoices(parameters, prompt)
  const value = fillSchema({ type: 'object', ...parameters, properties }, source)
  return isObject(value) ? { ...value } : {}
}

/** Without the optional enumerations of which the prompt names no value: a random unit would look like a mistake. */
function withoutUnnamedChoices(parameters: Json, prompt: string): Json {
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
