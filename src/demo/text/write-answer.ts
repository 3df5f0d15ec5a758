// Writes the demo service's answer to a prompt, with the first kind of sample response that matches.

import { pick, type Random } from '../seed'
import { type Conversation, recapConversation } from './conversation'
import { findSample, noModel, writeList, writeOutline } from './sample-responses'
import { capitalize, quote, readCount, topicOf, wordsOf } from './words'

const writers: readonly ((conversation: Conversation) => string | undefined)[] = [
  recapConversation,
  introduce,
  countUp,
  ({ prompt, length }) => (length.isShort || length.sentences ? undefined : findSample(prompt)),
  calculate,
  writeText,
  (conversation) =>
    conversation.length.items || /\b(?:list|ideas|brainstorm|bullets?)\b/i.test(conversation.prompt)
      ? writeList(conversation)
      : undefined,
  replyShort,
]

const notice =
  '*These are sample responses from the built-in demo service, which has no model. To use a real model, choose a provider in Settings.*'

/** Returns Markdown. Only the first answer of a conversation has the notice. */
export function writeAnswer(conversation: Conversation): string {
  const { earlier, system, length } = conversation
  const body =
    writers.reduce<string | undefined>((answer, write) => answer ?? write(conversation), undefined) ??
    writeOutline(conversation)
  if (earlier.length > 0) return followInstruction(system, body)
  const acknowledged = system
    ? `Your system instruction was received (“${quote(system, 80)}”). The demo follows only simple instructions.\n\n${body}`
    : body
  const hasNotice = length.isShort || body === introduction || body.includes(noModel)
  return followInstruction(system, hasNotice ? acknowledged : `${acknowledged}\n\n---\n\n${notice}`)
}

/** Follows the few instructions that need no understanding. */
function followInstruction(system: string, answer: string): string {
  if (/\b(?:upper ?case|all caps|capital letters)\b/i.test(system)) return answer.toUpperCase()
  const [, ending] = system.match(/\bend (?:each|every|your|all)\b.*?\bwith ["“']([^"”']+)["”']/i) ?? []
  return ending ? `${answer}\n\n${ending}` : answer
}

const introduction = `I’m the built-in **demo service**. I run inside Gen Playground, offline, so you can try every panel before you enter a key.

- **Chat**: sample responses with tables, code, formulas, and lists, arithmetic, “count to 30”, and texts of any length (“write 800 words about lighthouses”)
- **Functions and JSON**: I call the functions you declare and fill in your schema
- **Images and video**: generated from the words in your prompt, and edited by prompt
- **Audio and embeddings**: file facts, and vectors that place similar texts close together

To use a real model, choose a provider in **Settings**.`

function introduce({ prompt }: Conversation): string | undefined {
  const greeting = /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings)\b[\s!,.]*/i
  const rest = prompt.replace(greeting, '').trim()
  if (rest === '' && greeting.test(prompt)) return 'Hello! What would you like to try?'
  return /^(?:who|what) are you\b|\bwhat can you do\b|^help\W*$/i.test(rest) ? introduction : undefined
}

function countUp({ prompt }: Conversation): string | undefined {
  const match = prompt.match(
    /\bcount\b(?:\s+\w+)?(?:\s+from\s+(\w+))?\s+(?:up\s+)?(?:down\s+)?to\s+([\w,]+)/i,
  )
  const end = readCount(match?.[2])
  if (end === undefined) return undefined
  const start = readCount(match?.[1]) ?? 1
  const step = start <= end ? 1 : -1
  const length = Math.min(Math.abs(end - start) + 1, 20_000)
  return Array.from({ length }, (_, index) => start + index * step).join(', ')
}

function calculate({ prompt }: Conversation): string | undefined {
  const solution = prompt.length < 400 ? solve(prompt) : undefined
  return solution && `${solution.question} is **${solution.answer}**.`
}

/** Stories, and any text of a requested length. */
function writeText({ prompt, random, length: { words, isLong, isShort } }: Conversation): string | undefined {
  const isStory = /\b(?:story|tale|fable|novel|poem|haiku|essay|article|text|letter|blog)\b/i.test(prompt)
  const isWritten = /\b(?:write|tell|compose|continue)\b|^an? (?:story|tale|fable|poem|haiku)\b/i.test(prompt)
  if (!(isWritten && (isStory || isLong)) && !(words && words >= 40)) return undefined
  const topic = topicOf(prompt).replace(
    /^(?:an? )?(?:story|tale|fable|novel|poem|haiku|essay)$/i,
    'the river',
  )
  const length = Math.min(words ?? (isLong ? 1200 : isShort ? 120 : 260), 20_000)
  return `# ${capitalize(topic)}\n\n${writeProse(topic, random, length)}`
}

/** Writes the requested number of sentences, up to four. Returns undefined for a long prompt. */
function replyShort({ prompt, earlier, length }: Conversation): string | undefined {
  if (length.isLong || !(length.isShort || length.sentences || wordsOf(prompt).length <= 12)) return undefined
  const previous = earlier.at(-1)
  const followsUp = /\b(?:it|its|they|them|that|those|these|this|he|she|why|more|continue|and)\b/i.test(
    prompt,
  )
  const sentences = [
    previous && followsUp
      ? `You are following up on “${quote(previous.prompt, 70)}”.`
      : `You asked about *${topicOf(prompt)}*.`,
    `${noModel}, so it can’t answer that.`,
    'Ask for arithmetic, a list, a table, a formula, code, or a story to see sample responses.',
    'To use a real model, choose a provider in **Settings**.',
  ]
  return sentences.slice(0, length.sentences ?? (length.isShort ? 2 : 3)).join(' ')
}

