// The terms of a search over all conversations.

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
