// The words around a find, with the found ones marked.
import type { SearchHit } from '#shared/schemas/search-hit'
import { findMarks } from '../tree/turn-texts'

type Snippet = SearchHit['snippet']

/** Letters before a find where the index has no snippet of its own. */
const before = 24
const length = 80

/** What the index gave back, its marks read, and short words marked in what it left. */
export function readSnippet(marked: string, short: readonly string[]): Snippet {
  const { begin, end } = findMarks
  const pieces: Snippet = []
  for (const [index, piece] of marked.split(begin).entries()) {
    const [found = '', rest] = piece.split(end)
    if (index === 0 || rest === undefined) pieces.push(...markWords(piece.replaceAll(end, ''), short))
    else pieces.push({ text: found, found: true }, ...markWords(rest, short))
  }
  return pieces.filter(({ text }) => text !== '')
}

/** The text around its first find. */
export function cutSnippet(text: string, short: readonly string[]): Snippet {
  const at = Math.max(0, text.search(toExpression(short)))
  const letters = [...text.slice(Math.max(0, at - before * 2), at + length * 2)]
  const skipped = Math.max(0, [...text.slice(Math.max(0, at - before * 2), at)].length - before)
  const cut = letters.slice(skipped, skipped + length).join('')
  const opening = at > before ? '…' : ''
  const closing = text.endsWith(cut) ? '' : '…'
  return markWords(`${opening}${cut}${closing}`, short)
}

function markWords(text: string, short: readonly string[]): Snippet {
  if (text === '' || short.length === 0) return text === '' ? [] : [{ text, found: false }]
  return text
    .split(new RegExp(`(${toExpression(short).source})`, 'giu'))
    .map((piece, index) => ({ text: piece, found: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

function toExpression(words: readonly string[]): RegExp {
  const sources = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(sources.join('|'), 'iu')
}
