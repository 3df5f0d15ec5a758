// What the Library shows: everything made, as files that can be found, and the conversations.
import { z } from 'zod'

export const itemKinds = ['image', 'video', 'transcript', 'embeddings', 'conversation'] as const
export const ItemKind = z.enum(itemKinds)
export type ItemKind = z.infer<typeof ItemKind>

/** `none` has no file; `missing` was moved or deleted outside, `changed` holds other bytes than were written. */
export const FileState = z.enum(['none', 'here', 'missing', 'changed'])
export type FileState = z.infer<typeof FileState>

export const LibraryItem = z.object({
  id: z.string(),
  kind: ItemKind,
  /** The prompt, a transcript's file, a conversation's title. */
  title: z.string(),
  model: z.string().nullable(),
  /** Milliseconds since the epoch, like every `…At`. A conversation stands where it was last changed. */
  createdAt: z.number(),
  deletedAt: z.number().nullable(),
  tags: z.array(z.string()),
  file: FileState,
  /** SHA-256 of the file: `media://library/<media>` shows it, `media://thumbnail/<media>` in small. */
  media: z.string().nullable(),
  mimeType: z.string().nullable(),
  bytes: z.number().nullable(),
  /** Pixels, as decoded. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Of a video, and of the sound that a transcript was made of. */
  seconds: z.number().nullable(),
  /** Where it was made: a drawing or a chat. */
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  /** The job that made it: a video's, a transcript's. */
  jobId: z.string().nullable(),
})
export type LibraryItem = z.infer<typeof LibraryItem>

export const tagText = z.string().trim().min(1, 'is required').max(60, 'must be 60 characters or fewer')

export const LibraryQuery = z.object({
  /** Over prompts, transcripts, titles and the texts of conversations; empty finds all. */
  text: z.string().max(1000).default(''),
  /** Empty lists leave nothing out. */
  kinds: z.array(ItemKind).default([]),
  models: z.array(z.string()).default([]),
  /** Items that bear all of them. */
  tags: z.array(z.string()).default([]),
  /** From this moment on, and before that one. */
  from: z.number().nullable().default(null),
  to: z.number().nullable().default(null),
  /** Only what is missing or changed. */
  fileProblems: z.boolean().default(false),
  bin: z.boolean().default(false),
  order: z.enum(['newest', 'oldest', 'largest']).default('newest'),
})
export type LibraryQuery = z.infer<typeof LibraryQuery>

export const LibraryPage = z.object({ total: z.number(), items: z.array(LibraryItem) })
export type LibraryPage = z.infer<typeof LibraryPage>

const FacetValues = z.array(z.object({ value: z.string(), count: z.number() }))

/** What can be filtered by, and how many items each would leave. */
export const LibraryFacets = z.object({
  kinds: FacetValues,
  models: FacetValues,
  tags: FacetValues,
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

/** What emptying the trash would do: items and conversations that go, the size of the files that go with them. */
export const TrashPreview = z.object({ items: z.number(), bytes: z.number(), inUse: z.array(TrashUse) })
export type TrashPreview = z.infer<typeof TrashPreview>

/** Where an item was made. `removed`: that turn was deleted and can be restored; `in trash`: its whole conversation. */
export const ItemLocation = z.object({
  state: z.enum(['shown', 'removed', 'in trash', 'gone']),
  /** Null if it is gone. */
  conversation: z.object({ id: z.string(), kind: z.enum(['chat', 'images']) }).nullable(),
  /** Null if the conversation is all that is left of the place. */
  turnId: z.string().nullable(),
})
export type ItemLocation = z.infer<typeof ItemLocation>

/** An image in the trash whose place in a conversation is still shown, because later steps were made from it. */
export const TrashedImage = z.object({ id: z.string(), turnId: z.string(), media: z.string() })
export type TrashedImage = z.infer<typeof TrashedImage>

/** What has become of the folder since it was last looked through. */
export const Reconciliation = z.object({
  missing: z.number(),
  changed: z.number(),
  /** Files that had been missing and are there again. */
  returned: z.number(),
  /** Files with a sidecar that the Library did not know. */
  adopted: z.number(),
})
export type Reconciliation = z.infer<typeof Reconciliation>

/** Of long work on many files: the export of many, the move of the folder. */
export const FileProgress = z.object({
  files: z.number(),
  totalFiles: z.number(),
  bytes: z.number(),
  totalBytes: z.number(),
  /** Set with the last one: where it was written. Null if a dialog was canceled. */
  done: z.object({ path: z.string().nullable() }).optional(),
})
export type FileProgress = z.infer<typeof FileProgress>

export const MediaFolder = z.object({
  path: z.string(),
  /** The one beside the database. */
  isDefault: z.boolean(),
  files: z.number(),
  bytes: z.number(),
  /** Why nothing can be written into it now; null if it can. */
  problem: z.string().nullable(),
})
export type MediaFolder = z.infer<typeof MediaFolder>
