// A search over all conversations: its terms and a result.
import { z } from 'zod'

export const SearchHit = z.object({
  conversationId: z.string(),
  title: z.string(),
  /** Null if the title matches. */
  turnId: z.string().nullable(),
  role: z.enum(['user', 'model']).nullable(),
  at: z.number(),
  /** The text around the match; `found` marks the matching words. */
  snippet: z.array(z.object({ text: z.string(), found: z.boolean() })),
})
export type SearchHit = z.infer<typeof SearchHit>

const maxTerms = 32
const maxQueryLength = 1000

/** A phrase in straight or curly quotes, or a word; an unpaired quote is text. */
const phraseOrWord = /["“”]([^"“”]*[^\s"“”][^"“”]*)["“”](?=\s|$)|\S+/gu

/** The words and the phrases, without their quotes, that a text must contain. */
export function listSearchTerms(typed: string): string[] {
  const found = typed
    .slice(0, maxQueryLength)
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .matchAll(phraseOrWord)
  return [...found].map(([word, phrase]) => phrase?.trim() ?? word).slice(0, maxTerms)
}
