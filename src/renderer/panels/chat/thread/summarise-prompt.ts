// A prompt in one line.
import type { Part } from '#shared/schemas/content'

/** Its words, and how many files come with them. */
export function summarisePrompt(parts: readonly Part[]): { text: string; files: number } {
  const text = parts
    .map((part) => part.text ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
  const files = parts.filter(({ inlineData, inline_data, fileData, file_data }) =>
    Boolean(inlineData ?? inline_data ?? fileData ?? file_data),
  ).length
  return { text: text.slice(0, 300), files }
}
