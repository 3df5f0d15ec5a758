// Cuts streamed text into chunks that are rendered once: new text causes no new layout of what is above it.

/** In characters; a chunk ends with its line. */
const minChunkLength = 4_000

/** All chunks but the last are the same as before if text was only appended. */
export function appendChunks(before: readonly string[], text: string): readonly string[] {
  const chunks: string[] = []
  let at = 0
  for (const chunk of before.slice(0, -1)) {
    if (!text.startsWith(chunk, at)) break
    chunks.push(chunk)
    at += chunk.length
  }
  for (;;) {
    const end = text.indexOf('\n', at + minChunkLength)
    if (end === -1) return [...chunks, text.slice(at)]
    chunks.push(text.slice(at, end + 1))
    at = end + 1
  }
}
