// Puts what the functions answered into words: the final reply of function calling (E8).
import { isObject, type Json } from '../generation/fields'
import type { FunctionResult, Generation } from '../generation/read-request'
import { capitalise, quote } from '../text/words'

export function replyToResults({ turns, last }: Generation): string {
  const calls = turns.filter((turn) => turn.calls.length > 0).at(-1)?.calls ?? []
  const question =
    turns.filter((turn) => turn.role === 'user' && turn.results.length === 0).at(-1)?.text ?? ''
  const lines = last.results.map((result, index) => {
    const call = calls.find(({ id }) => id !== undefined && id === result.id) ?? calls[index]
    return describeResult(result, call?.args ?? {})
  })
  const opening = question ? `You asked: “${quote(question, 120)}”.` : 'The functions have answered.'
  if (lines.length === 1) return `${opening} ${lines[0]}`
  return `${opening} ${lines.length} functions have answered:\n\n${lines.map((line) => `- ${line}`).join('\n')}`
}

function describeResult({ name, response }: FunctionResult, args: Json): string {
  const given = Object.values(args)
    .filter((value) => typeof value !== 'object')
    .map(String)
  const called = given.length > 0 ? `\`${name}\` for **${given.join(', ')}**` : `\`${name}\``
  if (response.error !== undefined) return `${capitalise(called)} failed: ${describeValue(response.error)}.`
  const output = response.output ?? response.result ?? response
  return `${capitalise(called)} says: ${describeValue(output)}.`
}

function describeValue(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.slice(0, 20).map(describeValue).join('; ')
  if (!isObject(value)) return value === null ? 'nothing' : quote(String(value), 500)
  const members = Object.entries(value).slice(0, 20)
  if (members.length === 0) return 'done'
  return members.map(([name, inner]) => `${name.replaceAll('_', ' ')} ${describeValue(inner)}`).join(', ')
}
