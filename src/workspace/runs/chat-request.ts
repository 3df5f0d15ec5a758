// Builds the request that continues a conversation.
import { toNeutralId } from '#shared/models/catalogue'
import type { ChatParameters, Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'

interface RequestContent {
  readonly role: Turn['role']
  readonly parts: readonly Part[]
}

export interface ChatRequest {
  readonly contents: readonly RequestContent[]
  readonly systemInstruction?: { readonly parts: readonly [{ readonly text: string }] }
  readonly generationConfig?: Readonly<Record<string, unknown>>
}

/** `branch` goes from the root to the prompt. Media stand as they are kept. */
export function toChatRequest(branch: readonly Turn[], parameters: ChatParameters): ChatRequest {
  const { systemInstruction } = parameters
  const generationConfig = toGenerationConfig(parameters)
  return {
    contents: toContents(branch, parameters.model),
    ...(systemInstruction?.trim() ? { systemInstruction: { parts: [{ text: systemInstruction }] } } : {}),
    ...(Object.keys(generationConfig).length > 0 ? { generationConfig } : {}),
  }
}

function toGenerationConfig(parameters: ChatParameters): Record<string, unknown> {
  const { temperature, maxOutputTokens, includeThoughts } = parameters
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(includeThoughts === undefined ? {} : { thinkingConfig: { includeThoughts } }),
  }
}

/** Neighbours of one role, where an answer between them is left out, become one content: roles alternate. */
function toContents(branch: readonly Turn[], model: string): RequestContent[] {
  const blocked = new Set(branch.flatMap((turn) => (turn.blockReason === null ? [] : [turn.parentId])))
  const contents: RequestContent[] = []
  for (const turn of branch) {
    // A blocked prompt would have every later one blocked too.
    const parts = blocked.has(turn.id) ? [] : partsToSend(turn, model)
    const last = contents.at(-1)
    if (parts.length === 0) continue
    if (last?.role === turn.role)
      contents[contents.length - 1] = { ...last, parts: [...last.parts, ...parts] }
    else if (last || turn.role === 'user') contents.push({ role: turn.role, parts })
  }
  return contents
}

/** A failed answer is left out; a stopped or interrupted one is sent as far as it came. */
function partsToSend(turn: Turn, model: string): readonly Part[] {
  if (turn.role === 'user') return turn.parts
  if (turn.state === 'failed' || turn.state === 'running') return []
  const sameModel = turn.model !== null && toNeutralId(turn.model) === toNeutralId(model)
  // Signatures bind to the model that made them: another one refuses them (wire §2.4).
  const parts = sameModel ? turn.parts : turn.parts.map(({ thoughtSignature: _, ...part }) => part)
  return parts.filter(isWorthSending)
}

/** Thoughts go back only where they are signed (wire §2.4); a text that is empty only with something beside it. */
function isWorthSending(part: Part): boolean {
  if (part.thoughtSignature !== undefined) return true
  if (part.thought === true) return false
  return part.text !== '' || Object.keys(part).length > 1
}
