// Reads the result that was typed for a call: a JSON object, and nothing else (wire §2.3).
import { findJsonMistake, type JsonMistake } from '../../../components/json-mistake'
import { lineOf } from '../inspector/json-locations'
import type { FunctionResult } from './function-results'

export type TypedResponse =
  | { readonly response: FunctionResult['response'] }
  | {
      readonly mistake: JsonMistake
      /** It is JSON, and of the wrong kind. */
      readonly isJson: boolean
    }

export function readResult(text: string): TypedResponse {
  const mistake = findJsonMistake(text)
  if (mistake && text.trim() === '') {
    return { mistake: { ...mistake, message: 'A result is missing: write a JSON object.' }, isJson: false }
  }
  if (mistake) {
    const message = `Line ${lineOf(text, mistake.from)}: ${mistake.message}`
    return { mistake: { ...mistake, message }, isJson: false }
  }
  const value: unknown = JSON.parse(text)
  if (isRecord(value)) return { response: value }
  const message = `A result must be an object, and this is ${nameKind(value)}: write { "output": … } around it.`
  return { mistake: { from: 0, to: text.length, message }, isJson: true }
}

export function writeResult(response: FunctionResult['response']): string {
  return JSON.stringify(response, null, 2)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameKind(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return { string: 'a text', number: 'a number' }[String(typeof value)] ?? 'true or false'
}