type Choices = readonly [string, ...string[]]

const choices: Readonly<Record<string, Choices>> = {
  name: ['Mara', 'Noor', 'Theo', 'Aiko', 'Samuel', 'Ines'],
  location: ['the harbor', 'the old station', 'the market', 'the library', 'the workshop'],
  time: ['At first light', 'Late that evening', 'The next day', 'After the rain', 'A week later'],
}

const sentences: Choices = [
  '{time}, {name} went back to {location} to look at {topic} once more.',
  'There was more to {topic} than anyone in {location} had expected.',
  '{name} had learned about {topic} from a neighbor who never finished a story.',
  '“Start with {topic},” {name} said, “and leave the rest for later.”',
  '{time}, the lights in {location} were still on.',
  'It would have been easy to turn back, but {name} was curious.',
  'Some questions about {topic} have short answers; this one did not.',
  '{name} wrote down what was known about {topic} and left half the page empty.',
  'What had seemed simple in {location} turned out to have many sides.',
]

/** About `length` words; the last sentence is complete. Has chapters with headings from 400 words on. */
function writeProse(topic: string, random: Random, length: number): string {
  const text: string[] = []
  let next = Math.floor(random() * sentences.length)
  let [wordCount, chapter] = [0, 0]
  while (wordCount < length) {
    if (length >= 400 && wordCount >= chapter * 350) text.push(`## Chapter ${++chapter}`)
    const paragraph: string[] = []
    const count = 3 + Math.floor(random() * 3)
    while (paragraph.length < count && wordCount < length) {
      const sentence = fill(sentences[next++ % sentences.length] ?? '', topic, random)
      paragraph.push(sentence)
      wordCount += wordsOf(sentence).length
    }
    text.push(paragraph.join(' '))
  }
  return text.join('\n\n')
}

function fill(sentence: string, topic: string, random: Random): string {
  return capitalize(
    sentence.replace(/\{(\w+)\}/g, (_, name: string) => pick(random, choices[name] ?? [topic])),
  )
}

interface Solution {
  /** The expression as it was understood. */
  readonly question: string
  readonly answer: string
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/(?:%|\bpercent\b)\s+of\b/gi, '/ 100 *'],
  [/\bdivided by\b|÷/gi, '/'],
  [/\bmultiplied by\b|\btimes\b|×|·|(?<=\d)\s*x\s*(?=\d)/gi, '*'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b|−|–/gi, '-'],
  [/\bsquared\b/gi, '^2'],
  [/\bto the power of\b|\*\*/gi, '^'],
  [/(?<=\d),(?=\d{3}\b)/g, ''],
]

/** Returns undefined if the prompt has no arithmetic. Dates and phone numbers do not count. */
export function solve(prompt: string): Solution | undefined {
  const symbols = replacements.reduce((text, [pattern, symbol]) => text.replace(pattern, symbol), prompt)
  const found = symbols.match(/[-(]*\d[\d.\s()+\-*/^]*[+\-*/^][\d.\s()+\-*/^]*[\d)]/)?.[0].trim()
  if (found === undefined || /^[\d.]+-[\d.]+(?:-[\d.]+)*$/.test(found)) return undefined
  const value = evaluate(found)
  if (value === undefined) return undefined
  const question = found.replace(/\s+/g, '').replace(/(?<=[\d)])[+\-*/^]/g, ' $& ')
  const answer = Number.isFinite(value)
    ? String(Number(value.toPrecision(12)))
    : 'undefined (division by zero)'
  return { question, answer }
}

/** Precedence climbing over + - * / ^ and parentheses. Returns undefined if the text is incomplete. */
function evaluate(text: string): number | undefined {
  const tokens = text.match(/\d+(?:\.\d+)?|[-+*/^()]/g) ?? []
  let position = 0
  const readValue = (): number => {
    const token = tokens[position++]
    if (token === '-') return -readPower()
    if (token === '+') return readPower()
    if (token !== '(') return token === undefined ? Number.NaN : Number(token)
    const value = readSum()
    return tokens[position++] === ')' ? value : Number.NaN
  }
  const readPower = (): number => {
    const base = readValue()
    if (tokens[position] !== '^') return base
    position += 1
    return base ** readPower()
  }
  const readProduct = (): number => {
    let value = readPower()
    while (tokens[position] === '*' || tokens[position] === '/') {
      value = tokens[position++] === '*' ? value * readPower() : value / readPower()
    }
    return value
  }
  const readSum = (): number => {
    let value = readProduct()
    while (tokens[position] === '+' || tokens[position] === '-') {
      value = tokens[position++] === '+' ? value + readProduct() : value - readProduct()
    }
    return value
  }
  const value = readSum()
  return position < tokens.length || Number.isNaN(value) ? undefined : value
}
