// Finds words in a text, replaces them, and marks them in the visible lines of its editor.
import { type Range, StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

export interface FindQuery {
  readonly text: string
  readonly matchCase: boolean
  readonly wholeWord: boolean
}

/** Offsets in the text, in UTF-16 units. */
export interface Match {
  readonly from: number
  readonly to: number
}

export function findMatches(text: string, query: FindQuery): readonly Match[] {
  if (query.text === '') return []
  const matches: Match[] = []
  for (const found of text.matchAll(toPattern(query))) {
    const from = found.index ?? 0
    matches.push({ from, to: from + found[0].length })
  }
  return matches
}

function toPattern({ text, matchCase, wholeWord }: FindQuery): RegExp {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const [before, after] = wholeWord ? ['(?<![\\p{L}\\p{N}\\p{M}_])', '(?![\\p{L}\\p{N}\\p{M}_])'] : ['', '']
  return new RegExp(`${before}${literal}${after}`, matchCase ? 'gu' : 'giu')
}

/** The first match at or after an offset, else the first of all; −1 if there is none. */
export function findNext(matches: readonly Match[], from: number): number {
  if (matches.length === 0) return -1
  const at = countBefore(matches, from)
  return at === matches.length ? 0 : at
}

/** The last match before an offset, else the last of all; −1 if there is none. */
export function findPrevious(matches: readonly Match[], before: number): number {
  const at = countBefore(matches, before) - 1
  return at < 0 ? matches.length - 1 : at
}

/** The number of matches that begin before an offset. */
function countBefore(matches: readonly Match[], offset: number): number {
  let [low, high] = [0, matches.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((matches[middle]?.from ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** `stretch` is the text from the first match to the end of the last one. */
export function replaceInText(stretch: string, matches: readonly Match[], text: string): string {
  const start = matches[0]?.from ?? 0
  const between = matches
    .slice(1)
    .map(({ from }, at) => stretch.slice((matches[at]?.to ?? 0) - start, from - start))
  return ['', ...between, ''].join(text)
}

export interface MarkedMatches {
  /** In the order of the text. */
  readonly matches: readonly Match[]
  /** The index of the selected one; −1 is none. */
  readonly current: number
}

export const setMatches = StateEffect.define<MarkedMatches>()

const mark = Decoration.mark({ class: 'cm-found' })
const currentMark = Decoration.mark({ class: 'cm-found cm-found-current' })

class MatchMarks {
  decorations: DecorationSet = Decoration.none
  private found: MarkedMatches = { matches: [], current: -1 }
  /** The text has changed: the marks move along until it is searched again. */
  private isStale = false

  update(update: ViewUpdate) {
    if (update.docChanged) {
      this.isStale = true
      this.decorations = this.decorations.map(update.changes)
    }
    const effects = update.transactions.flatMap((transaction) => transaction.effects)
    const shown = effects.filter((effect) => effect.is(setMatches)).at(-1)
    if (shown) {
      this.found = shown.value
      this.isStale = false
    }
    if (shown || (update.viewportChanged && !this.isStale)) this.decorations = this.draw(update.view)
  }

  private draw(view: EditorView): DecorationSet {
    const { matches, current } = this.found
    const ranges: Range<Decoration>[] = []
    for (const { from, to } of view.visibleRanges) {
      for (let at = Math.max(0, countBefore(matches, from) - 1); at < matches.length; at += 1) {
        const match = matches[at]
        if (!match || match.from >= to) break
        // A match across two ranges is marked once.
        if (match.from < from && ranges.length > 0) continue
        if (match.to <= from || match.to > view.state.doc.length) continue
        ranges.push((at === current ? currentMark : mark).range(match.from, match.to))
      }
    }
    return Decoration.set(ranges)
  }
}

export const matchMarks = ViewPlugin.fromClass(MatchMarks, { decorations: ({ decorations }) => decorations })
