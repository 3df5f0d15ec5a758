// Writes the demo service's answer to a prompt, with the first kind of sample response that matches.
import { solve } from './arithmetic'
import { type Conversation, recapConversation } from './conversation'
import { findSample, noModel, writeList, writeOutline } from './sample-responses'
import { capitalize, quote, readCount, topicOf, wordsOf } from './words'
import { writeProse } from './write-prose'

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
  return `# ${capitalize(topic)}\n\n${writeProse({ topic, random, length })}`
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
