// How long a model thought, as seen from here: from the first thought to the first word of the answer.
import type { Turn } from '#shared/schemas/chat'
import type { LiveChat } from './fold-chat'

/** Milliseconds of the page's own clock; `until` is null while it still thinks. */
export interface ThinkingSpan {
  readonly from: number
  readonly until: number | null
}

type Spans = Readonly<Record<string, ThinkingSpan>>

export function noteThinking(spans: Spans, chat: LiveChat, now: number): Spans {
  let noted = spans
  for (const turn of chat.turns.values()) {
    const span = spans[turn.id]
    if (span && span.until !== null) continue
    if (!span && (turn.state !== 'running' || !hasThoughts(turn) || hasAnswer(turn))) continue
    const over = turn.state !== 'running' || hasAnswer(turn)
    if (span && !over) continue
    noted = { ...noted, [turn.id]: { from: span?.from ?? now, until: over ? now : null } }
  }
  return noted
}

function hasThoughts(turn: Turn): boolean {
  return turn.parts.some((part) => part.thought)
}

function hasAnswer(turn: Turn): boolean {
  return turn.parts.some((part) => !part.thought && (part.text === undefined || part.text !== ''))
}
