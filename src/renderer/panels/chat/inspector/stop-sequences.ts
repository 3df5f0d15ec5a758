// Stop sequences as people write and read them: a line break stands as `\n`.

export const mostStopSequences = 5

const written: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }
const meant: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }

export function writeStopSequence(sequence: string): string {
  return sequence.replace(/[\n\r\t\\]/g, (letter) => written[letter] ?? letter)
}

type TypedStopSequence =
  | { readonly sequence: string; readonly error?: undefined }
  | { readonly error: string }

/** Spaces count; an escape that means nothing stands as it is written. */
export function readStopSequence(text: string, others: readonly string[]): TypedStopSequence {
  const sequence = text.replace(/\\([nrt\\])/g, (_, letter: string) => meant[letter] ?? letter)
  if (sequence === '') return { error: 'must not be empty' }
  if (others.includes(sequence)) return { error: 'is there already' }
  if (others.length >= mostStopSequences) return { error: `must be ${mostStopSequences} at the most` }
  return { sequence }
}
