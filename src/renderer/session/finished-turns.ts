// Answers that have just come to their end, and the sentence a screen reader is told.
import type { Turn } from '#shared/schemas/chat'
import type { LiveChat } from './fold-chat'

const longestReading = 300

/** Only answers that were seen running: opening an old conversation announces nothing. */
export function listFinished(before: LiveChat, after: LiveChat): Turn[] {
  return [...after.turns.values()].filter(
    (turn) => turn.state !== 'running' && before.turns.get(turn.id)?.state === 'running',
  )
}

export function describeFinished(turn: Turn): string {
  switch (turn.state) {
    case 'failed':
      return `The answer failed. ${turn.error?.message ?? ''}`.trim()
    case 'stopped':
      return 'The answer was stopped.'
    case 'interrupted':
      return 'The answer was interrupted.'
    default:
      return `Answer finished. ${shorten(toSpeech(readText(turn)))}`.trim()
  }
}

/** The answer proper, without its thoughts. */
export function readText(turn: Pick<Turn, 'parts'>): string {
  return turn.parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('')
}

export function readThoughts(turn: Pick<Turn, 'parts'>): string {
  return turn.parts.map((part) => (part.thought ? (part.text ?? '') : '')).join('')
}

/** Without the signs of Markdown, which would be read out one by one. */
function toSpeech(markdown: string): string {
  return markdown
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[#*_`|>~[\]]|:?-{2,}:?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function shorten(text: string): string {
  return text.length > longestReading ? `${text.slice(0, longestReading)}…` : text
}
