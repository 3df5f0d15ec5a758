// Cuts a text that grows into pieces that are drawn once: what has come costs nothing when more comes.

/** At the least, in letters; a piece ends with its line. */
const pieceLength = 4_000

/** All pieces but the last are the same as before, where the text has only grown. */
export function growChunks(chunks: readonly string[], text: string): readonly string[] {
  const kept = chunks.slice(0, -1)
  let at = kept.reduce((length, chunk) => length + chunk.length, 0)
  const grown = text.startsWith(kept.join('')) ? [...kept] : []
  if (grown.length === 0) at = 0
  for (;;) {
    const end = text.indexOf('\n', at + pieceLength)
    if (end === -1) return [...grown, text.slice(at)]
    grown.push(text.slice(at, end + 1))
    at = end + 1
  }
}
