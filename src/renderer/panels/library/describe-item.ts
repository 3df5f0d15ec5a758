// What is said of an item in words.
import type { FileState, LibraryItem } from '#shared/schemas/library'
import { formatAge, formatBytes, formatClock, formatDay } from '../../components/format'
import { kindNames } from './kinds'
import type { ToModelName } from './use-model-names'

export function describeSize({ width, height }: Pick<LibraryItem, 'width' | 'height'>): string {
  return width && height ? `${width} × ${height}` : ''
}

/** `0:08`; empty where it has none, or none that is known. */
export function describeLength({ seconds }: Pick<LibraryItem, 'seconds'>): string {
  return seconds === null ? '' : formatClock(Math.round(seconds))
}

/** Of a picture its pixels, of what lasts its length. */
export function describeExtent(item: LibraryItem): string {
  return describeLength(item) || describeSize(item)
}

/** What its file is called outside: a transcript as its sound, without the sound's own extension. */
export function toFileTitle({ kind, title }: Pick<LibraryItem, 'kind' | 'title'>): string {
  return kind === 'transcript' ? title.replace(/\.[a-z0-9]{1,5}$/i, '') || title : title
}

export const fileMarks: Readonly<Record<FileState, string>> = {
  none: '',
  here: '',
  missing: 'Missing',
  changed: 'Changed',
}

/** All that a row shows, for whoever hears it. */
export function describeItem(item: LibraryItem, toModelName: ToModelName): string {
  const { title, kind, model, bytes, createdAt, tags, file } = item
  const said = [
    title || 'Untitled',
    kindNames[kind].one,
    fileMarks[file],
    model && toModelName(model),
    describeSize(item),
    describeLength(item),
    bytes === null ? '' : formatBytes(bytes),
    formatDay(createdAt),
    ...tags,
  ]
  return said.filter(Boolean).join(', ')
}

/** In small, under a picture. */
export function describeBriefly({ kind, model, createdAt }: LibraryItem, toModelName: ToModelName): string {
  return [formatAge(createdAt, Date.now()), model === null ? kindNames[kind].one : toModelName(model)].join(
    ' · ',
  )
}

/** Width over height; a square where it is not known. */
export function toRatio({ width, height }: Pick<LibraryItem, 'width' | 'height'>): number {
  return width && height ? width / height : 1
}

/** `1 item`, `1,234 items`. */
export function countItems(count: number): string {
  return count === 1 ? '1 item' : `${new Intl.NumberFormat('en').format(count)} items`
}

/** What the files of the items take; a file of several items counts once. */
export function sumBytes(items: readonly Pick<LibraryItem, 'media' | 'bytes'>[]): number {
  const byMedia = new Map(items.map(({ media, bytes }) => [media, media === null ? 0 : (bytes ?? 0)]))
  return [...byMedia.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** `3 files are missing`; of what the folder does not hold as it was written. */
export function describeTroubled(items: readonly Pick<LibraryItem, 'file'>[], total: number): string {
  const files = total === 1 ? '1 file' : `${new Intl.NumberFormat('en').format(total)} files`
  const states = new Set(items.map(({ file }) => file))
  const isWhole = items.length === total
  if (isWhole && !states.has('changed')) return `${files} ${total === 1 ? 'is' : 'are'} missing`
  if (isWhole && !states.has('missing')) return `${files} ${total === 1 ? 'has' : 'have'} changed`
  return `${files} ${total === 1 ? 'is missing or has' : 'are missing or have'} changed`
}
