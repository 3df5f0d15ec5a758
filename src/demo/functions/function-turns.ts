// The turns of function calling: validates them like the vendor API, and describes results in text (E8).

import { invalidArgument, isObject, type Json } from '../generation/fields'
import type { FunctionResult, Generation, ReadTurn } from '../generation/read-request'
import { capitalize, quote, quotePrompt } from '../text/words'

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

function describeResult({ name, response }: FunctionResult, args: Json): string {
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
