// What compared answers were asked for with, as far as it differs between them.
import type { ChatParameters } from '#shared/schemas/chat-parameters'

export interface Difference {
  readonly name: string
  readonly value: string
}

/** In the order in which they are told; the model stands above the column. */
const names: Readonly<Record<Exclude<keyof ChatParameters, 'model'>, string>> = {
  systemInstruction: 'System instruction',
  temperature: 'Temperature',
  topP: 'Top P',
  topK: 'Top K',
  maxOutputTokens: 'Max output tokens',
  stopSequences: 'Stop sequences',
  seed: 'Seed',
  includeThoughts: 'Thoughts',
  thinkingBudget: 'Thinking budget',
  thinkingLevel: 'Thinking level',
  streaming: 'Streaming',
  safety: 'Safety',
  functions: 'Functions',
  structured: 'Structured output',
  urlContext: 'URL context',
  googleSearch: 'Search',
}

/** For each column the same names, so that they can be read across. */
export function listDifferences(columns: readonly (ChatParameters | null)[]): Difference[][] {
  // The entries are those of `names`, whose keys are its type.
  const entries = Object.entries(names) as [keyof typeof names, string][]
  const differing = entries.filter(([key]) => {
    const values = columns.map((column) => JSON.stringify(column?.[key]))
    return new Set(values).size > 1
  })
  return columns.map((column) =>
    differing.map(([key, name]) => ({ name, value: describeValue(column?.[key]) })),
  )
}

function describeValue(value: ChatParameters[keyof ChatParameters]): string {
  if (value === undefined) return 'default'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return value.on ? 'on' : 'off'
  return value.map((item) => (typeof item === 'string' ? item : item.threshold)).join(', ')
}
