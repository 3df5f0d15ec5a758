// Finds words in the text of turns, as it is displayed: Markdown syntax between letters does not separate them.
import type { Turn } from '#shared/schemas/chat'
import { toSegments } from '../thread/TurnParts'

export interface Match {
  readonly turnId: string
  /** The first part of the text that contains the match. */
  readonly part: number
  /** Its position in that text. */
  readonly at: number
}

/** Ignores case; each of the terms may match. Null if there is nothing to find. */
export function toPattern(terms: readonly string[], isMarkdown = false): RegExp | null {
  const sources = terms.flatMap((term) => toSource(term.trim(), isMarkdown ? '[*_~`]{0,3}' : ''))
  return sources.length === 0 ? null : new RegExp(sources.join('|'), 'giu')
}

function toSource(term: string, between: string): string[] {
  if (term === '') return []
  const toCharacter = (character: string) =>
    /\s/.test(character) ? '\\s' : character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  return [[...term.replace(/\s+/g, ' ')].map(toCharacter).join(between).replaceAll('\\s', '\\s+')]
}

/** In the order of the turn's text; thoughts are not searched. */
export function findInTurn({ id, role, parts }: Turn, terms: readonly string[]): Match[] {
  const isMarkdown = role === 'model'
  const pattern = toPattern(terms, isMarkdown)
  if (!pattern) return []
  return toSegments(parts).flatMap((segment) => {
    if (segment.kind !== 'text') return []
    const text = isMarkdown ? blankSyntax(segment.text) : segment.text
    return [...text.matchAll(pattern)].map(({ index }) => ({ turnId: id, part: segment.part, at: index }))
  })
}

/** Replaces URLs of links and the languages of code, which are not displayed, by spaces. */
function blankSyntax(text: string): string {
  const blank = (found: string) => ' '.repeat(found.length)
  return text.replace(/(?<=\])\([^()\s]*\)/g, blank).replace(/^ {0,3}(?:```|~~~)[^\n]*/gm, blank)
}

/** The first match at or after a turn, or the first one of all. */
export function findFrom(matches: readonly Match[], turnIds: ReadonlySet<string>): Match | undefined {
  return matches.find(({ turnId }) => turnIds.has(turnId)) ?? matches[0]
}

export function isSameMatch(one: Match | null, other: Match): boolean {
  return one?.turnId === other.turnId && one.part === other.part && one.at === other.at
}
