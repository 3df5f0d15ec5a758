// Schemas of the user's data as a whole: archives, backups, storage, and resets.
import { z } from 'zod'

export const archiveKinds = [
  'chats',
  'sessions',
  'messages',
  'folders',
  'images',
  'videos',
  'transcripts',
  'sets',
  'presets',
  'templates',
  'boards',
  'searches',
  'drafts',
] as const
export const ArchiveKind = z.enum(archiveKinds)
export type ArchiveKind = z.infer<typeof ArchiveKind>

const Counts = z.record(ArchiveKind, z.number().int().min(0))

/** `manifest.json` of an archive or a backup. */
export const ArchiveManifest = z.object({
  kind: z.literal('gen-playground-archive'),
  version: z.literal(1),
  /** The format of `data/workspace.db`: its `user_version`. */
  dataVersion: z.number().int().min(1),
  appVersion: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  counts: Counts,
  /** Hashes of media files that were missing or changed when the archive was written. */
  missing: z.array(z.string()),
  /** All entries but the manifest itself. `sha256` is in hexadecimal. */
  entries: z.array(
    z.object({ path: z.string(), bytes: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>

/** `verifying` reads everything back; `rows` cannot be measured in bytes. */
const dataPhases = ['preparing', 'media', 'rows', 'verifying'] as const

/** Progress of an export or import. */
export const DataProgress = z.object({
  phase: z.enum(dataPhases),
  files: z.number(),
  totalFiles: z.number(),
  bytes: z.number(),
  totalBytes: z.number(),
})
export type DataProgress = z.infer<typeof DataProgress>

export const ExportResult = z.object({
  path: z.string(),
  bytes: z.number(),
  counts: Counts,
  /** Media files that were missing or changed. */
  missing: z.number(),
  /** Media files that an interrupted export had written already. */
  resumed: z.number(),
})
export type ExportResult = z.infer<typeof ExportResult>

export const ImportPreview = z.object({
  path: z.string(),
  createdAt: z.number(),
  appVersion: z.string(),
  kinds: z.array(
    z.object({
      kind: ArchiveKind,
      /** Will be added. */
      added: z.number(),
      /** Are already there. */
      known: z.number(),
      /** Have the same ID and other content. */
      different: z.number(),
    }),
  ),
  /** Media files that are not in the media folder yet, and their bytes. */
  mediaFiles: z.number(),
  mediaBytes: z.number(),
  /** Media files that the archive lacks. */
  missing: z.number(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportResult = z.object({
  counts: Counts,
  mediaFiles: z.number(),
  /** Why the settings were not imported; null if they were, or were not requested. */
  settingsProblem: z.string().nullable(),
})
export type ImportResult = z.infer<typeof ImportResult>

const maxBackups = 100

export const BackupSettings = z.object({
  enabled: z.boolean().default(false),
  /** Absolute path; null until the user has chosen one. */
  folder: z.string().nullable().default(null),
  /** How many backups are kept. */
  maxCount: z
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(maxBackups, `must be at most ${maxBackups}`)
    .default(7),
})
export type BackupSettings = z.infer<typeof BackupSettings>

export const defaultBackup: BackupSettings = BackupSettings.parse({})

/** The last backup, or the last attempt. */
export const BackupResult = z.object({
  at: z.number(),
  /** Why it failed; null if it succeeded. */
  problem: z.string().nullable(),
  /** Milliseconds since the epoch; null if none has succeeded. */
  lastSuccess: z.number().nullable(),
  /** Media files that were copied, and those that the folder had already. */
  copied: z.number(),
  unchanged: z.number(),
  bytes: z.number(),
})
export type BackupResult = z.infer<typeof BackupResult>

const storageParts = [
  'images',
  'videos',
  'audio',
  'otherMedia',
  'database',
  'vectors',
  'unusedVectors',
  'log',
  'thumbnails',
  'snapshots',
  'backups',
  'logs',
  'trash',
] as const
export const StoragePart = z.enum(storageParts)
export type StoragePart = z.infer<typeof StoragePart>

/** `trash` is a part of the media, and not of the total. */
export const StorageUse = z.array(z.object({ part: StoragePart, bytes: z.number(), files: z.number() }))
export type StorageUse = z.infer<typeof StorageUse>

/** Parts that can be cleaned up without a reset. */
export const cleanUps = [
  'database',
  'log',
  'unusedVectors',
  'thumbnails',
  'snapshots',
  'backups',
  'logs',
  'trash',
] as const
export const CleanUp = z.enum(cleanUps)
export type CleanUp = z.infer<typeof CleanUp>

export const resetAreas = [
  'chats',
  'images',
  'videos',
  'transcripts',
  'sets',
  'presets',
  'settings',
  'log',
] as const
export const ResetArea = z.enum(resetAreas)
export type ResetArea = z.infer<typeof ResetArea>
