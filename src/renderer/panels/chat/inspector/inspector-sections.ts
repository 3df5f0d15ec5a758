// The summary of its parameters beside the title of each section.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { formatCount } from '../../../components/format'

const join = (...parts: readonly (string | false | undefined | 0)[]) => parts.filter(Boolean).join(' · ')

/** A short summary of each section's parameters; empty if none is set. */
export const summaries = {
  instruction: ({ systemInstruction }: ChatParameters) => (systemInstruction ? 'Set' : ''),
  sampling: ({ temperature, topP, topK, seed }: ChatParameters) =>
    join(
      temperature !== undefined && String(temperature),
      topP !== undefined && `P ${topP}`,
      topK !== undefined && `K ${topK}`,
      seed !== undefined && 'seed',
    ),
  output: ({ maxOutputTokens, stopSequences = [] }: ChatParameters) =>
    join(
      maxOutputTokens !== undefined && `≤ ${formatCount(maxOutputTokens)}`,
      stopSequences.length > 0 && `${stopSequences.length} stop${stopSequences.length === 1 ? '' : 's'}`,
    ),
  thinking: ({ includeThoughts, thinkingBudget, thinkingLevel }: ChatParameters) =>
    join(
      includeThoughts && 'Shown',
      thinkingLevel?.toLowerCase(),
      thinkingBudget === 0 && 'off',
      thinkingBudget !== undefined && thinkingBudget > 0 && formatCount(thinkingBudget),
    ),
  tools: ({ urlContext, googleSearch }: ChatParameters) =>
    join(urlContext && 'URLs', googleSearch && 'Search'),
  functions: ({ functions }: ChatParameters) => {
    const count = functions?.declarations.length ?? 0
    return functions?.on && count > 0 ? `${count} on` : ''
  },
  structured: ({ structured }: ChatParameters) => (structured?.on ? 'On' : ''),
  safety: ({ safety = [] }: ChatParameters) => (safety.length > 0 ? `${safety.length} set` : ''),
} as const
