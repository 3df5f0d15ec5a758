// Finds the media files that turns refer to, wherever in their parts a blob stands.
import type { Turn } from '#shared/schemas/chat'
import { createYield } from '../../concurrency/timing'

const hash = /^[0-9a-f]{64}$/

/** The hashes, each once, in the order in which they stand. */
export async function listMedia(turns: readonly Pick<Turn, 'parts'>[]): Promise<string[]> {
  const pause = createYield()
  const found = new Set<string>()
  for (const { parts } of turns) {
    for (const media of walk(parts)) found.add(media)
    await pause()
  }
  return [...found]
}

function* walk(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const media = (name === 'inlineData' || name === 'inline_data') && readMedia(inner)
    if (media) yield media
    else yield* walk(inner)
  }
}

/** The hash of a blob that was kept as a file. */
export function readMedia(blob: unknown): string | undefined {
  if (typeof blob !== 'object' || blob === null || !('media' in blob)) return undefined
  return typeof blob.media === 'string' && hash.test(blob.media) ? blob.media : undefined
}
