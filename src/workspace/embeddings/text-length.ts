// Tells of a text that is longer than its model reads, before it is sent: services cut it without a word (wire §6).
import type { ModelEntry } from '#shared/models/catalogue'

/** A token has three or four bytes in most languages: who has fewer bytes than this for each cannot be over the limit. */
const fewestBytes = 2

/** True where the tokens are worth counting. */
export function mayBeTooLong(
  text: string,
  { inputTokenLimit }: Pick<ModelEntry, 'inputTokenLimit'>,
): boolean {
  return inputTokenLimit !== undefined && Buffer.byteLength(text) > inputTokenLimit * fewestBytes
}

/** Undefined where it is not over the limit. */
export function tellTooLong(
  tokens: number,
  { inputTokenLimit, displayName }: Pick<ModelEntry, 'inputTokenLimit' | 'displayName'>,
): string | undefined {
  if (inputTokenLimit === undefined || tokens <= inputTokenLimit) return undefined
  const [found, most] = [tokens, inputTokenLimit].map((count) => count.toLocaleString('en'))
  return `It has ${found} tokens, and ${displayName} reads ${most} at the most: shorten it, or split it into several rows.`
}
