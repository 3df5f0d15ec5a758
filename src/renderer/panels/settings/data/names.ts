// The words for what the user's data consists of.
import type { ArchiveKind, DataProgress, ResetArea, StoragePart } from '#shared/schemas/user-data'
import { formatCount, formatPlural } from '../../../components/format'
import { toFileStep } from '../../../notices/transfer'

const kinds: Readonly<Record<ArchiveKind, readonly [one: string, several: string]>> = {
  chats: ['chat', 'chats'],
  sessions: ['image session', 'image sessions'],
  messages: ['message', 'messages'],
  folders: ['folder', 'folders'],
  images: ['image', 'images'],
  videos: ['video', 'videos'],
  transcripts: ['transcript', 'transcripts'],
  sets: ['embedding set', 'embedding sets'],
  presets: ['preset', 'presets'],
  templates: ['template', 'templates'],
  boards: ['board', 'boards'],
  searches: ['saved search', 'saved searches'],
  drafts: ['draft', 'drafts'],
}

export function toKindName(kind: ArchiveKind): string {
  const [, name] = kinds[kind]
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** How an import treats entries that have the same ID and other content. */
export const differences: Readonly<Partial<Record<ArchiveKind, string>>> = {
  chats: 'New messages are added.',
  sessions: 'New steps are added.',
  transcripts: 'Both texts stay in the version history. The newer one is shown.',
  sets: 'Added as a copy.',
  presets: 'Added as a copy.',
  templates: 'Added as a copy.',
  searches: 'Added as a copy.',
  boards: 'New items are added.',
  drafts: 'Yours stays.',
}

/** `2 chats, 1 image`, without kinds that have none. */
export function describeCounts(counts: Readonly<Record<ArchiveKind, number>>): string {
  const parts = Object.entries(counts).flatMap(([kind, count]) =>
    // The keys are kinds.
    count > 0 ? [formatPlural(count, ...kinds[kind as ArchiveKind])] : [],
  )
  return parts.length > 0 ? parts.join(', ') : 'nothing'
}

const phases: Readonly<Record<DataProgress['phase'], string>> = {
  preparing: 'Preparing…',
  media: 'Copying media files',
  rows: 'Adding entries',
  verifying: 'Reading everything back',
}

export function describeDataProgress({ phase, ...progress }: DataProgress) {
  const { percent, text } = toFileStep(progress)
  if (phase === 'preparing') return { percent, text: phases[phase] }
  const { bytes, totalBytes } = progress
  const counts = phase === 'rows' ? `${formatCount(bytes)} of ${formatCount(totalBytes)} messages` : text
  return { percent, text: `${phases[phase]}: ${counts}` }
}

export const storageNames: Readonly<Record<StoragePart, string>> = {
  images: 'Images',
  videos: 'Videos',
  audio: 'Audio',
  otherMedia: 'Other media files',
  database: 'Chats and other entries',
  vectors: 'Vectors',
  unusedVectors: 'Unused vectors',
  log: 'Request log',
  thumbnails: 'Thumbnails',
  snapshots: 'Snapshots',
  backups: 'Backups',
  logs: 'Logs of the app',
  trash: 'Trash',
}

export const areaNames: Readonly<Record<ResetArea, string>> = {
  chats: 'Chats',
  images: 'Images',
  videos: 'Videos',
  transcripts: 'Transcripts',
  sets: 'Embedding sets',
  presets: 'Presets and templates',
  settings: 'Settings',
  log: 'Request log',
}

export const areaEffects: Readonly<Record<ResetArea, string>> = {
  chats: 'All chats move to the trash of the Library, where you can restore them.',
  images: 'All images and image sessions move to the trash of the Library, where you can restore them.',
  videos: 'All videos move to the trash of the Library, where you can restore them.',
  transcripts: 'All transcripts move to the trash of the Library, where you can restore them.',
  sets: 'All embedding sets move to the trash of the Library, where you can restore them.',
  presets: 'This permanently deletes all your presets and prompt templates. You can’t undo this.',
  settings:
    'All settings get their default values, except providers, folders, and keys. You can’t undo this.',
  log: 'This permanently deletes all logged requests. Usage by day stays. You can’t undo this.',
}
