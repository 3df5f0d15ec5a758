// Desktop procedures for image generation, the Library, and the media folder.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { DrawingStep, PromptParts } from '../schemas/chat'
import { ChatParameters } from '../schemas/chat-parameters'
import { AnyMetadata, GenerationMetadata } from '../schemas/generation-metadata'
import {
  collectionName,
  FileProgress,
  GeneratedImage,
  ItemLocation,
  LibraryCollection,
  LibraryFacets,
  LibraryFilters,
  LibraryItem,
  LibraryPage,
  LibraryQuery,
  LibraryShape,
  MediaFolder,
  Reconciliation,
  TrashPreview,
  tagText,
} from '../schemas/library'

const byId = z.object({ id: z.string() })
const items = z.object({ ids: z.array(z.string()).min(1).max(100_000) })
const changedItems = z.object({ ids: z.array(z.string()) })
/** Items in the trash; all of them if absent. */
const trashSelection = items.partial()
/** Path of the file that was written; null if the dialog was canceled. */
const filePath = z.object({ path: z.string().nullable() })

export const libraryContract = {
  images: {
    /**
     * Adds a step to a drawing: `variations` answers to one prompt, generated concurrently. To watch, stop, retry,
     * delete and switch, use the `chat` procedures. `after` is the answer to edit; null starts a new
     * drawing. If it is still being generated, the step is queued, and no `turnIds` are returned.
     */
    draw: oc
      .input(
        z.object({
          conversationId: z.string().nullable(),
          after: z.string().nullable(),
          parts: PromptParts,
          parameters: ChatParameters,
          variations: z.number().int().min(1).max(8),
        }),
      )
      .output(z.object({ conversationId: z.string(), turnIds: z.array(z.string()) })),
    /** All steps of all branches, oldest first, so that a step comes before those that edit its images. */
    steps: oc.input(z.object({ conversationId: z.string() })).output(z.array(DrawingStep)),
    /** Found by the image's hash, or read from the file itself; null if neither has it. */
    readGenerationMetadata: oc.input(z.object({ media: z.string() })).output(GenerationMetadata.nullable()),
    /** Whether the file contains Content Credentials (C2PA); false for unknown file types. */
    readProvenance: oc
      .input(z.object({ media: z.string() }))
      .output(
        z.object({ hasC2pa: z.boolean(), width: z.number().nullable(), height: z.number().nullable() }),
      ),
    /** Works for any file of the media folder. */
    reveal: oc.input(z.object({ media: z.string() })).output(z.void()),
    /** Starts dragging a copy of the file, called `name`, out of the window. */
    drag: oc.input(z.object({ media: z.string(), name: z.string() })).output(z.void()),
    /** Saves the original bytes, or a copy with the prompt embedded (PNG text and XMP). */
    saveAs: oc
      .input(z.object({ media: z.string(), name: z.string(), withPrompt: z.boolean() }))
      .output(filePath),
  },
  library: {
    list: oc
      .input(
        z.object({
          query: LibraryQuery,
          offset: z.number().int().min(0),
          limit: z.number().int().min(1).max(500),
        }),
      )
      .output(LibraryPage),
    /** IDs of all items that match, in order; used to select all. */
    ids: oc.input(LibraryQuery).output(z.array(z.string())),
    /** Dates and aspect ratios of all items that match, in order; the grid computes its rows from them. */
    shape: oc.input(LibraryQuery).output(LibraryShape),
    facets: oc.input(LibraryQuery).output(LibraryFacets),
    /** In the requested order; missing items are omitted. */
    read: oc.input(items).output(z.array(LibraryItem)),
    generationMetadata: oc.input(byId).output(AnyMetadata.nullable()),
    /** Returns the IDs of the items that have changed. */
    tag: oc
      .input(items.extend({ add: z.array(tagText).default([]), remove: z.array(z.string()).default([]) }))
      .output(changedItems),
    star: oc.input(items.extend({ starred: z.boolean() })).output(z.void()),
    /** Boards and saved searches. */
    listCollections: oc.output(z.array(LibraryCollection)),
    createCollection: oc
      .input(z.object({ name: collectionName, filters: LibraryFilters.nullable() }))
      .output(LibraryCollection),
    renameCollection: oc.input(byId.extend({ name: collectionName })).output(z.void()),
    /** `restoreCollection` restores it until the app quits. */
    deleteCollection: oc.input(byId).output(z.void()),
    restoreCollection: oc.input(byId).output(z.void()),
    /** Both return the IDs of the items that were added or removed, without those that already were. */
    addToBoard: oc.input(items.extend({ id: z.string() })).output(changedItems),
    removeFromBoard: oc.input(items.extend({ id: z.string() })).output(changedItems),
    /** How many of the items have a star, have each tag, and are on each board. */
    countMarks: oc.input(items).output(LibraryFacets.pick({ starred: true, tags: true, boards: true })),
    /** Moves items to the trash; `restore` moves them back, and fails if none of them exists any longer. */
    delete: oc.input(items).output(z.void()),
    restore: oc.input(items).output(z.void()),
    location: oc.input(byId).output(ItemLocation),
    /** The images of all answers that a conversation shows, and those in the trash. */
    imagesOf: oc.input(z.object({ conversationId: z.string() })).output(z.array(GeneratedImage)),
    /** Moves an answer's images to the trash. Returns no IDs if the Library has none of them. */
    deleteGenerated: oc
      .input(z.object({ conversationId: z.string(), turnId: z.string() }))
      .output(z.object({ ids: z.array(z.string()) })),
    previewEmptying: oc.input(trashSelection).output(TrashPreview),
    /** Deletes permanently, with all files that nothing else uses. */
    emptyTrash: oc.input(trashSelection).output(z.object({ items: z.number(), bytes: z.number() })),
    /** Exports one file unchanged, or several as a ZIP with their sidecars. The call's signal cancels it. */
    export: oc.input(items).output(eventIterator(FileProgress)),
    /** Scans the folder and reports what has changed. */
    reconcile: oc.output(Reconciliation),
    /** Lets the user choose a missing file, and copies it back if its hash matches. */
    locate: oc.input(byId).output(LibraryItem.nullable()),
  },
  mediaFolder: {
    read: oc.output(MediaFolder),
    reveal: oc.output(z.void()),
    /** Null if the dialog was canceled. */
    choose: oc.output(z.object({ path: z.string() }).nullable()),
    /** Moves to a chosen folder: copies, verifies hashes, switches, then deletes the old files. Canceling changes nothing. */
    move: oc.input(z.object({ path: z.string() })).output(eventIterator(FileProgress)),
  },
} as const
