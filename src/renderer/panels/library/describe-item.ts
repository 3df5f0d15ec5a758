// Texts that describe items, their kinds, their files and the trash.
import { AudioLines, Clapperboard, Image, type LucideIcon, MessageSquare, Orbit } from 'lucide-react'
import { useCallback } from 'react'
import type { FileState, ItemKind, LibraryItem, TrashPreview, TrashUse } from '#shared/schemas/library'
import { formatAge, formatBytes, formatClock, formatDay, formatPlural } from '../../components/format'
import { useModelList } from '../../models/model-list'

/** An item that is a file, such as an image; a conversation is not. */
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

/** `0:08`; empty if the length is unknown, or if the item has none. */
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

export const fileBadges: Readonly<Record<FileState, string>> = {
  none: '',
  here: '',
  missing: 'Missing',
  changed: 'Modified',
}

export function nameKind({ kind, isSession }: Pick<LibraryItem, 'kind' | 'isSession'>): string {
  return isSession ? 'Image session' : kindNames[kind].one
}

/** All that a row shows, for screen readers. */
export function describeItem(item: LibraryItem, toModelName: ToModelName): string {
  const { title, model, bytes, createdAt, deletedAt, tags, file, starred, isDemo } = item
  const parts = [
    title || 'Untitled',
    nameKind(item),
    starred && 'Starred',
    fileBadges[file],
    isDemo && 'Demo',
    model && toModelName(model),
    describeSize(item),
    describeLength(item),
    bytes === null ? '' : formatBytes(bytes),
    deletedAt === null ? formatDay(createdAt) : `Deleted ${formatDay(deletedAt)}`,
    ...tags,
  ]
  return parts.filter(Boolean).join(', ')
}

/** One short line under an image. */
export function describeBriefly(item: LibraryItem, toModelName: ToModelName): string {
  const { model, createdAt, deletedAt } = item
  const name = model === null ? nameKind(item) : toModelName(model)
  const age = deletedAt === null ? formatAge(createdAt, Date.now()) : `Deleted ${formatDay(deletedAt)}`
  return [age, name].join(' · ')
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

/** `3 files are missing`, `1 file was modified`. */
export function describeFileProblems(items: readonly Pick<LibraryItem, 'file'>[], total: number): string {
  const files = formatPlural(total, 'file')
  const states = new Set(items.map(({ file }) => file))
  const areAllRead = items.length === total
  if (areAllRead && !states.has('changed')) return `${files} ${total === 1 ? 'is' : 'are'} missing`
  if (areAllRead && !states.has('missing')) return `${files} ${total === 1 ? 'was' : 'were'} modified`
  return `${files} ${total === 1 ? 'is missing or was' : 'are missing or were'} modified`
}

export function describeEmptying({ items, bytes, inUse }: TrashPreview, isSelection = false): string {
  if (items > 0) {
    return `This permanently deletes ${countItems(items)} (${formatBytes(bytes)}). You can’t undo this.`
  }
  if (isSelection) return inUse.length > 0 ? 'Everything selected is still in use.' : 'Item not found.'
  return inUse.length > 0 ? 'Everything in the trash is still in use.' : 'The trash is empty.'
}

const maxUses = 4

/** One sentence for each of the first uses of items in the trash. */
export function describeUses(uses: readonly TrashUse[]): string[] {
  const more = uses.slice(maxUses).reduce((sum, { items }) => sum + items, 0)
  return [
    ...uses.slice(0, maxUses).map((use) => `${describeRetained(use.items)} used in ${describeUse(use)}.`),
    ...(more > 0 ? [`${describeRetained(more)} used elsewhere.`] : []),
  ]
}

function describeRetained(items: number): string {
  const stay = items === 1 ? 'stays in the trash because it’s' : 'stay in the trash because they’re'
  return `${countItems(items)} ${stay}`
}

const usedByNames: Readonly<Record<TrashUse['usedBy'], readonly [named: string, unnamed: string]>> = {
  session: ['the session', 'a session'],
  chat: ['the chat', 'a chat'],
  draft: ['the draft of', 'a draft'],
  form: ['the form', 'an unsent form'],
  job: ['the job', 'a video or transcription job'],
  item: ['', 'another item'],
}

function describeUse({ usedBy, title }: TrashUse): string {
  const [named, unnamed] = usedByNames[usedBy]
  return title ? `${named} “${shorten(title)}”`.trim() : unnamed
}

const maxTitleLength = 60

/** Removes the period at the end, because the sentence has one. */
function shorten(text: string): string {
  const title = text.replace(/\.$/, '')
  const characters = [...title]
  return characters.length <= maxTitleLength
    ? title
    : `${characters
        .slice(0, maxTitleLength - 1)
        .join('')
        .trimEnd()}…`
}

export type ToModelName = (id: string) => string

/** Returns a stable function until the models change. It returns the id of an unknown model. */
export function useModelNames(): ToModelName {
  const { models } = useModelList()
  return useCallback((id: string) => models.find((model) => model.id === id)?.displayName ?? id, [models])
}
