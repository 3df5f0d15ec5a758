// Longer forms of an answer about the prompt's own words: tables, lists, outlines, summaries.
import type { Conversation } from './conversation'
import { capitalise, joinWords, keywordsOf, quote, sentencesOf, spellCount, topicOf, wordsOf } from './words'

/** Facts about a word that anyone can check. */
function measure(word: string): string[] {
  const letters = [...word]
  const vowels = letters.filter((letter) => /[aeiouyäöüàáèéìíòóùú]/i.test(letter)).length
  const [first = ''] = letters
  return [String(letters.length), String(vowels), first.toUpperCase(), letters.reverse().join('')]
}

export function writeTable({ keywords, prompt }: Conversation): string {
  const words = keywords.filter(
    (word) => !/^(?:table|compare|comparison|versus|vs|markdown|column|columns|row|rows)$/.test(word),
  )
  const rows = words.slice(0, 6).map((word) => `| ${capitalise(word)} | ${measure(word).join(' | ')} |`)
  return [
    `The demo cannot weigh ${joinWords(words.slice(0, 2)) || `“${quote(prompt, 40)}”`} as things in the world; as words it can:`,
    ['| Word | Letters | Vowels | Begins with | Backwards |', '|---|--:|--:|:-:|---|', ...rows].join('\n'),
  ].join('\n\n')
}

const angles = [
  ['Begin small', 'pick the one part of %s that you can see from where you sit'],
  ['Turn it round', 'ask what would be left if %s were gone'],
  ['Change the scale', 'look at %s as if it were the size of a coin, then of a city'],
  ['Ask a stranger', 'explain %s to somebody who has never heard of it, in three sentences'],
  ['Find the edge', 'name the first thing that is certainly not %s'],
  ['Give it a date', 'decide what about %s has to be true a week from now'],
  ['Draw it', 'put %s on paper without a single word'],
  ['Borrow', 'take how a gardener, a printer or a pilot would go about %s'],
  ['Count', 'find a number that tells something about %s'],
  ['Leave out', 'describe %s without its most obvious word'],
  ['Listen', 'write down what people say just before they mention %s'],
  ['Repeat', 'do the same thing with %s twice and note the difference'],
] as const

export function writeList({ wanted, random, prompt }: Conversation): string {
  const topic = topicOf(prompt)
  const count = Math.min(wanted.items ?? 5, 50)
  const start = Math.floor(random() * angles.length)
  const lines = Array.from({ length: count }, (_, index) => {
    const [title, text] = angles[(start + index) % angles.length] ?? angles[0]
    const round = Math.floor(index / angles.length)
    return `${index + 1}. **${title}${round > 0 ? ` (${round + 1})` : ''}**: ${text.replace('%s', `*${topic}*`)}.`
  })
  return `${capitalise(spellCount(count))} ways to come at *${topic}*; none of them needs to know the world:\n\n${lines.join('\n')}`
}

/** Keeps the sentences whose words the text repeats most: a summary by counting, and it says so. */
export function writeSummary(text: string, sentences: number): string {
  const all = sentencesOf(text)
  const weights = new Map<string, number>()
  for (const word of keywordsOf(text, 10_000)) weights.set(word.toLowerCase(), 0)
  for (const word of wordsOf(text)) if (weights.has(word)) weights.set(word, (weights.get(word) ?? 0) + 1)
  const scored = all.map((sentence, index) => {
    const words = wordsOf(sentence)
    const sum = words.reduce((total, word) => total + (weights.get(word) ?? 0), 0)
    return { sentence, index, score: sum / Math.sqrt(words.length || 1) }
  })
  const kept = scored
    .sort((a, b) => b.score - a.score)
    .slice(0, sentences)
    .sort((a, b) => a.index - b.index)
  const top = [...weights].sort((a, b) => b[1] - a[1]).slice(0, 5)
  return [
    kept.map(({ sentence }) => sentence).join(' '),
    `Chosen by counting: ${kept.length} of ${all.length} sentences, those with the text's most frequent words (${joinWords(top.map(([word, times]) => `${word} ${times}×`))}).`,
  ].join('\n\n')
}

export function writeOutline({ prompt, keywords, wanted, earlier }: Conversation): string {
  const topic = topicOf(prompt)
  const words = wordsOf(prompt)
  const [first = topic, second = first, third = second] = keywords
  return [
    `## ${capitalise(topic)}`,
    'The demo service knows nothing of the world, so this is a plan for an answer, made of your own words.',
    '### What is asked',
    `> ${quote(prompt, 300)}`,
    `${words.length} words, ${keywords.length} of them telling: ${joinWords(keywords.slice(0, 6).map((word) => `**${word}**`))}.`,
    '### How an answer could go',
    [
      `1. Say what *${first}* means here, before anything is claimed about it.`,
      `2. Tie *${second}* to it: cause, part or example.`,
      `3. Test it on *${third}*, and name one case where it fails.`,
    ].join('\n'),
    ...(wanted.long ? [writeDetails(keywords)] : []),
    ...(earlier.length > 0
      ? [`### What was said before\n\n- ${quote(earlier.at(-1)?.prompt ?? '', 120)}`]
      : []),
  ].join('\n\n')
}

function writeDetails(keywords: readonly string[]): string {
  const lines = keywords.map((word) => {
    const [letters, vowels] = measure(word)
    return `- **${word}**: ${letters} letters, ${vowels} of them vowels.\n  - ask who first needed the word\n  - ask what its opposite is`
  })
  return `### Word by word\n\n${lines.join('\n')}`
}
