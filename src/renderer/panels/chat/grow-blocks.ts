// A growing Markdown text as blocks: finished ones are frozen, only the end is read again.
import { parseMarkdownIntoBlocks } from 'streamdown'

export interface GrownBlocks {
  readonly text: string
  /** Never change while the text only grows. */
  readonly frozen: readonly string[]
  /** The end of the text, from `tailStart` on: it may still change its meaning. */
  readonly tail: string
  readonly tailStart: number
}

export const noBlocks: GrownBlocks = { text: '', frozen: [], tail: '', tailStart: 0 }

/**
 * Reads no more than the tail, so a piece of text costs the same at the end of a long answer as at its beginning.
 * All but the last block that holds something are frozen: nothing that follows can reach behind it.
 */
export function growBlocks(before: GrownBlocks, text: string): GrownBlocks {
  if (text === before.text) return before
  const start = text.startsWith(before.text) ? before : noBlocks
  const blocks = parseMarkdownIntoBlocks(text.slice(start.tailStart))
  const finished = blocks.slice(0, Math.max(indexOfLastFilled(blocks), 0))
  const finishedLength = finished.reduce((length, block) => length + block.length, 0)
  // The splitter may tidy characters away; then the count would drift, and the whole stays the tail.
  const whole = text.slice(start.tailStart, start.tailStart + finishedLength) === finished.join('')
  if (!whole) return { ...start, text, tail: text.slice(start.tailStart) }
  const tailStart = start.tailStart + finishedLength
  const frozen = [...start.frozen, ...finished.filter((block) => block.trim() !== '')]
  return { text, frozen: finished.length ? frozen : start.frozen, tail: text.slice(tailStart), tailStart }
}

function indexOfLastFilled(blocks: readonly string[]): number {
  let index = blocks.length - 1
  while (index >= 0 && blocks[index]?.trim() === '') index -= 1
  return index
}
