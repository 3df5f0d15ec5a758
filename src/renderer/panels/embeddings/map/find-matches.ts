// Searches the rows of the map for what is typed, in slices that leave the page its frames.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'

interface Search {
  /** In the order of the points; undefined where a row is no more. */
  readonly rows: readonly (EmbeddingRow | undefined)[]
  readonly typed: string
  readonly signal: AbortSignal
}

/** Milliseconds of searching at a stretch. */
const slice = 6

/** 1 for each row whose text, title or cells hold every word that is typed; null once aborted. */
export async function findMatches({ rows, typed, signal }: Search): Promise<Uint8Array | null> {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = new Uint8Array(rows.length)
  let began = performance.now()
  for (const [index, row] of rows.entries()) {
    if (index % 256 === 0 && performance.now() - began > slice) {
      await new Promise((resolve) => setTimeout(resolve))
      if (signal.aborted) return null
      began = performance.now()
    }
    if (row && hasAll(row, words)) matches[index] = 1
  }
  return matches
}

function hasAll({ text, title, cells }: EmbeddingRow, words: readonly string[]): boolean {
  const whole = [title ?? '', text, ...cells].join('\n').toLowerCase()
  return words.every((word) => whole.includes(word))
}
