// The pictures that an answer has brought: what it thought of on the way is none.
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import type { Reference } from '#shared/schemas/making'
import { readMedia } from '../conversations/exports/media-references'

/** Each once, in their order; `mimeType` is what was claimed. */
export function listMadePictures({
  role,
  edited,
  parts,
}: Pick<Turn, 'role' | 'edited' | 'parts'>): Reference[] {
  if (role !== 'model' || edited) return []
  return listPictures(parts.filter(({ thought }) => thought !== true))
}

function listPictures(parts: readonly Part[]): Reference[] {
  return listFiles(parts).filter(({ mimeType }) => mimeType.toLowerCase().startsWith('image/'))
}

/** Of any kind, as they stand beside a prompt's words. */
export function listFiles(parts: readonly Part[]): Reference[] {
  const byMedia = new Map<string, Reference>()
  for (const part of parts) {
    const blob = part.inlineData ?? part.inline_data
    const media = readMedia(blob)
    if (media && !byMedia.has(media))
      byMedia.set(media, { media, mimeType: blob?.mimeType ?? blob?.mime_type ?? '' })
  }
  return [...byMedia.values()]
}

/** The user's words. */
export function readWords(parts: readonly Part[]): string {
  return parts.flatMap(({ text, thought }) => (text && thought !== true ? [text] : [])).join('\n')
}

const longestTitle = 200

/** On one line, cut between two words where that is possible. */
export function toItemTitle(prompt: string, untitled = 'Picture'): string {
  const words = prompt
    .slice(0, longestTitle * 8)
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...words]
  if (letters.length <= longestTitle) return words === '' ? untitled : words
  const cut = letters.slice(0, longestTitle - 1).join('')
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > longestTitle / 2 ? end : undefined).trimEnd()}…`
}
