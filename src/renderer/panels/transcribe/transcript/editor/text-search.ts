// Finds words in a text, replaces them, and marks them in the visible lines of its editor.
import type { Extension } from '@codemirror/state'
import { Decoration, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view'

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
  const at = matches.findIndex((match) => match.from >= from)
  return at < 0 ? Math.min(0, matches.length - 1) : at
}

/** Where the search for the next match starts: after the selected match, else at the beginning of the selection. */
export function toSearchStart(matches: readonly Match[], { from, to }: Match): number {
  return matches.some((match) => match.from === from && match.to === to) ? from + 1 : from
}

/** The last match before an offset, else the last of all; −1 without matches. */
export function findPrevious(matches: readonly Match[], before: number): number {
  const next = matches.findIndex(({ from }) => from >= before)
  return next > 0 ? next - 1 : matches.length - 1
}

/** `section` is the text from the first to the last match. */
export function replaceInText(section: string, matches: readonly Match[], text: string): string {
  const start = matches[0]?.from ?? 0
  const between = matches
    .slice(1)
    .map(({ from }, at) => section.slice((matches[at]?.to ?? 0) - start, from - start))
  return ['', ...between, ''].join(text)
}

const mark = Decoration.mark({ class: 'cm-found' })
const currentMark = Decoration.mark({ class: 'cm-found cm-found-current' })

/** Marks the matches of a query, and the selected one: only in the lines in view, and as they are typed. */
export function markMatches(query: FindQuery | null, current: Match | undefined): Extension {
  if (!query?.text) return []
  const decorator = new MatchDecorator({
    regexp: toPattern(query),
    decoration: (_, __, from) => (from === current?.from ? currentMark : mark),
  })
  return ViewPlugin.define(
    (view) => ({
      decorations: decorator.createDeco(view),
      update(update: ViewUpdate) {
        this.decorations = decorator.updateDeco(update, this.decorations)
      },
    }),
    { decorations: ({ decorations }) => decorations },
  )
}
