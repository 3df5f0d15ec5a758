// Only what differs between two texts, with a little of what stands around it.
import type { Passage } from './compare-texts'

/** UTF-16 units of the same text that stay on each side of a difference. */
const context = 80
/** Of one difference: a megabyte of it would take seconds to lay out, and nobody reads it. */
const longest = 4000

export function shortenPassages(passages: readonly Passage[]): readonly Passage[] {
  return passages.map((passage, at) => {
    if (passage.kind !== 'same') return shortenDifference(passage)
    const [isFirst, isLast] = [at === 0, at === passages.length - 1]
    const before = isFirst ? '' : passage.text.slice(0, context)
    const after = isLast ? '' : passage.text.slice(-context)
    const isShort = passage.text.length <= before.length + after.length + 3
    if (isShort) return passage
    const parts = [isFirst ? '' : `${cutEnd(before)} `, isLast ? '' : ` ${cutStart(after)}`]
    return { kind: 'same', text: parts.join('…') }
  })
}

function shortenDifference({ kind, text }: Passage): Passage {
  if (text.length <= longest) return { kind, text }
  const [start, end] = [text.slice(0, longest / 2), text.slice(-longest / 2)]
  return { kind, text: `${cutEnd(start)} … ${cutStart(end)}` }
}

/** At the last whole word. */
function cutEnd(text: string): string {
  return text.replace(/\s\S*$/, '')
}

function cutStart(text: string): string {
  return text.replace(/^\S*\s/, '')
}
