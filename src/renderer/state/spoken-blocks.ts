// The blocks of growing answers as they are finished, for a screen reader: never each delta.
import type { ChatEvent, Turn, TurnDelta } from '#shared/schemas/chat'
import { toSpeech } from './to-speech'

/** By turn: what has come since its last finished block. A turn of which nothing was heard is not in it. */
export type Unspoken = ReadonlyMap<string, string>

interface Heard {
  readonly unspoken: Unspoken
  /** Finished just now, as they are read out. */
  readonly blocks: readonly string[]
}

/** Reads only what has come: the whole answer is never looked through. `find` knows the turns as they are now. */
export function hearEvents(
  before: Unspoken,
  events: readonly ChatEvent[],
  find: (turnId: string) => Turn | undefined,
): Heard {
  const unspoken = new Map(before)
  const blocks: string[] = []
  for (const event of events) {
    if (event.type === 'snapshot') unspoken.clear()
    if (event.type !== 'delta') continue
    const turn = find(event.turnId)
    // Several voices at once would be none: compared answers are told at their end.
    if (!turn || turn.comparison) continue
    const text = (unspoken.get(turn.id) ?? '') + readAnswerText(turn, event.deltas)
    const end = text.lastIndexOf('\n\n')
    unspoken.set(turn.id, end < 0 ? text : text.slice(end + 2))
    const block = end < 0 ? '' : toSpeech(text.slice(0, end))
    if (block) blocks.push(block)
  }
  return { unspoken, blocks }
}

function readAnswerText(turn: Turn, deltas: readonly TurnDelta[]): string {
  return deltas
    .map(({ index, append = '', parts = [] }) => {
      const appended = turn.parts[index]?.thought ? '' : append
      return parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('') + appended
    })
    .join('')
}
