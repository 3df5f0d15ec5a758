// How a row of a set stands, in a word and in a sentence.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'

function nameState({ state, cached }: Pick<EmbeddingRow, 'state' | 'cached'>): string {
  switch (state) {
    case 'waiting':
      return 'Not run'
    case 'running':
      return 'Running'
    case 'done':
      return cached ? 'From the cache' : 'Done'
    case 'failed':
      return 'Failed'
    case 'empty':
      return 'No text'
  }
}

/** `Failed: The text is too long.` */
export function describeState(row: Pick<EmbeddingRow, 'state' | 'cached' | 'error'>): string {
  return row.state === 'failed' && row.error ? `Failed: ${row.error}` : nameState(row)
}

/** What is told of it to whoever cannot see it. */
export function describeRow(row: EmbeddingRow, index: number): string {
  const text = row.text.trim().slice(0, 200) || 'no text'
  return `Row ${index + 1}: ${text}. ${describeState(row)}`
}

/** Of its element, for the table to tell where the keys are. */
export function toRowElementId(id: number): string {
  return `embedding-row-${id}`
}
