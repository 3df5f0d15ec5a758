// Variables of a prompt that is written or edited: those in its texts and its system instructions, with their values.
import { useMemo } from 'react'
import type { Draft } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import {
  fillTemplate,
  findValueProblem,
  parseTemplate,
  toDefaults,
  type Variable,
} from '#shared/templates/prompt-template'
import { useDrafts } from '../../../state/draft-store'
import { toDraftKey } from '../../../state/drafts'
import { readParameters, setParameters } from '../../../state/next-parameters'

export interface PromptVariables {
  /** Each name once, those of the text first. */
  readonly variables: readonly Variable[]
  /** By the name of each variable; empty if it is missing. */
  readonly values: Readonly<Record<string, string>>
  /** The braces are sent as written. */
  readonly isLiteral: boolean
}

export const noVariables: PromptVariables = { variables: [], values: {}, isLiteral: false }

interface Written {
  readonly texts: readonly string[]
  readonly values?: Draft['values']
}

/** `columns` are the parameters that the prompt is sent with, one for each model. */
export function readPromptVariables(
  { texts, values }: Written,
  columns: readonly ChatParameters[],
): PromptVariables {
  const variables = new Map<string, Variable>()
  for (const text of new Set([...texts, ...columns.map(({ systemInstruction = '' }) => systemInstruction)])) {
    // Almost every prompt is without variables, and is not parsed with each typed character.
    if (!text.includes('{{')) continue
    for (const variable of parseTemplate(text).variables) {
      const known = variables.get(variable.name)
      const isBare = known?.type === 'line' && known.default === ''
      if (!known || isBare) variables.set(variable.name, variable)
    }
  }
  const all = [...variables.values()]
  return { variables: all, values: { ...toDefaults(all), ...values }, isLiteral: values === null }
}

interface Edited extends Written {
  /** The texts before the edit: braces in them were sent as written. */
  readonly original: readonly string[]
  /** Values in the composer, which fill the same system instruction. */
  readonly shared: Draft['values']
}

/** Braces that were sent as written stay so, until there are others or the user fills them in. */
export function readEditVariables(
  { original, texts, values, shared }: Edited,
  columns: readonly ChatParameters[],
): PromptVariables {
  const read = readPromptVariables(
    { texts, values: values === null ? null : { ...shared, ...values } },
    columns,
  )
  if (values !== undefined) return read
  const known = new Set(readPromptVariables({ texts: original }, []).variables.map(({ name }) => name))
  return {
    ...read,
    isLiteral: read.variables.length > 0 && read.variables.every(({ name }) => known.has(name)),
  }
}

interface EditContext extends Pick<Edited, 'original' | 'texts'> {
  readonly conversationId: string
  /** With the system instruction that the prompt is sent with, unless that is filled already. */
  readonly parameters?: ChatParameters
}

/** `key` is that of the edit's draft, which has the values. */
export function useEditVariables(
  key: string,
  { conversationId, original, texts, parameters }: EditContext,
): PromptVariables {
  const values = useDrafts(({ drafts }) => drafts[key]?.values)
  const shared = useDrafts(({ drafts }) => drafts[toDraftKey(conversationId)]?.values)
  return useMemo(
    () => readEditVariables({ original, texts, values, shared }, parameters ? [parameters] : []),
    [original, texts, values, shared, parameters],
  )
}

/** For a request without a prompt of its own: its system instruction has the values in the composer. */
export function useInstructionVariables(conversationId: string, parameters: ChatParameters): PromptVariables {
  const values = useDrafts(({ drafts }) => drafts[toDraftKey(conversationId)]?.values)
  return useMemo(() => readPromptVariables({ texts: [], values }, [parameters]), [values, parameters])
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

/** The chat continues with the instruction as it was sent, unless it was changed meanwhile. */
export function saveSentInstruction(
  conversationId: string | null,
  written: ChatParameters,
  sent: ChatParameters,
) {
  const { systemInstruction } = sent
  const isSame = readParameters(conversationId).systemInstruction === written.systemInstruction
  if (systemInstruction !== written.systemInstruction && isSame)
    setParameters(conversationId, { systemInstruction })
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
