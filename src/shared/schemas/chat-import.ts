// Schemas of imports of chats from other applications: what the files contain, and the progress of reading and importing them.
import { z } from 'zod'
import { folderName } from './chat'

const importSources = ['ai-studio', 'chatgpt'] as const
export const ImportSource = z.enum(importSources)
export type ImportSource = z.infer<typeof ImportSource>

/** Contents that cannot be imported, or only in another form. */
const lossKinds = [
  /** Images that the file only refers to. */
  'linked-image',
  /** Other files that the file only refers to. */
  'linked-file',
  /** Files of types that no model reads. */
  'unsupported-file',
  /** Audio and video of spoken chats. */
  'recording',
  /** Web pages and files that the model has searched. */
  'search-result',
  /** Calls of tools and their results: imported as thoughts. */
  'tool-call',
  /** Canvas documents: imported as text. */
  'canvas',
  /** Later changes of canvas documents. */
  'canvas-change',
  'memory',
  'draft',
  'setting',
  /** Messages that are not readable. */
  'message',
  /** Contents of unknown types. */
  'unknown',
] as const
export const LossKind = z.enum(lossKinds)
export type LossKind = z.infer<typeof LossKind>

export const ImportLoss = z.object({ kind: LossKind, count: z.number().int().positive() })
export type ImportLoss = z.infer<typeof ImportLoss>

export const ImportableChat = z.object({
  /** Its number among the chats of the opened files. */
  index: z.number().int(),
  title: z.string(),
  /** In all branches. */
  messages: z.number().int(),
  /** Milliseconds since the epoch; null if the file does not have it. */
  updatedAt: z.number().nullable(),
  /** `imported`: it is in the list already. `trash`: importing it restores it. `unreadable`: see `problem`. */
  state: z.enum(['new', 'imported', 'trash', 'unreadable']),
  losses: z.array(ImportLoss),
  /** Why it cannot be imported, with the file and the path of the wrong value. */
  problem: z.string().optional(),
})
export type ImportableChat = z.infer<typeof ImportableChat>

/** The progress of reading files. The chats come in their order, in several events. */
export const ImportReading = z.object({
  /** From 0 to 1. */
  share: z.number(),
  chats: z.array(ImportableChat).optional(),
  /** In the first event. */
  files: z
    .object({
      /** Null if none of the files has chats. */
      source: ImportSource.nullable(),
      names: z.array(z.string()),
      /** Files among the given ones that contain no chats. */
      rejected: z.array(z.object({ name: z.string(), problem: z.string() })),
    })
    .optional(),
  /** In the first event: chats that this application has exported. They have been imported. */
  imported: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
})
export type ImportReading = z.infer<typeof ImportReading>

/** An existing folder, a new one, or none. A new one is created with the first chat, unless one has this name. */
export const ImportTarget = z.union([z.object({ id: z.string() }), z.object({ name: folderName })]).nullable()
export type ImportTarget = z.infer<typeof ImportTarget>

export const ImportProgress = z.object({
  /** Chats that are imported, or have failed. */
  done: z.number().int(),
  total: z.number().int(),
  /** In the last event, also after a cancellation: what was imported until then stays. */
  result: z
    .object({
      /** Imported or restored. */
      conversationIds: z.array(z.string()),
      /** The folder that was created; null if none was. */
      createdFolderId: z.string().nullable(),
      failures: z.array(z.object({ title: z.string(), problem: z.string() })),
      /** Files that are damaged, or turned out to be of types that no model reads. */
      lostFiles: z.number().int(),
    })
    .optional(),
})
export type ImportProgress = z.infer<typeof ImportProgress>
