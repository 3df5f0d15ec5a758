// Names that tell what is in a file, each once within an archive.
import type { LibraryItem } from '#shared/schemas/library'
import { readMediaType } from '../../media/media-type'
import { toFileName } from '../../user-data/file-name'

/** Without an extension: a transcript is called as its sound, whose own it does not keep. */
export function toStem({ title, kind }: Pick<LibraryItem, 'title' | 'kind'>): string {
  const name = kind === 'transcript' ? title.replace(/\.[a-z0-9]{1,5}$/i, '') : title
  return toFileName(/[\p{L}\p{N}]/u.test(name) ? name : kind)
}

export function toExtension({ kind, mimeType }: Pick<LibraryItem, 'kind' | 'mimeType'>): string {
  if (kind === 'conversation') return 'json'
  if (kind === 'embeddings') return 'jsonl'
  return readMediaType(new Uint8Array(), mimeType ?? undefined).extension
}

/** Systems that take capitals for small letters must not lose a file. */
export function createNames(): (stem: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (stem) => {
    const key = stem.toLowerCase()
    let count = counts.get(key) ?? 1
    let name = count === 1 ? stem : `${stem} (${count})`
    while (taken.has(name.toLowerCase())) {
      count += 1
      name = `${stem} (${count})`
    }
    counts.set(key, count)
    taken.add(name.toLowerCase())
    return name
  }
}
