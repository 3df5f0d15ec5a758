// Answers in words: their text as it is displayed and announced, and why one failed, was blocked, or ended early.
import type { ChatEvent, Turn, TurnDelta } from '#shared/schemas/chat'
import type { LiveChat } from './fold-chat'
import { readPartFile } from './turn-parts'

/** Only answers that were running before: opening an old conversation announces nothing. */
export function listFinished(before: LiveChat, after: LiveChat): Turn[] {
  return [...before.running.keys()].flatMap((id) => after.turns.get(id) ?? [])
}

/** `rest` is the text that has not been announced yet. */
export function describeFinished(turn: Turn, rest = readText(turn)): string {
  switch (turn.state) {
    case 'failed':
      return joinSpeech('Response failed', turn.error?.message ?? '')
    case 'stopped':
      return 'Response stopped'
    case 'interrupted':
      return 'Response interrupted'
    default:
      return joinSpeech(hasPicture(turn) ? 'Image ready' : 'Response complete', toSpeech(rest))
  }
}

function joinSpeech(end: string, text: string): string {
  return text ? `${end}. ${text}` : end
}

function hasPicture({ parts }: Pick<Turn, 'parts'>): boolean {
  return parts.some((part) => !part.thought && readPartFile(part)?.mimeType.startsWith('image/'))
}

/** The answer without its thoughts. */
export function readText(turn: Pick<Turn, 'parts'>): string {
  return joinTexts(turn.parts, (part) => !part.thought)
}

/** The text as it is copied: the names of attached files follow it. */
export function readCopiedText(turn: Pick<Turn, 'parts'>): string {
  const names = turn.parts.flatMap((part) => readPartFile(part)?.name ?? [])
  const attached = names.length === 0 ? '' : `Attached: ${names.join(', ')}`
  return [readText(turn), attached].filter(Boolean).join('\n\n')
}

export function readThoughts(turn: Pick<Turn, 'parts'>): string {
  return joinTexts(turn.parts, (part) => part.thought === true)
}

/** Concatenated, not joined: concatenation shares memory, and this runs every frame. */
function joinTexts(parts: Turn['parts'], isIncluded: (part: Turn['parts'][number]) => boolean): string {
  let text = ''
  for (const part of parts) if (isIncluded(part) && part.text) text += part.text
  return text
}

/** By turn: the text since its last finished block. Turns without text yet are missing. */
export type PendingText = ReadonlyMap<string, string>

interface FinishedBlocks {
  readonly pendingText: PendingText
  /** Blocks that have just been finished, as announced. */
  readonly blocks: readonly string[]
}

/** Reads only new text, never the whole answer. `find` returns the current state of a turn. */
export function collectFinishedBlocks(
  before: PendingText,
  events: readonly ChatEvent[],
  find: (turnId: string) => Turn | undefined,
): FinishedBlocks {
  const pendingText = new Map(before)
  const blocks: string[] = []
  for (const event of events) {
    if (event.type === 'snapshot') pendingText.clear()
    if (event.type !== 'delta') continue
    const turn = find(event.turnId)
    // Several answers at once cannot be followed: compared answers are announced at their end.
    if (!turn || turn.comparison) continue
    const text = (pendingText.get(turn.id) ?? '') + readAnswerText(turn, event.deltas)
    const end = text.lastIndexOf('\n\n')
    pendingText.set(turn.id, end < 0 ? text : text.slice(end + 2))
    const block = end < 0 ? '' : toSpeech(text.slice(0, end))
    if (block) blocks.push(block)
  }
  return { pendingText, blocks }
}

function readAnswerText(turn: Turn, deltas: readonly TurnDelta[]): string {
  return deltas
    .map(({ index, append = '', parts = [] }) => {
      const appended = turn.parts[index]?.thought ? '' : append
      return parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('') + appended
    })
    .join('')
}

const maxSpeechLength = 300

/** Markdown as it is read aloud: without markup, and limited to a few sentences. */
function toSpeech(markdown: string): string {
  const text = markdown
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[#*_`|>~[\]]|:?-{2,}:?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > maxSpeechLength ? `${text.slice(0, maxSpeechLength)}…` : text
}

export interface PlainReason {
  readonly title: string
  /** Advice for the user. */
  readonly advice?: string
}

/** `promptFeedback.blockReason` values as sentence fragments. */
const blockReasons: Readonly<Record<string, string>> = {
  SAFETY: 'safety filters',
  BLOCKLIST: 'contains a blocked term',
  PROHIBITED_CONTENT: 'contains prohibited content',
  IMAGE_SAFETY: 'image safety filters',
  OTHER: 'no reason given',
  BLOCK_REASON_UNSPECIFIED: 'no reason given',
}

/** Returns an unknown name unchanged. */
export function describeBlock(reason: string): string {
  return blockReasons[reason] ?? reason
}

/** The first sentence of a message of at least two; undefined for others. */
export function splitFirstSentence(message: string): { first: string; rest: string } | undefined {
  const [, first, rest] = /^(.*?[.!?])\s+(.+)$/s.exec(message) ?? []
  return first && rest ? { first, rest } : undefined
}

/** Milliseconds since 1970, measured from the end of the answer, which is when the error was received. */
export function findRetryTime({ error, createdAt, times }: Turn): number | undefined {
  return error?.retryAfter === undefined
    ? undefined
    : createdAt + (times.total ?? 0) + error.retryAfter * 1000
}

/** The service's own message about the end. */
export function readFinishMessage({ metadata }: Turn): { detail?: string } {
  const message = metadata?.finishMessage
  return typeof message === 'string' && message.trim() ? { detail: message } : {}
}
