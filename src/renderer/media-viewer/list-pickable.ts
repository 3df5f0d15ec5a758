// Which items of the Library can go along with an instruction.
import type { LibraryItem } from '#shared/schemas/library'

export interface Pickable {
  readonly media: string
  readonly mimeType: string
  readonly title: string
}

/** Those whose file is there; bytes that were made twice are offered once. */
export function listPickable(items: readonly LibraryItem[]): Pickable[] {
  const byMedia = new Map<string, Pickable>()
  for (const { file, media, mimeType, title } of items) {
    if (file !== 'here' || media === null || byMedia.has(media)) continue
    byMedia.set(media, { media, mimeType: mimeType ?? 'image/png', title: title || 'Picture' })
  }
  return [...byMedia.values()]
}
