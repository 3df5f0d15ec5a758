// A text with its differences from another one: removed words are struck through, added ones underlined.
import { diffArrays } from 'diff'

const classNames = {
  same: 'text-soft',
  removed: 'rounded-sm bg-danger-wash text-danger line-through',
  added: 'rounded-sm bg-accent-wash text-accent underline underline-offset-2',
} as const

const elements = { same: 'span', removed: 'del', added: 'ins' } as const

export function TextChanges({ passages }: { passages: readonly Passage[] }) {
  return passages.map(({ kind, text }, at) => {
    const Element = elements[kind]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a passage is identified by its position.
      <Element key={at} className={classNames[kind]}>
        {text}
      </Element>
    )
  })
}

export interface Passage {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Texts that differ in more words have little in common: they are compared by sentence, or shown as one change. */
const maxEditLength = 1000

/** In order, between two unchanged passages the removed text before the added one; joined without the added passages they are the first text, without the removed ones the second. */
export function compareTexts(before: string, after: string): readonly Passage[] {
  const changes = diffBy(splitWords) ??
    diffBy(splitSentences) ?? [
      { value: [before], removed: true, added: false },
      { value: [after], removed: false, added: true },
    ]
  function diffBy(split: (text: string) => string[]) {
    return diffArrays(split(before), split(after), { maxEditLength })
  }
  return changes.flatMap(({ added, removed, value }): Passage[] => {
    const text = value.join('')
    return text ? [{ kind: added ? 'added' : removed ? 'removed' : 'same', text }] : []
  })
}

/** Words, and what is between them. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? []
}

/** Sentences and lines, each with the space after it. */
function splitSentences(text: string): string[] {
  return text.match(/[^.!?。！？\n]*(?:[.!?。！？]+\s*|\s+|$)/g)?.filter(Boolean) ?? []
}

/** UTF-16 units of unchanged text that stay on each side of a change. */
const context = 80
/** UTF-16 units of one change: a megabyte would take seconds to lay out. */
const maxChangeLength = 4000

export function shortenPassages(passages: readonly Passage[]): readonly Passage[] {
  return passages.map((passage, at) => {
    if (passage.kind !== 'same') return shortenChange(passage)
    const [isFirst, isLast] = [at === 0, at === passages.length - 1]
    const before = isFirst ? '' : passage.text.slice(0, context)
    const after = isLast ? '' : passage.text.slice(-context)
    const isShort = passage.text.length <= before.length + after.length + 3
    if (isShort) return passage
    const parts = [isFirst ? '' : `${cutEnd(before)} `, isLast ? '' : ` ${cutStart(after)}`]
    return { kind: 'same', text: parts.join('…') }
  })
}

function shortenChange({ kind, text }: Passage): Passage {
  if (text.length <= maxChangeLength) return { kind, text }
  const [start, end] = [text.slice(0, maxChangeLength / 2), text.slice(-maxChangeLength / 2)]
  return { kind, text: `${cutEnd(start)} … ${cutStart(end)}` }
}

/** At the last whole word. */
function cutEnd(text: string): string {
  return text.replace(/\s\S*$/, '')
}

function cutStart(text: string): string {
  return text.replace(/^\S*\s/, '')
}
