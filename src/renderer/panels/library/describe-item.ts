// How items, their kinds, their files and the trash are described in words.
import { AudioLines, Clapperboard, Image, type LucideIcon, MessageSquare, Orbit } from 'lucide-react'
import type { FileState, ItemKind, LibraryItem, TrashPreview, TrashUse } from '#shared/schemas/library'
import { formatAge, formatBytes, formatClock, formatDay, formatPlural } from '../../components/format'
import type { ToModelName } from './use-model-names'

/** An item that is a file itself, such as an image; a conversation is none. */
export type ItemWithFile = LibraryItem & { readonly media: string }

interface KindName {
  readonly one: string
  readonly many: string
}

export const kindNames: Readonly<Record<ItemKind, KindName>> = {
  image: { one: 'Image', many: 'Images' },
  video: { one: 'Video', many: 'Videos' },
  transcript: { one: 'Transcript', many: 'Transcripts' },
  embeddings: { one: 'Embeddings', many: 'Embeddings' },
  conversation: { one: 'Chat', many: 'Chats and sessions' },
}

export const kindIcons: Readonly<Record<ItemKind, LucideIcon>> = {
  image: Image,
  video: Clapperboard,
  transcript: AudioLines,
  embeddings: Orbit,
  conversation: MessageSquare,
}

export function describeSize({ width, height }: Pick<LibraryItem, 'width' | 'height'>): string {
  return width && height ? `${width} × ${height}` : ''
}

/** `0:08`; empty if it has none, or if it is not known. */
export function describeLength({ seconds }: Pick<LibraryItem, 'seconds'>): string {
  return seconds === null ? '' : formatClock(Math.round(seconds))
}

/** The pixels of an image, the length of audio and video. */
export function describeExtent(item: LibraryItem): string {
  return describeLength(item) || describeSize(item)
}

/** The name of an exported file: a transcript has the name of its audio file, without that file's extension. */
export function toFileTitle({ kind, title }: Pick<LibraryItem, 'kind' | 'title'>): string {
  return kind === 'transcript' ? title.replace(/\.[a-z0-9]{1,5}$/i, '') || title : title
}

export const fileMarks: Readonly<Record<FileState, string>> = {
  none: '',
  here: '',
  missing: 'Missing',
  changed: 'Modified',
}

/** All that a row shows, for screen readers. */
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

/** One short line under an image. */
export function describeBriefly({ kind, model, createdAt }: LibraryItem, toModelName: ToModelName): string {
  return [formatAge(createdAt, Date.now()), model === null ? kindNames[kind].one : toModelName(model)].join(
    ' · ',
  )
}

/** Width over height; 1 if it is not known. */
export function toRatio({ width, height }: Pick<LibraryItem, 'width' | 'height'>): number {
  return width && height ? width / height : 1
}

/** `1 item`, `1,234 items`. */
export function countItems(count: number): string {
  return formatPlural(count, 'item')
}

/** The size of the items' files; a file of several items counts once. */
export function sumBytes(items: readonly Pick<LibraryItem, 'media' | 'bytes'>[]): number {
  const byMedia = new Map(items.map(({ media, bytes }) => [media, media === null ? 0 : (bytes ?? 0)]))
  return [...byMedia.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** `3 files are missing`, `1 file has changed`. */
export function describeFileProblems(items: readonly Pick<LibraryItem, 'file'>[], total: number): string {
  const files = formatPlural(total, 'file')
  const states = new Set(items.map(({ file }) => file))
  const isWhole = items.length === total
  if (isWhole && !states.has('changed')) return `${files} ${total === 1 ? 'is' : 'are'} missing`
  if (isWhole && !states.has('missing')) return `${files} ${total === 1 ? 'was' : 'were'} modified`
  return `${files} ${total === 1 ? 'is missing or was' : 'are missing or were'} modified`
}

export function describeWhatGoes({ items, bytes, inUse }: TrashPreview): string {
  if (items > 0) {
    return `${countItems(items)} will be deleted permanently, which frees ${formatBytes(bytes)}. This can’t be undone.`
  }
  return inUse.length > 0 ? 'Everything in the trash is still in use.' : 'The trash is empty.'
}

const maxPlaces = 4

/** One sentence for each of the first places that still use items in the trash. */
export function describeUses(uses: readonly TrashUse[]): string[] {
  const more = uses.slice(maxPlaces).reduce((sum, { items }) => sum + items, 0)
  return [
    ...uses.slice(0, maxPlaces).map((use) => `${countStaying(use.items)}: still used in ${namePlace(use)}.`),
    ...(more > 0 ? [`${countStaying(more)}: still used elsewhere.`] : []),
  ]
}

function countStaying(items: number): string {
  return `${countItems(items)} ${items === 1 ? 'stays' : 'stay'} in the trash`
}

const placeNames: Readonly<Record<TrashUse['place'], readonly [named: string, unnamed: string]>> = {
  session: ['the session', 'a session'],
  chat: ['the chat', 'a chat'],
  draft: ['the draft of', 'a draft'],
  form: ['the form', 'a form that isn’t sent yet'],
  job: ['the job', 'a video or transcription job'],
  item: ['', 'another item'],
}

function namePlace({ place, title }: TrashUse): string {
  const [named, unnamed] = placeNames[place]
  return title ? `${named} “${shorten(title)}”`.trim() : unnamed
}

const maxTitleLength = 60

/** Without a period at its end: the sentence has one. */
function shorten(whole: string): string {
  const title = whole.replace(/\.$/, '')
  const letters = [...title]
  return letters.length <= maxTitleLength
    ? title
    : `${letters
        .slice(0, maxTitleLength - 1)
        .join('')
        .trimEnd()}…`
}
