// Text that is appended to, rendered in chunks: new text causes no new layout of what is above it.
import { memo } from 'react'
import { useIncremental } from './use-incremental'

export function StreamedText({ text }: { text: string }) {
  const chunks = useIncremental(appendChunks, [])(text)
  return (
    <>
      {chunks.slice(0, -1).map((chunk, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: chunks are only ever added at the end.
        <Chunk key={index} text={chunk} />
      ))}
      {chunks.at(-1)}
    </>
  )
}

const Chunk = memo(function Chunk({ text }: { text: string }) {
  return <span className="code-piece block">{text}</span>
})

/** In characters; a chunk ends at a line end. */
const minChunkLength = 4_000

/** If text was only appended, all chunks but the last are unchanged. */
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
