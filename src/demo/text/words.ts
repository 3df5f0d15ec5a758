// Words of a prompt: its keywords, its topic, and quotes of it.

const stopWords = new Set(
  `a about above after again all also am an and any are as at be because been before being below between both but by can
could did do does doing down during each few for from further get give had has have having he her here hers him his how i if in
into is it its itself just kindly let like make many may me might more most much must my need no nor not now of off on once only
or other our out over own please put same say shall she should show so some such tell than that the their them then there these
they this those through to too under until up us very want was we were what when where which while who whom why will with would
write you your yours detail explain describe summarise summarize list name suggest create generate draw sentence sentences word words
two three four five six seven eight nine ten one it's i'm don't what's`.split(/\s+/),
)

const wordPattern = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

/** Lower-case words with letters and digits only, and apostrophes inside. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? []
}

/** The keywords in order, without duplicates; in lower case except for acronyms ("TCP"). */
export function keywordsOf(text: string, limit = 12): string[] {
  const found = new Map<string, string>()
  for (const word of text.match(wordPattern) ?? []) {
    const key = word.toLowerCase()
    if (word.length > 1 && !stopWords.has(key) && !found.has(key))
      found.set(key, word === capitalize(key) ? key : word)
    if (found.size >= limit) break
  }
  return [...found.values()]
}

export function sentencesOf(text: string): string[] {
  return (text.match(/[^.!?\n]+(?:[.!?]+(?=\s|$)|\n|$)/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

/** On one line, cut at a word if longer than `limit` characters. */
export function quote(text: string, limit = 90): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= limit) return line
  const cut = line.slice(0, limit)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2)).trimEnd()}…`
}

/** A sentence that quotes the prompt. */
export function quotePrompt(prompt: string): string {
  const quoted = quote(prompt, 120)
  return `You asked: “${quoted}”${/[.?!…]$/.test(quoted) ? '' : '.'}`
}

/** The topic of the prompt as a phrase: "a clock that runs backwards". */
export function topicOf(prompt: string): string {
  const [sentence = ''] = sentencesOf(prompt)
  const first = sentence.length > 60 ? sentence.replace(/(?<=.{20}),\s.*$/, '') : sentence
  const plain = first
    .replace(/[.!?:;,\s]+$/, '')
    .replace(/\b(?:in|with) (?:about |at least )?\w+ (?:words?|sentences?)\b/gi, '')
  const explainedTopic = plain.match(/^(?:please )?(?:explain|describe)(?: in detail)?\s+(.{3,})$/i)?.[1]
  const topic = plain.match(/\b(?:about|on|of|for|regarding|explain|describe|is|are)\s+(.{3,90})$/i)?.[1]
  const phrase = explainedTopic ?? topic ?? (keywordsOf(plain, 4).join(' ') || plain)
  return quote(phrase.trim() || 'your prompt', 80)
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns "a, b and c". */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')}${words.length > 2 ? ',' : ''} and ${words.at(-1)}`
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Reads "7" or "seven". */
export function readCount(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  const index = numberWords.indexOf(word.toLowerCase())
  const value = index >= 0 ? index : Number(word.replaceAll(',', ''))
  return Number.isInteger(value) && value >= 0 ? value : undefined
}
