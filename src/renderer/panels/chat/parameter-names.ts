// What each parameter is called wherever it is told.
import type { ChatParameters } from '#shared/schemas/chat-parameters'

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
  responseModalities: 'Answers in',
}
