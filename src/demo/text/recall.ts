// Answers about the conversation itself: what was asked first, what was answered, a summary so far.
import type { Conversation, Exchange } from './conversation'
import { quote, sentencesOf } from './words'

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
  if (!exchange) return `You have not asked that much yet; so far there ${count(earlier.length)}.`
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

function count(messages: number): string {
  return messages === 1 ? 'is one message' : `are ${messages} messages`
}
