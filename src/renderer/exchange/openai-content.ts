// Reads messages of OpenAI clients as the parts of Google's API.

type Json = Readonly<Record<string, unknown>>

const roleNames: Readonly<Record<string, string>> = {
  system: 'System instruction',
  developer: 'System instruction',
  user: 'User',
  assistant: 'Model',
  tool: 'Function',
}

/** The messages of a chat completion, the texts to embed, or the prompt of an image. */
export function listOpenAiMessages({ messages, input, prompt }: Json) {
  const conversation = listObjects(messages).map((message) => ({
    title: roleNames[String(message.role)] ?? String(message.role),
    parts: toParts(message),
  }))
  const inputs = Array.isArray(input) ? input : [input]
  const texts = inputs.flatMap((text, index) =>
    typeof text === 'string' ? [{ title: `Text ${index + 1}`, parts: [{ text }] }] : [],
  )
  const prompts = typeof prompt === 'string' ? [{ title: 'Prompt', parts: [{ text: prompt }] }] : []
  return [...conversation, ...texts, ...prompts]
}

/** The parts of the first choice of a response, or of a chunk of a stream. */
export function listChoiceParts({ choices }: Json): readonly Json[] {
  const [choice] = listObjects(choices)
  return choice ? toParts(toObject(choice.message ?? choice.delta)) : []
}

function toParts({ content, reasoning_content: thought, tool_calls: calls }: Json): readonly Json[] {
  const texts = typeof content === 'string' ? [{ text: content }] : listObjects(content)
  return [
    ...(typeof thought === 'string' ? [{ text: thought, thought: true }] : []),
    ...texts.filter(({ text }) => typeof text === 'string'),
    ...listObjects(calls).flatMap(toCall),
  ]
}

/** A stream may have the arguments in pieces after the name; those are in the events only. */
function toCall(call: Json): Json[] {
  const { name, arguments: text } = toObject(call.function)
  return typeof name === 'string' ? [{ functionCall: { name, args: parse(text) } }] : []
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return {}
  }
}

/** Splits a data URL into its type and the Base64, or the mark in its place. */
export function readDataUrl(value: unknown): { readonly mimeType: string; readonly data: string } | null {
  if (typeof value !== 'string' || !value.startsWith('data:')) return null
  const [, mimeType = '', data] = /^data:([^;,]*)[^,]{0,100};base64,(.*)$/s.exec(value) ?? []
  return data === undefined ? null : { mimeType, data }
}

function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function listObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(toObject) : []
}
