// A conversation for sample responses: prompts with their answers, and the requested length.
import type { Generation } from '../generation/read-request'
import { type Random, seedRandom } from '../seed'
import { quote, readCount, sentencesOf } from './words'

interface Exchange {
  readonly prompt: string
  readonly answer: string
}

export interface Conversation {
  readonly prompt: string
  /** The exchanges before this prompt, oldest first. */
  readonly earlier: readonly Exchange[]
  readonly system: string
  /** The answer's length according to the prompt or the system instruction. */
  readonly length: RequestedLength
  readonly random: Random
}

interface RequestedLength {
  readonly sentences: number | undefined
  readonly words: number | undefined
  readonly items: number | undefined
  readonly isShort: boolean
  readonly isLong: boolean
}

export function readConversation(request: Generation): Conversation {
  const prompt = request.last.text
  return {
    prompt,
    earlier: pairExchanges(request),
    system: request.system,
    length: readLength(`${prompt}\n${request.system}`),
    random: seedRandom(request.fingerprint),
  }
}

function pairExchanges(request: Generation): Exchange[] {
  const exchanges: { prompt: string; answer: string }[] = []
  for (const turn of request.turns.slice(0, -1)) {
    const current = exchanges.at(-1)
    if (turn.role === 'user') {
      if (turn.text !== '' || turn.media.length > 0)
        exchanges.push({ prompt: turn.text || '(media)', answer: '' })
    } else if (current) current.answer = [current.answer, turn.text].filter(Boolean).join('\n')
    else exchanges.push({ prompt: '', answer: turn.text })
  }
  return exchanges
}

// The lookbehind keeps a long list of numbers from being reread from each of them.
const count = '((?<![\\d,])\\d[\\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve)'

function readLength(text: string): RequestedLength {
  const read = (unit: string) =>
    readCount(text.match(new RegExp(`\\b${count}[ -](?:\\w+ )?(?:${unit})\\b`, 'i'))?.[1]) || undefined
  return {
    sentences: read('sentences?'),
    words: read('words?'),
    items: read('ideas|items|points|bullets|tips|things|names|examples|steps|reasons|questions|ways|facts'),
    isShort: /\b(?:short|brief|concise|briefly|terse|in one word|one-liner)\b/i.test(text),
    isLong:
      /^long\b|\b(?:a|very|really|write|be) long(?:er)?\b|\b(?:detailed|in[- ]depth|essay|at length)\b/i.test(
        text,
      ),
  }
}

const conversationQuestion =
  /\b(?:what|which|repeat|remind|who)\b.*\b(?:did (?:i|you)|have i|i (?:asked|said|wrote)|(?:my|your) (?:\w+ )?(?:question|prompt|message|name|answer|reply))\b|\b(?:summari[sz]e|recap)\b.*\b(?:conversation|chat|so far|we)\b/i

/** Lists the conversation so far. Returns undefined if the prompt does not ask about it. */
export function recapConversation({ prompt, earlier }: Conversation): string | undefined {
  if (!conversationQuestion.test(prompt)) return undefined
  if (earlier.length === 0) return 'Nothing yet: this is the first message of our conversation.'
  const lines = earlier.map(
    (exchange, index) =>
      `${index + 1}. You: “${quote(exchange.prompt, 100)}” – Demo: ${quote(sentencesOf(exchange.answer)[0] ?? 'no answer', 120)}`,
  )
  return `So far in this conversation:\n\n${lines.join('\n')}`
}
