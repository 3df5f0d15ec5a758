// The kept file that a part of a turn holds.
import type { Part } from '#shared/schemas/content'

export interface PartFile {
  /** SHA-256. */
  readonly media: string
  readonly mimeType: string
  /** As the user attached it; null where a model made it, and in turns from before names were kept. */
  readonly name: string | null
}

/** In either spelling; null where the part holds none. */
export function readPartFile({ inlineData, inline_data }: Part): PartFile | null {
  const blob = inlineData ?? inline_data
  if (typeof blob?.media !== 'string') return null
  const { media, mimeType, mime_type, fileName } = blob
  const name = typeof fileName === 'string' && fileName.trim() ? fileName : null
  return { media, mimeType: mimeType ?? mime_type ?? '', name }
}
