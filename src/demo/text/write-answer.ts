// Writes the demo service's answer to a prompt: the first way of answering that fits it.
import { solve } from './arithmetic'
import { type Conversation, recall } from './conversation'
import { writeCode } from './sample-code'
import { findSample, writeList, writeOutline, writeSummary, writeTable } from './sample-responses'
import { capitalize, quote, readCount, sentencesOf, topicOf, wordsOf } from './words'
import { writeProse } from './write-prose'

type Way = (conversation: Conversation) => string | undefined

const asksForTable = /\b(?:table|compare|comparison|versus|vs\.?)\b/i

const ways: readonly Way[] = [
  recall,
  introduce,
  countUp,
  workOut,
  ({ prompt, wanted }) => (wanted.short || wanted.sentences ? undefined : findSample(prompt)),
  showCode,
  echo,
  summarize,
  writeText,
  (conversation) => (asksForTable.test(conversation.prompt) ? writeTable(conversation) : undefined),
  (conversation) =>
    conversation.wanted.items || /\b(?:list|ideas|brainstorm|bullet)\b/i.test(conversation.prompt)
      ? writeList(conversation)
      : undefined,
  (conversation) => (isShort(conversation) ? replyShort(conversation) : undefined),
  writeOutline,
]

const notice =
  '*You are talking to the built-in demo service: these are sample responses, no model is behind them. Enter a service and its key in Settings to reach a real one.*'

/** Markdown. The notice stands under the first answer of a conversation only. */
export function writeAnswer(conversation: Conversation): string {
  const body =
    ways.reduce<string | undefined>((answer, way) => answer ?? way(conversation), undefined) ?? notice
  const first = conversation.earlier.length === 0
  const acknowledged = first && conversation.system ? `${acknowledge(conversation.system)}\n\n${body}` : body
  const plain = conversation.wanted.short || body.includes('demo service')
  return obey(conversation.system, first && !plain ? `${acknowledged}\n\n---\n\n${notice}` : acknowledged)
}

function acknowledge(system: string): string {
  return `Your system instruction has arrived (“${quote(system, 80)}”); the demo follows it only in the simplest things.`
}

/** The few instructions that need no understanding. */
function obey(system: string, answer: string): string {
  if (/\b(?:upper ?case|all caps|capital letters)\b/i.test(system)) return answer.toUpperCase()
  const [, ending] = system.match(/\bend (?:each|every|your|all)\b.*?\bwith ["“']([^"”']+)["”']/i) ?? []
  return ending ? `${answer}\n\n${ending}` : answer
}

function introduce({ prompt, earlier }: Conversation): string | undefined {
  const greeting = /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings)\b[\s!,.]*/i
  const rest = prompt.replace(greeting, '').trim()
  if (rest === '' && greeting.test(prompt))
    return `Hello${earlier.length > 0 ? ' again' : ''}! What would you like to try?`
  if (!/^(?:who|what) are you\b|\bwhat can you do\b|^help\W*$/i.test(rest)) return undefined
  return [
    'I am the **demo service** of Gen Playground. I run inside the application, without a network and without a model, so that you can try every panel before you enter a key.',
    [
      '- **Chat**: sums, “count to 30”, sample programs, tables, lists and formulas, summaries of a text, stories of any length (“write 800 words about lighthouses”), questions about this conversation',
      '- **Functions and JSON**: calls to the functions you declare, JSON for the schema you give',
      '- **Images and video**: drawn from the words of your prompt, edited by instruction',
      '- **Audio and embeddings**: what the file really holds; vectors in which similar texts are near',
    ].join('\n'),
    'For real answers, enter a key in **Settings**.',
  ].join('\n\n')
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

function workOut({ prompt }: Conversation): string | undefined {
  const solution = prompt.length < 400 ? solve(prompt) : undefined
  return solution && `${capitalize(solution.question)} is **${solution.answer}**.`
}

function showCode(conversation: Conversation): string | undefined {
  const code = writeCode(conversation.prompt)
  return code && asksForTable.test(conversation.prompt) ? `${writeTable(conversation)}\n\n${code}` : code
}

function echo({ prompt }: Conversation): string | undefined {
  const [, said] =
    prompt.match(
      /^(?:please\s+)?(?:say|repeat|echo|reply with|answer with)(?: only| just| exactly)?:?\s+["“']?([^"”']{1,400}?)["”']?[.!]?$/i,
    ) ?? []
  return said && !/^(?:something|it|that|hello to)\b/i.test(said) ? capitalize(said) : undefined
}

function summarize({ prompt, earlier, wanted }: Conversation): string | undefined {
  if (!/\b(?:summari[sz]e|summary|shorten|tl;?dr|gist|key points)\b/i.test(prompt)) return undefined
  const own = prompt.replace(/^[^\n:]{0,120}(?::|\n)/, '')
  const text = sentencesOf(own).length >= 3 ? own : (earlier.at(-1)?.answer ?? '')
  return sentencesOf(text).length >= 3 ? writeSummary(text, wanted.sentences ?? 2) : undefined
}

/** Stories, poems, and any text of a requested length. */
function writeText({ prompt, random, wanted }: Conversation): string | undefined {
  const named = topicOf(prompt)
  const topic = /^(?:an? )?(?:story|tale|fable|novel|poem|essay)$/i.test(named) ? 'the river' : named
  if (/\bhaiku\b/i.test(prompt))
    return `${capitalize(quote(wordsOf(topic).at(-1) ?? 'rain', 20))} in the morning,\na pencil left on the sill;\nnothing is finished.`
  const story = /\b(?:story|tale|fable|novel|poem|essay|article|text|letter|blog)\b/i.test(prompt)
  const written = /\b(?:write|tell|compose|continue)\b|^an? (?:story|tale|fable|poem)\b/i.test(prompt)
  if (!(story && written) && !(wanted.words && wanted.words >= 40) && !(wanted.long && written))
    return undefined
  const length = Math.min(wanted.words ?? (wanted.long ? 1200 : wanted.short ? 120 : 260), 20_000)
  return `# ${capitalize(topic)}\n\n${writeProse({ topic, random, length })}`
}

function isShort({ prompt, wanted }: Conversation): boolean {
  if (wanted.long) return false
  return wanted.short || wanted.sentences !== undefined || wordsOf(prompt).length <= 12
}

/** One to a few sentences, joined to what was said before where the prompt leans on it. */
function replyShort({ prompt, keywords, earlier, wanted }: Conversation): string {
  const before = earlier.at(-1)
  const leans =
    before && /\b(?:it|its|they|them|that|those|these|this|he|she|why|more|continue|and)\b/i.test(prompt)
  const sentences = [
    before && (leans || keywords.length === 0)
      ? `You are following up on “${quote(before.prompt, 70)}”.`
      : `You asked about *${topicOf(prompt)}*.`,
    'No model is behind the demo service, so it cannot answer that.',
    'Ask for a sum, a list, a table, a formula, a program or a story to see sample responses.',
    'Enter a key in **Settings** for real ones.',
  ]
  return sentences.slice(0, Math.min(wanted.sentences ?? (wanted.short ? 2 : 3), 4)).join(' ')
}
