// Display names of the parameters, and the differences between two sets.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { isObject, type JsonObject } from '#shared/wire/json-objects'

/** In the inspector's order. */
export const parameterNames: Readonly<Record<keyof ChatParameters, string>> = {
  model: 'Model',
  streaming: 'Streaming',
  systemInstruction: 'System instruction',
  temperature: 'Temperature',
  topP: 'Top P',
  topK: 'Top K',
  maxOutputTokens: 'Max output tokens',
  stopSequences: 'Stop sequences',
  seed: 'Seed',
  includeThoughts: 'Show thinking',
  thinkingBudget: 'Thinking budget',
  thinkingLevel: 'Thinking level',
  safety: 'Safety',
  functions: 'Functions',
  structured: 'Structured output',
  urlContext: 'URL context',
  googleSearch: 'Google Search',
  aspectRatio: 'Aspect ratio',
  imageSize: 'Image size',
  responseModalities: 'Output types',
}

/** Values that are sent if nothing is set: both mean the same. */
const defaults: Partial<ChatParameters> = {
  streaming: true,
  includeThoughts: false,
  urlContext: false,
  googleSearch: false,
  systemInstruction: '',
  stopSequences: [],
  safety: [],
}

/** Names in the inspector's order; empty if both result in the same request. */
export function listDifferences(before: ChatParameters, after: ChatParameters): readonly string[] {
  // The keys of a record that has every parameter.
  const names = Object.keys(parameterNames) as (keyof ChatParameters)[]
  return names
    .filter((name) => write(before[name] ?? defaults[name]) !== write(after[name] ?? defaults[name]))
    .map((name) => parameterNames[name])
}

/** The same text for the same value, whatever the order of its members. */
function write(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isObject(inner) ? sortMembers(inner) : inner)) ?? ''
}

function sortMembers(record: JsonObject) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
