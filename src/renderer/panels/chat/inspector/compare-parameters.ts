// What differs between two sets of parameters, in the words of the inspector.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { parameterNames } from '../parameter-names'

/** What is sent where nothing is set: these two mean the same. */
const plain: Partial<ChatParameters> = {
  streaming: true,
  includeThoughts: false,
  urlContext: false,
  googleSearch: false,
  systemInstruction: '',
  stopSequences: [],
  safety: [],
}

/** Names, in the inspector's order; empty where both would be sent alike. */
export function listDifferences(before: ChatParameters, after: ChatParameters): readonly string[] {
  // The keys of a record that has every parameter.
  const names = Object.keys(parameterNames) as (keyof ChatParameters)[]
  return names
    .filter((name) => write(before[name] ?? plain[name]) !== write(after[name] ?? plain[name]))
    .map((name) => parameterNames[name])
}

/** The same text for the same value, whatever the order of its members. */
function write(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? sortMembers(inner) : inner)) ?? ''
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortMembers(record: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
