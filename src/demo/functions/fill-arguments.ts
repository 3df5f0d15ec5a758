// Fills a function's parameters from the prompt.
import { isObject } from '../generation/fields'
import type { FunctionDeclaration } from '../generation/read-tools'
import { readSource } from '../schema/source'
import { startFilling, top, writeValue } from '../schema/write-value'

/** `focus` is the part of the prompt that this call is about; what is missing there is looked for in all of it. */
export function fillArguments(
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
  const value = writeValue({ type: 'object', ...parameters }, top, startFilling(source, parameters))
  return isObject(value) ? { ...value } : {}
}
