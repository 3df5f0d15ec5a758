// Schemas of the Library: generated files, embedding sets and conversations.
import { z } from 'zod'

export const itemKinds = ['image', 'video', 'transcript', 'embeddings', 'conversation'] as const
export const ItemKind = z.enum(itemKinds)
export type ItemKind = z.infer<typeof ItemKind>

/** `none`: the item has no file. `missing`: moved or deleted outside the app. `changed`: its bytes were changed. */
export const FileState = z.enum(['none', 'here', 'missing', 'changed'])
export type FileState = z.infer<typeof FileState>

export const LibraryItem = z.object({
  id: z.string(),
  kind: ItemKind,
  /** The prompt, the name of a transcript's file, or a conversation's title. */
  title: z.string(),
  model: z.string().nullable(),
  /** Milliseconds since the epoch, like every `…At`. For a conversation, the time of its last change. */
  createdAt: z.number(),
  deletedAt: z.number().nullable(),
  tags: z.array(z.string()),
  starred: z.boolean(),
  /** IDs of the boards that it is on. */
  boards: z.array(z.string()),
  /** Whether the built-in demo generated it. */
  isDemo: z.boolean(),
  /** A conversation that is an image session, not a chat. */
  isSession: z.boolean(),
  file: FileState,
  /** SHA-256 of the file, at `media://library/<media>`; its thumbnail is at `media://thumbnail/<media>`. */
  media: z.string().nullable(),
  mimeType: z.string().nullable(),
  bytes: z.number().nullable(),
  /** Pixels, as decoded. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Duration of a video, or of a transcript's audio. */
  seconds: z.number().nullable(),
  /** The drawing or chat in which it was generated. */
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  /** The job that created the video or transcript. */
  jobId: z.string().nullable(),
})
export type LibraryItem = z.infer<typeof LibraryItem>

export const tagText = z.string().trim().min(1, 'is required').max(60, 'must be 60 characters or fewer')

const libraryOrders = [
  'newest',
  'oldest',
  'largest',
  'smallest',
  'title',
  'title-descending',
  'kind',
  'kind-descending',
  'model',
  'model-descending',
] as const

export const LibraryQuery = z.object({
  /** Searches prompts, transcripts, titles and texts of conversations; empty matches all. */
  text: z.string().max(1000).default(''),
  /** An empty list matches all. */
  kinds: z.array(ItemKind).default([]),
  models: z.array(z.string()).default([]),
  /** Items with all of these tags. */
  tags: z.array(z.string()).default([]),
  starred: z.boolean().default(false),
  /** The ID of a board; null matches all. */
  board: z.string().nullable().default(null),
  /** `from` is inclusive, `to` exclusive. */
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
  /** Only items whose files are missing or changed. */
  fileProblems: z.boolean().default(false),
  bin: z.boolean().default(false),
  order: z.enum(libraryOrders).default('newest'),
})
export type LibraryQuery = z.infer<typeof LibraryQuery>

export const dateSpans = ['any', 'today', 'week', 'month', 'year', 'range'] as const

/** The filters as the user sets them: a date that is relative to today stays so in a saved search. */
export const LibraryFilters = z.object({
  text: z.string().max(1000),
  kinds: z.array(ItemKind),
  models: z.array(z.string()),
  tags: z.array(z.string()),
  starred: z.boolean(),
  board: z.string().nullable(),
  /** Days in the format of a date field: `2026-05-21`; empty if that end is open. */
  date: z.object({ span: z.enum(dateSpans), first: z.string(), last: z.string() }),
  hasFileProblem: z.boolean(),
})
export type LibraryFilters = z.infer<typeof LibraryFilters>

export const collectionName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(80, 'must be 80 characters or fewer')

/** A board, or a saved search, which has filters. */
export const LibraryCollection = z.object({
  id: z.string(),
  kind: z.enum(['board', 'search']),
  name: z.string(),
  filters: LibraryFilters.nullable(),
})
export type LibraryCollection = z.infer<typeof LibraryCollection>

export const LibraryPage = z.object({ total: z.number(), items: z.array(LibraryItem) })
export type LibraryPage = z.infer<typeof LibraryPage>

/** All found items in their order: when they were made or deleted, and width over height, 1 if they have none. */
export const LibraryShape = z.object({ moments: z.array(z.number()), ratios: z.array(z.number()) })
export type LibraryShape = z.infer<typeof LibraryShape>

const FacetValues = z.array(z.object({ value: z.string(), count: z.number() }))

/** Values to filter by, with the number of items of each. */
export const LibraryFacets = z.object({
  kinds: FacetValues,
  models: FacetValues,
  tags: FacetValues,
  /** By the IDs of the boards. */
  boards: FacetValues,
  starred: z.number(),
  inBin: z.number(),
  fileProblems: z.number(),
})
export type LibraryFacets = z.infer<typeof LibraryFacets>

/** Why items stay in the trash when it is emptied: an image session, a chat, a draft, a form, a job or an item needs them. */
export const TrashUse = z.object({
  usedBy: z.enum(['session', 'chat', 'draft', 'form', 'job', 'item']),
  /** Null if it has none. */
  title: z.string().nullable(),
  items: z.number(),
})
export type TrashUse = z.infer<typeof TrashUse>

/** Items, including conversations, that emptying the trash would delete, and the size of their files. */
export const TrashPreview = z.object({ items: z.number(), bytes: z.number(), inUse: z.array(TrashUse) })
export type TrashPreview = z.infer<typeof TrashPreview>

/** The turn that generated an item. `removed`: the turn was deleted and can be restored; `in trash`: its conversation was. */
export const ItemLocation = z.object({
  state: z.enum(['shown', 'removed', 'in trash', 'gone']),
  /** Null if it no longer exists. */
  conversation: z.object({ id: z.string(), kind: z.enum(['chat', 'images']) }).nullable(),
  /** Null if only the conversation still exists. */
  turnId: z.string().nullable(),
})
export type ItemLocation = z.infer<typeof ItemLocation>

/**
 * An item that is an image of an answer. One in the trash may be of a deleted answer: its place is still shown if later
 * steps were made from it, or if it was the only one of its step.
 */
export const GeneratedImage = LibraryItem.pick({ id: true, starred: true }).extend({
  turnId: z.string(),
  /** The turn that the answer follows. */
  promptId: z.string().nullable(),
  media: z.string(),
  isTrashed: z.boolean(),
})
export type GeneratedImage = z.infer<typeof GeneratedImage>

/** Changes of the folder since the last scan. */
export const Reconciliation = z.object({
  missing: z.number(),
  changed: z.number(),
  /** Files that were missing and are present again. */
  returned: z.number(),
  /** Unknown files with a sidecar, which the Library has added. */
  adopted: z.number(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

/** Progress of exporting items or moving the folder. */
export const FileProgress = z.object({
  files: z.number(),
  totalFiles: z.number(),
  bytes: z.number(),
  totalBytes: z.number(),
  /** Set in the last event. `path` is null if the dialog was canceled. */
  done: z.object({ path: z.string().nullable() }).optional(),
})
export type FileProgress = z.infer<typeof FileProgress>

export const MediaFolder = z.object({
  path: z.string(),
  /** The folder next to the database. */
  defaultPath: z.string(),
  /** Whether that is the one in use. */
  isDefault: z.boolean(),
  files: z.number(),
  bytes: z.number(),
  /** Why the folder is not writable; null if it is. */
  problem: z.string().nullable(),
})
export type MediaFolder = z.infer<typeof MediaFolder>
