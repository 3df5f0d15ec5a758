// Decides which declared functions the fake model calls, and with which arguments (wire §2.3).

import { readSource, type Source } from '#demo/schema/source'
import { fillSchema } from '#demo/schema/write-json'
import { isObject } from '#shared/wire/json-objects'
import { callsOf, currentTurn, type GenerateRequest, type Part } from './contents.fixture'
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
  const prompt = (turn[0]?.parts ?? []).map(({ text = '' }) => text).join(' ')
  const matching = findMatching(declared, prompt)
  const step = turn.filter((content) => callsOf(content).length > 0).length
  const isParallel = /\b(parallel|both|at once)\b/i.test(prompt)
  // Parallel calls are at least two.
  const parallel = matching.length === 1 ? [...matching, ...matching] : matching
  const selected = isParallel ? (step === 0 ? parallel : []) : matching.slice(step, step + 1)
  // Only the first of several calls has a signature. None has an id.
  return selected.map(({ name, schema }, index) => ({
    functionCall: { name, ...toArguments(schema, readCallSource(prompt, index)) },
    ...(index === 0 ? { thoughtSignature: sign(model, `${name} ${step}`) } : {}),
  }))
}

function readDeclared({ tools = [], toolConfig }: GenerateRequest): readonly Declared[] {
  const { mode = 'AUTO', allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {}
  if (mode === 'NONE') return []
  return tools
    .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
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

/** The values of the prompt for one of parallel calls: without the names of the calls before it. */
export function readCallSource(prompt: string, index: number): Source {
  const { names } = readSource(prompt)
  return readSource(names.slice(0, index).reduce((text, name) => text.replace(name, ''), prompt))
}

/** No `args` if the function has no parameters. */
function toArguments(schema: unknown, source: Source): { readonly args?: object } {
  const args = schema === undefined ? undefined : fillSchema(schema, source)
  return isObject(args) && Object.keys(args).length > 0 ? { args } : {}
}
