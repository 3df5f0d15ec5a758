// Cuts Markdown where no block goes on from one piece to the next, so that each can be read by itself.
import { followFence } from './code-fence'
import { findNamed, takeDefinitions } from './markdown-definitions'

export interface MarkdownPiece {
  readonly text: string
  /** What the text names and is defined elsewhere. */
  readonly named: readonly string[]
}

/** Letters: micromark takes more than twice as long for a text that is twice as long. */
const leastPiece = 4000
/** A list that is longer is cut between two of its items, although that makes two lists of it. */
const longList = 24_000

/** What cannot go on with a list, a quote or a block of code above the empty line before it. */
const beginsAnew = /^(#{1,6} |`{3,}|~{3,}|[\p{L}"'(*_[]{1,2}(?!\s))/u
const item = /^(?:[-*+]|\d{1,9}[.)]) +\S/

/** One whose definitions cannot be told apart from the rest is not cut. */
export function cutMarkdown(text: string): MarkdownPiece[] {
  if (text.length <= leastPiece) return [{ text, named: [] }]
  const taken = takeDefinitions(text)
  if (!taken) return [{ text, named: [] }]
  return cutBlocks(taken.body).map((piece) => ({ text: piece, named: findNamed(piece, taken.definitions) }))
}

/** Together they are the text. */
function cutBlocks(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  let open: string | undefined
  let afterEmpty = false
  let inList = false
  let at = 0
  for (const line of text.split('\n')) {
    const length = at - start
    const isNew = afterEmpty && beginsAnew.test(line)
    const isItem = item.test(line)
    const mayCut = (isNew && length >= leastPiece) || (isItem && inList && length >= longList)
    if (open === undefined && mayCut) {
      pieces.push(text.slice(start, at))
      start = at
    }
    if (isNew || isItem) inList = isItem
    open = followFence(line, open)
    afterEmpty = line.trim() === ''
    at += line.length + 1
  }
  return [...pieces, text.slice(start)]
}
