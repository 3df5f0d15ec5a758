// Fuzzy search in short texts, such as the titles of commands, and the terms of a search over all conversations.

/**
 * How well a title matches what was typed; 0 if it does not. Each typed word must be found: at best as the beginning of
 * a word, else inside of one, at least as its characters in this order. `words` are found, too, but count less.
 */
export function scoreText(query: string, title: string, words = ''): number {
  const typed = query.toLowerCase().split(/\s+/).filter(Boolean)
  const text = title.toLowerCase()
  const more = words.toLowerCase()
  let sum = 0
  for (const word of typed) {
    const score = Math.max(scoreWord(word, text), scoreWord(word, more) * 0.6)
    if (score === 0) return 0
    sum += score
  }
  const isWhole = text === typed.join(' ')
  const isStart = text.startsWith(typed.join(' '))
  // If two match equally, the shorter title has more of the typed text.
  return sum / Math.max(1, typed.length) + (isWhole ? 2 : isStart ? 1 : 0) + 1 / (10 + text.length)
}

function scoreWord(word: string, text: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isWordStart(text, at)) return 3
  }
  if (text.includes(word)) return 2
  return scoreSubsequence(word, text)
}

/** The share of characters at the beginning of words or right after the one before. */
function scoreSubsequence(word: string, text: string): number {
  let at = -1
  let near = 0
  for (const character of word) {
    const next = text.indexOf(character, at + 1)
    if (next < 0) return 0
    // An initial later in the text is what abbreviations mean.
    const initial = findInitial(character, text, at + 1)
    const found = next === at + 1 || initial < 0 ? next : initial
    if (found === at + 1 || isWordStart(text, found)) near += 1
    at = found
  }
  const share = near / word.length
  // Letters spread over a text are in nearly every text.
  return share < 0.7 ? 0 : share
}

function findInitial(character: string, text: string, from: number): number {
  for (let at = text.indexOf(character, from); at >= 0; at = text.indexOf(character, at + 1)) {
    if (isWordStart(text, at)) return at
  }
  return -1
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))
}

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
