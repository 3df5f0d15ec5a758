// The conversation as the writer of answers sees it, and answers about it: what was asked, what was answered, a recap.
import type { Generation } from '../generation/read-request'
import { type Random, seedRandom } from '../seed'
import { keywordsOf, quote, readCount, sentencesOf } from './words'

interface Exchange {
  readonly prompt: string
  readonly answer: string
}

export interface Conversation {
  readonly prompt: string
  readonly keywords: readonly string[]
  /** The exchanges before this prompt, oldest first. */
  readonly earlier: readonly Exchange[]
  readonly system: string
  /** What the prompt or the system instruction says of the answer's length. */
  readonly wanted: Wanted
  readonly random: Random
}

interface Wanted {
  readonly sentences?: number
  readonly words?: number
  readonly items?: number
  readonly short: boolean
  readonly long: boolean
}

export function readConversation(request: Generation): Conversation {
  const prompt = request.last.text
  return {
    prompt,
    keywords: keywordsOf(prompt),
    earlier: pairExchanges(request),
    system: request.system,
    wanted: readWanted(`${prompt}\n${request.system}`),
    random: seedRandom(request.fingerprint),
  }
}

function pairExchanges(request: Generation): Exchange[] {
  const exchanges: { prompt: string; answer: string }[] = []
  for (const turn of request.turns.slice(0, -1)) {
    const open = exchanges.at(-1)
    if (turn.role === 'user') {
      if (turn.text !== '' || turn.media.length > 0)
        exchanges.push({ prompt: turn.text || '(media)', answer: '' })
    } else if (open) open.answer = [open.answer, turn.text].filter(Boolean).join('\n')
    else exchanges.push({ prompt: '', answer: turn.text })
  }
  return exchanges
}

const count = '(\\d[\\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve)'

function readWanted(text: string): Wanted {
  const read = (unit: string) =>
    readCount(text.match(new RegExp(`\\b${count}[ -](?:\\w+ )?(?:${unit})\\b`, 'i'))?.[1])
  const sentences = read('sentences?')
  const words = read('words?')
  const items = read(
    'ideas|items|points|bullets|bullet points|tips|things|names|examples|steps|reasons|questions|ways|facts',
  )
  return {
    ...(sentences ? { sentences } : {}),
    ...(words ? { words } : {}),
    ...(items ? { items } : {}),
    short: /\b(?:short|brief|concise|briefly|terse|in one word|one-liner)\b/i.test(text),
    long: /^long\b|\b(?:a|very|really|write|be) long(?:er)?\b|\b(?:detailed|in depth|in-depth|essay|at length|comprehensive|thorough)\b/i.test(
      text,
    ),
  }
}

const asksForPrompt =
  /\b(?:what|which|repeat|remind)\b.*\b(?:did i|have i|i (?:asked|said|wrote)|my (?:\w+ )?(?:question|prompt|message|name))\b/i
const asksForAnswer =
  /\b(?:what did you|you (?:just )?(?:said|answered|told|wrote)|your (?:last|first|previous) (?:answer|reply))\b/i
const asksForSummary =
  /\b(?:summari[sz]e|recap)\b.*\b(?:conversation|chat|so far|this|we)\b|^(?:summari[sz]e|recap)\W*$/i

/** Undefined where the prompt does not ask about the conversation. */
export function recall(conversation: Conversation): string | undefined {
  const { prompt, earlier } = conversation
  if (/\bmy name\b/i.test(prompt) && /\bwhat|who\b/i.test(prompt)) return recallName(earlier)
  if (asksForAnswer.test(prompt)) return recallAnswer(conversation)
  if (asksForPrompt.test(prompt)) return recallPrompt(conversation)
  if (earlier.length > 0 && prompt.length < 120 && asksForSummary.test(prompt)) return recapitulate(earlier)
  return undefined
}

function choose(prompt: string, earlier: readonly Exchange[]): readonly [string, Exchange | undefined] {
  if (/\bfirst\b/i.test(prompt)) return ['first', earlier[0]]
  if (/\bsecond\b/i.test(prompt)) return ['second', earlier[1]]
  if (/\bthird\b/i.test(prompt)) return ['third', earlier[2]]
  return ['last', earlier.at(-1)]
}

function recallPrompt({ prompt, earlier }: Conversation): string {
  if (earlier.length === 0) return 'Nothing yet: this is the first message of our conversation.'
  const [which, exchange] = choose(prompt, earlier)
  if (!exchange) return `You have not asked that much yet; so far there ${countMessages(earlier.length)}.`
  return `Your ${which} message was:\n\n> ${quote(exchange.prompt, 400)}\n\nSince then the conversation has grown to ${earlier.length + 1} of your messages.`
}

function recallAnswer({ prompt, earlier }: Conversation): string {
  const [which, exchange] = choose(prompt, earlier)
  if (!exchange?.answer) return 'I have not answered anything in this conversation yet.'
  return `My ${which} answer, to “${quote(exchange.prompt)}”, was:\n\n> ${quote(exchange.answer, 600)}`
}

function recallName(earlier: readonly Exchange[]): string {
  const told = earlier
    .map(({ prompt }) => prompt.match(/\b(?:my name is|i am called|call me)\s+([\p{L}'-]+)/iu)?.[1])
    .filter((name) => name !== undefined)
    .at(-1)
  return told
    ? `You told me: your name is **${told}**.`
    : 'You have not told me your name in this conversation.'
}

function recapitulate(earlier: readonly Exchange[]): string {
  const lines = earlier.map(
    ({ prompt, answer }, index) =>
      `${index + 1}. You: “${quote(prompt, 100)}” – I: ${quote(sentencesOf(answer)[0] ?? 'no answer', 120)}`,
  )
  return `So far in this conversation:\n\n${lines.join('\n')}`
}

function countMessages(messages: number): string {
  return messages === 1 ? 'is one message' : `are ${messages} messages`
}
