// Cuts growing plain text into pieces of whole lines: finished pieces stay as they are.

interface CutLines {
  readonly text: string
  readonly pieces: readonly string[]
  /** Where the last piece, which grows, begins. */
  readonly at: number
}

export const noLines: CutLines = { text: '', pieces: [], at: 0 }

const pieceLength = 8_000

export function cutLines(before: CutLines, text: string): CutLines {
  const start = text.startsWith(before.text) ? before : noLines
  const pieces = [...start.pieces]
  let { at } = start
  while (text.length - at > pieceLength) {
    const end = text.indexOf('\n', at + pieceLength)
    if (end < 0) break
    pieces.push(text.slice(at, end))
    at = end + 1
  }
  return { text, pieces, at }
}
