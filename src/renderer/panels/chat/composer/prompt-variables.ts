// Variables of the next prompt: those in its text and in its system instructions, with their values.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Draft } from '#shared/schemas/draft'
import {
  fillTemplate,
  findValueProblem,
  parseTemplate,
  toDefaults,
  type Variable,
} from '#shared/templates/prompt-template'
import { readDraft, toDraftKey, useDrafts } from '../../../state/drafts'

export interface PromptVariables {
  /** Each name once, those of the text first. */
  readonly variables: readonly Variable[]
  /** By the name of each variable; empty if it is missing. */
  readonly values: Readonly<Record<string, string>>
  /** The braces are sent as written. */
  readonly isLiteral: boolean
}

/** `columns` are the parameters that the prompt is sent with, one for each model. */
export function readPromptVariables(
  { text, values }: Pick<Draft, 'text' | 'values'>,
  columns: readonly ChatParameters[],
): PromptVariables {
  const variables = new Map<string, Variable>()
  for (const one of new Set([text, ...columns.map(({ systemInstruction = '' }) => systemInstruction)])) {
    // Almost every prompt is without variables, and is not parsed with each typed character.
    if (!one.includes('{{')) continue
    for (const variable of parseTemplate(one).variables) {
      const known = variables.get(variable.name)
      const isBare = known?.type === 'line' && known.default === ''
      if (!known || isBare) variables.set(variable.name, variable)
    }
  }
  const all = [...variables.values()]
  return { variables: all, values: { ...toDefaults(all), ...values }, isLiteral: values === null }
}

/** A text without variables, or with missing values, stays exactly as written. */
export function fillVariables(text: string, { values, isLiteral }: PromptVariables): string {
  if (isLiteral || !text.includes('{{')) return text
  const template = parseTemplate(text)
  const { variables } = template
  const isComplete = variables.length > 0 && variables.every(({ name }) => !isMissing(values[name]))
  return isComplete ? fillTemplate(template, values) : text
}

export function fillInstruction(parameters: ChatParameters, variables: PromptVariables): ChatParameters {
  const { systemInstruction } = parameters
  if (!systemInstruction) return parameters
  return { ...parameters, systemInstruction: fillVariables(systemInstruction, variables) }
}

/** For requests without a prompt of their own: with the values in the conversation's draft. */
export function fillFromDraft(conversationId: string, parameters: ChatParameters): ChatParameters {
  const { values } = readDraft(useDrafts.getState().drafts, toDraftKey(conversationId))
  return fillInstruction(parameters, readPromptVariables({ text: '', values }, [parameters]))
}

/** Returns the reason why the prompt cannot be sent; undefined if all variables have valid values. */
export function findVariableProblem({ variables, values, isLiteral }: PromptVariables): string | undefined {
  if (isLiteral) return undefined
  const missing = variables.filter(({ name }) => isMissing(values[name])).map(({ name }) => `“${name}”`)
  if (missing.length > 3) return `Fill in ${missing.length} variables`
  if (missing.length > 0) return `Fill in ${listFormat.format(missing)}`
  for (const variable of variables) {
    const problem = findValueProblem(variable, values[variable.name] ?? '')
    if (problem) return `“${variable.name}” ${problem}`
  }
  return undefined
}

const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' })

function isMissing(value: string | undefined): boolean {
  return !value || value.trim() === ''
}
