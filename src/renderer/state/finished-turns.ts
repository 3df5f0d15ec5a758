// Answers that have just come to their end, and the sentence a screen reader is told.
import type { Turn } from '#shared/schemas/chat'
import type { LiveChat } from './fold-chat'
import { readPartFile } from './part-file'
import { toSpeech } from './to-speech'

/** Only answers that were seen running: opening an old conversation announces nothing. */
export function listFinished(before: LiveChat, after: LiveChat): Turn[] {
  return [...before.running.keys()].flatMap((id) => after.turns.get(id) ?? [])
}

/** `rest` is what has not been read out yet. */
export function describeFinished(turn: Turn, rest = readText(turn)): string {
  switch (turn.state) {
    case 'failed':
      return `The answer failed. ${turn.error?.message ?? ''}`.trim()
    case 'stopped':
      return 'The answer was stopped.'
    case 'interrupted':
      return 'The answer was interrupted.'
    default:
      return `${bearsPicture(turn) ? 'Picture finished.' : 'Answer finished.'} ${toSpeech(rest)}`.trim()
  }
}

function bearsPicture({ parts }: Pick<Turn, 'parts'>): boolean {
  return parts.some((part) => !part.thought && readPartFile(part)?.mimeType.startsWith('image/'))
}

/** The answer proper, without its thoughts. */
export function readText(turn: Pick<Turn, 'parts'>): string {
  return joinTexts(turn.parts, (part) => !part.thought)
}

export function readThoughts(turn: Pick<Turn, 'parts'>): string {
  return joinTexts(turn.parts, (part) => part.thought === true)
}

/** Added rather than joined: what is added shares its memory, and this is done every frame. */
function joinTexts(parts: Turn['parts'], isMeant: (part: Turn['parts'][number]) => boolean): string {
  let text = ''
  for (const part of parts) if (isMeant(part) && part.text) text += part.text
  return text
}
