// A conversation as the writer of answers sees it.
import type { Generation } from '../generation/read-request'
import { type Random, seedRandom } from '../seed'
import { keywordsOf, readCount } from './words'

export interface Exchange {
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
