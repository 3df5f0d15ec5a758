// Marks the found words in the lines that are in sight, however many there are elsewhere.
import { type Range, StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { countBefore, type Match } from './find-matches'

export interface FoundMatches {
  /** In the order of the text. */
  readonly matches: readonly Match[]
  /** Which of them is looked at; −1 is none. */
  readonly current: number
}

export const showFound = StateEffect.define<FoundMatches>()

const mark = Decoration.mark({ class: 'cm-found' })
const currentMark = Decoration.mark({ class: 'cm-found cm-found-current' })

class FoundMarks {
  decorations: DecorationSet = Decoration.none
  private found: FoundMatches = { matches: [], current: -1 }
  /** The text has changed since: they move along until it is searched anew. */
  private isStale = false

  update(update: ViewUpdate) {
    if (update.docChanged) {
      this.isStale = true
      this.decorations = this.decorations.map(update.changes)
    }
    const effects = update.transactions.flatMap((transaction) => transaction.effects)
    const shown = effects.filter((effect) => effect.is(showFound)).at(-1)
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
        // One that lies over two ranges is drawn once.
        if (match.from < from && ranges.length > 0) continue
        if (match.to <= from || match.to > view.state.doc.length) continue
        ranges.push((at === current ? currentMark : mark).range(match.from, match.to))
      }
    }
    return Decoration.set(ranges)
  }
}

export const foundMarks = ViewPlugin.fromClass(FoundMarks, { decorations: ({ decorations }) => decorations })
