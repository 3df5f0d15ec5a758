// Finds words in a text, replaces them, and marks them in the visible lines of its editor.
import { StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
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

/** The first match at or after an offset, else the first of all; −1 without matches. */
export function findNext(matches: readonly Match[], from: number): number {
  if (matches.length === 0) return -1
  const at = countBefore(matches, from)
  return at === matches.length ? 0 : at
}

/** The last match before an offset, else the last of all; −1 without matches. */
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

/** `stretch` is the text from the first to the last match. */
export function replaceInText(section: string, matches: readonly Match[], text: string): string {
  const start = matches[0]?.from ?? 0
  const between = matches
    .slice(1)
    .map(({ from }, at) => section.slice((matches[at]?.to ?? 0) - start, from - start))
  return ['', ...between, ''].join(text)
}

interface Marks {
  readonly query: FindQuery
  /** The selected match. */
  readonly current: Match | undefined
}

/** Null removes the marks. */
export const setMarks = StateEffect.define<Marks | null>()

const mark = Decoration.mark({ class: 'cm-found' })
const currentMark = Decoration.mark({ class: 'cm-found cm-found-current' })

/** Only in the lines in view; their marks follow what is typed. */
class MatchMarks {
  decorations: DecorationSet = Decoration.none
  private decorator: MatchDecorator | null = null

  update(update: ViewUpdate) {
    const effects = update.transactions.flatMap((transaction) => transaction.effects)
    const set = effects.filter((effect) => effect.is(setMarks)).at(-1)
    if (set) this.decorator = set.value && toDecorator(set.value)
    if (!this.decorator) this.decorations = Decoration.none
    else if (set) this.decorations = this.decorator.createDeco(update.view)
    else this.decorations = this.decorator.updateDeco(update, this.decorations)
  }
}

function toDecorator({ query, current }: Marks): MatchDecorator | null {
  if (query.text === '') return null
  const decoration = (_: RegExpExecArray, __: EditorView, from: number) =>
    from === current?.from ? currentMark : mark
  return new MatchDecorator({ regexp: toPattern(query), decoration })
}

export const matchMarks = ViewPlugin.fromClass(MatchMarks, { decorations: ({ decorations }) => decorations })
