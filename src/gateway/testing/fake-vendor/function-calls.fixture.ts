// Decides which declared functions the fake model calls, and with which arguments (wire §2.3).
import { type Content, callsOf, currentTurn, type GenerateRequest, type Part } from './contents.fixture'
import { isObject } from './proto-json.fixture'
import { type Hints, toInstance } from './schema-instance.fixture'
import { sign } from './signatures.fixture'

interface Declared {
  readonly name: string
  readonly schema: unknown
}

/**
 * Returns the functions named in the prompt one at a time, or the first declared one; all together if the prompt
 * contains "parallel" or "both". None once all have been called.
 */
export function planCalls(request: GenerateRequest, model: string): readonly Part[] {
  const declared = readDeclared(request)
  const turn = currentTurn(request.contents ?? [])
  const prompt = toText(turn[0])
  const matching = findMatching(declared, prompt)
  const steps = turn.filter((content) => callsOf(content).length > 0).length
  const parallel = /\b(parallel|both|at once)\b/i.test(prompt)
  const selected = parallel ? (steps === 0 ? toParallel(matching) : []) : matching.slice(steps, steps + 1)
  const hints = readHints(prompt)
  return selected.map((one, index) => toCall(one, { model, hints, index, step: steps }))
}

function readDeclared({ tools = [], toolConfig }: GenerateRequest): readonly Declared[] {
  const { mode = 'AUTO', allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {}
  if (mode === 'NONE') return []
  const declared = tools.flatMap(({ functionDeclarations }) =>
    Array.isArray(functionDeclarations) ? functionDeclarations.filter(isObject) : [],
  )
  return declared
    .map(({ name, parameters, parametersJsonSchema }) => ({
      name: String(name),
      schema: parameters ?? parametersJsonSchema,
    }))
    .filter(({ name }) => allowedFunctionNames.length === 0 || allowedFunctionNames.includes(name))
}

function findMatching(declared: readonly Declared[], prompt: string): readonly Declared[] {
  const named = declared
    .map((one) => ({ one, at: prompt.indexOf(one.name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  return named.length > 0 ? named.map(({ one }) => one) : declared.slice(0, 1)
}

/** Parallel calls are at least two. */
function toParallel(matching: readonly Declared[]): readonly Declared[] {
  return matching.length === 1 ? [...matching, ...matching] : matching
}

interface CallOptions {
  readonly model: string
  readonly hints: Hints
  readonly index: number
  readonly step: number
}

/** Without an id. Only the first of several calls has a signature. No `args` if the function has no parameters. */
function toCall({ name, schema }: Declared, { model, hints, index, step }: CallOptions): Part {
  const words = [...hints.words.slice(index), ...hints.words.slice(0, index)]
  const args = toInstance(schema, { ...hints, words })
  const hasNoArguments = !isObject(args) || Object.keys(args).length === 0
  const signature = index === 0 ? { thoughtSignature: sign(model, `${name} ${step}`) } : {}
  return { functionCall: { name, ...(hasNoArguments ? {} : { args }) }, ...signature }
}

export function toText(content: Content | undefined): string {
  return (content?.parts ?? []).map(({ text = '' }) => text).join(' ')
}

/** Names are capitalized words that do not start a sentence. */
export function readHints(prompt: string): Hints {
  const names = [...prompt.matchAll(/(?<=[\w,] )\p{Lu}[\p{L}-]+/gu)].map(([word]) => word)
  const numbers = [...prompt.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number))
  return { words: names, numbers }
}
